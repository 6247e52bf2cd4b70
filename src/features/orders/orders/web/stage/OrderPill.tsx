import { holders } from '#features/orders/orders/rules/holder.ts'
import { ringPercent } from '#features/orders/orders/rules/progress.ts'
import type { Viewer } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useBrand } from '#platform/web/shell/brand.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { awaitedOf, closedKey } from './stage.ts'

type Order = Pick<OrderViewType, 'orderStatus' | 'resumeStatus' | 'waitingFor' | 'agreement'>

/** Who holds the order now, in the reader's words; an order that waits for nobody tells what it is. */
export function OrderPill({ order, viewer }: { order: Order; viewer: Viewer }) {
  const t = useTexts('orders')
  const { name } = useBrand()
  const { orderStatus, resumeStatus } = order
  const closed = orderStatus === 'CANCELLED' || orderStatus === 'CASE_X'
  const who = closed ? null : awaitedOf(order.waitingFor, viewer)
  if (who) {
    const key = who === viewer ? 'you' : who
    return (
      <StatusPill holder={holders[who]} percent={ringPercent(orderStatus, resumeStatus)}>
        {t(`awaits.${key}`, { name })}
      </StatusPill>
    )
  }
  const key = closedKey(order)
  const holder: Holder = closed ? 'trouble' : key === 'ACTIVE_LEASING' ? 'running' : 'none'
  return <StatusPill holder={holder}>{t(`closed.${key}`)}</StatusPill>
}
