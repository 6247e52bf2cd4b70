import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { MailAddress } from '#platform/web/parts/Facts.tsx'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'
import { isOnlineShop } from './seller.ts'

/** The first and the last day of the lease in the tense of today; an order that was called off has none. */
function leaseDays({ orderStatus, agreement, startDay }: OrderViewType): readonly (readonly [string, string])[] {
  if (orderStatus === 'CANCELLED' || orderStatus === 'REFUNDED') return []
  const { leaseState = 'NOT_STARTED' } = agreement ?? {}
  const start = agreement?.startDay ?? startDay
  const end = agreement?.endsOn ?? agreement?.endDay
  return [
    ...(start ? [[leaseState === 'NOT_STARTED' ? 'lease.start' : 'lease.started', start] as const] : []),
    ...(end ? [[leaseState === 'ENDED' ? 'lease.ended' : 'lease.end', end] as const] : []),
  ]
}

/** Whose order it is and the days that payroll asks for. */
export function PersonFacts({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { employee, bikeStore } = order
  const rows = [
    [t('person.name'), `${employee.firstName} ${employee.lastName}`],
    [t('person.email'), <MailAddress key="email" address={employee.workEmail} />],
    [t('person.number'), employee.employeeNumber],
    [t('person.unit'), employee.unitName],
    [t('person.order'), order.orderNumber],
    [t(isOnlineShop(order) ? 'person.onlineShop' : 'person.store'), bikeStore?.storeName],
    [t('person.commitment'), order.commitmentDate && <Day day={order.commitmentDate} />],
    ...leaseDays(order).map(([name, day]) => [t(name), <Day key={name} day={day} />] as const),
  ] as const
  return (
    <section>
      <h2>{t('person.title')}</h2>
      <dl className={styles.bike}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
