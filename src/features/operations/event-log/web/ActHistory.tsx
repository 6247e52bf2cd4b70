import { useState } from 'react'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { type ActLine, ActLines } from '#platform/web/figures/ActLines.tsx'
import { byAct, leadOf, messagesOf } from '#platform/web/figures/acts.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { asTitle, type Event, useSubjectWords, useSummary } from './event-words.ts'

const SHOWN = 20
/** The most that the log gives at once. */
const SHOWN_MAX = 100

type Of = { readonly userId: string } | { readonly companyId: string } | { readonly registerId: string }

/** What has happened to a person, in a company or to a row of a register, newest first: one line for each act. */
export function ActHistory({ of }: { of: Of }) {
  const t = useTexts('event-log')
  const [limit, setLimit] = useState(SHOWN)
  const read = useApi(eventLog.list, { query: { ...of, limit } })
  const lineOf = useActLine()
  return (
    <Loaded from={read} isEmpty={({ items }) => items.length === 0} empty={<p className="sm t2">{t('acts.none')}</p>}>
      {({ items, total }) => (
        <>
          <ActLines lines={byAct(items).map(lineOf)} unfold={(count) => t('acts.more', { count })} />
          {total > items.length && limit === SHOWN && (
            <p>
              <Button size="sm" onClick={() => setLimit(SHOWN_MAX)}>
                {t('acts.earlier')}
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The events of one act as a line of a history. */
function useActLine(): (events: readonly Event[]) => ActLine {
  const t = useTexts('event-log')
  const summaryOf = useSummary()
  const subjectOf = useSubjectWords()
  const changeOf = (event: Event) => (event.changes.length > 0 ? summaryOf(event) : null)
  return (events) => {
    const lead = leadOf(events)
    const others = events.filter((event) => event !== lead)
    const changed = changeOf(lead) ?? others.map(changeOf).find((change) => change !== null) ?? null
    const summary = summaryOf(lead)
    return {
      key: lead.eventId,
      at: lead.at,
      who: lead.actorName ?? t(`actors.${lead.actor}`),
      what: asTitle(t(`types.${lead.type}`)),
      change: changed ?? (summary === '–' ? null : summary),
      about: lead.orderId ? (
        <Link to={pages.adminOrder} params={{ orderId: lead.orderId }}>
          {lead.orderNumber}
        </Link>
      ) : (
        subjectOf(lead)
      ),
      messages: messagesOf(events).map(({ messageId, recipient, subject, language, status }) => ({
        messageId,
        text: subject ? `${subject}, ${recipient}` : recipient,
        language,
        isLost: status === 'DEAD',
      })),
      details: others.map((event) => ({
        key: event.eventId,
        text: `${asTitle(t(`types.${event.type}`))}: ${subjectOf(event)}, ${summaryOf(event)}`,
      })),
    }
  }
}
