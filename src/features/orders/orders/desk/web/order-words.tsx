import { holderOf } from '#features/orders/orders/rules/holder.ts'
import { ringPercent } from '#features/orders/orders/rules/progress.ts'
import type { waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { daysBetween, helsinkiDay } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useBrand } from '#platform/web/shell/brand.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'

type Waited = (typeof waitedFor)[number]

export interface OrderState {
  readonly orderStatus: OrderStatus
  readonly resumeStatus: OrderStatus | null
  readonly cancellationAsked: boolean
  readonly waitingFor: readonly Waited[]
  readonly waitingSince: string
}

/** A wait of more days than this is shown as late. */
const LATE_DAYS = 5

/** The order's status: how far, whose turn, what it is called, and that its cancellation is asked for. */
export function OrderPill({ order }: { order: OrderState }) {
  const t = useTexts('desk')
  return (
    <>
      <StatusPill holder={holderOf(order)} percent={ringPercent(order.orderStatus, order.resumeStatus)}>
        {t(`status.${order.orderStatus}`)}
      </StatusPill>
      {order.cancellationAsked && (
        <>
          {' '}
          <StatusPill holder="trouble">{t('cancellationAsked')}</StatusPill>
        </>
      )}
    </>
  )
}

/** Whole Helsinki days since somebody's turn began; a clock that runs behind counts as none. */
function waitedDays(since: string): number {
  return Math.max(0, daysBetween(helsinkiDay(new Date(since)), serviceDay()))
}

/** Who is awaited and for how many days. */
export function Awaited({ order }: { order: Pick<OrderState, 'waitingFor' | 'waitingSince'> }) {
  const t = useTexts('desk')
  const { name } = useBrand()
  if (order.waitingFor.length === 0) return <>–</>
  const days = waitedDays(order.waitingSince)
  const who = order.waitingFor.map((one) => (one === 'STAFF' ? name : t(`who.${one}`))).join(', ')
  return (
    <span className={styles.awaited}>
      {who} <b className={`n ${days > LATE_DAYS ? styles.late : styles.waiting}`}>{t('waitedDays', { count: days })}</b>
    </span>
  )
}
