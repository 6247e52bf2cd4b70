import { orders } from '#features/orders/orders/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { refusalIn } from './history-lines.ts'

/** That the agreement was refused, why, and what the buyer can do now; it stands until another one is sent to be signed. */
export function SentBack({ orderId }: { orderId: string }) {
  const t = useTexts('history')
  const may = useMay()
  const timeline = useApi(orders.timeline, { params: { orderId }, enabled: may('event-log:read') })
  const refusal = refusalIn(timeline.data?.items ?? [])
  if (!refusal) return null
  return (
    <Note kind="warn">
      <p>
        <b>{t('sentBack.title')}</b> {refusal.reason && <span>{t('history.reason', { reason: refusal.reason })}</span>}
      </p>
      <p>{t('sentBack.next')}</p>
    </Note>
  )
}
