import { orders } from '#features/orders/orders/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Timeline } from '#platform/web/figures/Timeline.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AddNote } from './AddNote.tsx'
import styles from './Desk.module.css'

type Item = ReplyOf<typeof orders.timeline>['items'][number]

/** What has happened to an order, newest first, each in one sentence with who did it. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const t = useTexts('desk')
  const may = useMay()
  const timeline = useApi(orders.timeline, { params: { orderId }, enabled: may('event-log:read') })
  const sentence = useSentence()
  if (!may('event-log:read')) return null
  return (
    <section>
      <h3>{t('history')}</h3>
      {may('order:process') && <AddNote orderId={orderId} />}
      <Loaded from={timeline}>
        {({ items }) => (
          <Timeline
            events={items.map((item) => ({ key: item.eventId, at: item.at, mine: item.mine, text: sentence(item) }))}
          />
        )}
      </Loaded>
    </section>
  )
}

function useSentence() {
  const t = useTexts('desk')
  const events = useTexts('event-log')
  return (item: Item) => {
    const who = item.actorName ?? events(`actors.${item.actor}`)
    const what = item.to ? t('historyMoved', { status: t(`status.${item.to}`) }) : events(`types.${item.type}`)
    if (item.note) {
      return (
        <>
          {t('note.by', { name: who })}
          <span className={`sunk ${styles.note}`}>{item.note}</span>
        </>
      )
    }
    const sentence = `${who}: ${what}`
    return item.reason ? (
      <>
        {sentence}
        <br />
        <span className="sm t2">{t('historyReason', { reason: item.reason })}</span>
      </>
    ) : (
      sentence
    )
  }
}
