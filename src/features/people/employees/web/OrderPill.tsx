import { holderOf } from '#features/orders/orders/rules/holder.ts'
import { ringPercent } from '#features/orders/orders/rules/progress.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { OrderOfEmployee } from '../shapes.ts'

type Order = Pick<OrderOfEmployee, 'orderStatus' | 'waitingFor'> & Partial<Pick<OrderOfEmployee, 'cancellationAsked'>>

/** An order's status in the employer's words, and beside it that its cancellation is asked for. */
export function OrderPill({ order }: { order: Order }) {
  const t = useTexts('employees')
  return (
    <>
      <StatusPill holder={holderOf(order)} percent={ringPercent(order.orderStatus)}>
        {t(`orderStatus.${order.orderStatus}`)}
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

/** An order's status with whom it waits for, and since when. */
export function OrderAndWait({ order }: { order: Order & Pick<OrderOfEmployee, 'waitingSince'> }) {
  const t = useTexts('employees')
  const language = useLanguage()
  const [first] = order.waitingFor
  return (
    <>
      <OrderPill order={order} />
      {first && (
        <small>{t(`waits.${first}`, { day: formatDayIn(helsinkiDay(new Date(order.waitingSince)), language) })}</small>
      )}
    </>
  )
}
