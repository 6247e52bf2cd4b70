import { lazy } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { type ActLine, ActLines } from '#platform/web/figures/ActLines.tsx'
import { byAct, leadOf, messagesOf } from '#platform/web/figures/acts.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AddNote } from './AddNote.tsx'
import styles from './Desk.module.css'

const StepSentence = lazy(() => import('../../history/web/StepSentence.tsx').then((m) => ({ default: m.StepSentence })))

type Item = ReplyOf<typeof orders.timeline>['items'][number]

/** What has happened to an order, newest first: one line for each act, with who did it and what it sent. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const t = useTexts('desk')
  const may = useMay()
  const timeline = useApi(orders.timeline, { params: { orderId }, enabled: may('event-log:read') })
  const events = useTexts('event-log')
  const lineOf = useActLine()
  if (!may('event-log:read')) return null
  return (
    <section>
      <h3>{t('history')}</h3>
      {may('order:process') && <AddNote orderId={orderId} />}
      <Loaded from={timeline}>
        {({ items }) => (
          <ActLines lines={byAct(items).map(lineOf)} unfold={(count) => events('acts.more', { count })} />
        )}
      </Loaded>
    </section>
  )
}

/** A reason as somebody wrote it, and no code such as OWN_WISH, which the act's own name tells in words. */
const isWritten = (reason: string) => !/^[A-Z]+(_[A-Z]+)+$/.test(reason)

const asTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The items of one act as a line of a history. */
function useActLine(): (items: readonly Item[]) => ActLine {
  const t = useTexts('desk')
  const events = useTexts('event-log')
  /** The statuses through which the act took the order, the first one first. */
  const changeOf = (items: readonly Item[]) => {
    const moves = items.filter(({ to }) => to !== null).toReversed()
    const statuses = [moves[0]?.from, ...moves.map(({ to }) => to)].filter((status) => status != null)
    return statuses.map((status) => t(`status.${status}`)).join(' → ')
  }
  return (items) => {
    const lead = leadOf(items)
    const others = items.filter((item) => item !== lead)
    const reason = items.find((item) => item.reason && isWritten(item.reason))?.reason
    return {
      key: lead.eventId,
      at: lead.at,
      who: lead.actorName ?? events(`actors.${lead.actor}`),
      what: lead.note ? asTitle(t('note.title')) : asTitle(events(`types.${lead.type}`)),
      change: changeOf(items) || null,
      body: (
        <>
          {lead.step && (
            <OptionalBoundary>
              <StepSentence item={lead} />
            </OptionalBoundary>
          )}
          {lead.note && <span className={`sunk ${styles.note}`}>{lead.note}</span>}
          {reason && <p className="sm t2">{t('historyReason', { reason })}</p>}
        </>
      ),
      messages: messagesOf(items).map(({ messageId, recipient, subject, language, status }) => ({
        messageId,
        text: subject ? `${subject}, ${recipient}` : recipient,
        language,
        isLost: status === 'DEAD',
      })),
      details: others
        .filter(({ to }) => to === null)
        .map((item) => ({ key: item.eventId, text: asTitle(events(`types.${item.type}`)) })),
    }
  }
}
