import { orders } from '#features/orders/orders/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Timeline } from '#platform/web/figures/Timeline.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../../web/Orders.module.css'
import { withoutDuplicates } from './history-lines.ts'
import { useSentence } from './use-sentence.ts'

/** What has happened to an order, newest first; the reader's own acts in the second person. */
export function History({ orderId }: { orderId: string }) {
  const t = useTexts('history')
  const may = useMay()
  const timeline = useApi(orders.timeline, { params: { orderId }, enabled: may('event-log:read') })
  const textOf = useSentence()
  if (!may('event-log:read')) return null
  return (
    <section>
      <h2>{t('history.title')}</h2>
      <div className={styles.history}>
        <Loaded from={timeline}>
          {({ items }) => (
            <Timeline
              events={withoutDuplicates(items).map((item) => ({
                key: item.eventId,
                at: item.at,
                mine: item.mine,
                text: (
                  <>
                    {textOf(item)}
                    {item.reason && <span className="sm t2"> {t('history.reason', { reason: item.reason })}</span>}
                  </>
                ),
              }))}
            />
          )}
        </Loaded>
      </div>
    </section>
  )
}
