import type { OrderViewType } from '#features/orders/shapes.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'
import { isOnlineShop } from './seller.ts'

/** Whose order it is and the days that payroll asks for. */
export function PersonFacts({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { employee, agreement, bikeStore } = order
  const rows = [
    [t('person.name'), `${employee.firstName} ${employee.lastName}`],
    [t('person.email'), employee.workEmail],
    [t('person.number'), employee.employeeNumber],
    [t('person.unit'), employee.unitName],
    [t('person.order'), order.orderNumber],
    [t(isOnlineShop(order) ? 'person.onlineShop' : 'person.store'), bikeStore?.storeName],
    [t('person.commitment'), order.commitmentDate && <Day day={order.commitmentDate} />],
    [t('lease.start'), order.startDay && <Day day={order.startDay} />],
    [t('lease.end'), agreement?.endDay && <Day day={agreement.endDay} />],
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
