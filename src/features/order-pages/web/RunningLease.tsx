import type { OrderViewType } from '#features/orders/shapes.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Orders.module.css'

/** The facts of a lease that runs or has run. */
export function RunningLease({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { agreement, priceCard } = order
  return (
    <section className="card">
      <h2>{t('lease.title')}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('lease.start')}</dt>
          <dd>
            <Day day={agreement?.startDay ?? order.startDay} />
          </dd>
        </div>
        <div>
          <dt>{t('lease.end')}</dt>
          <dd>
            <Day day={agreement?.endDay} />
          </dd>
        </div>
        {priceCard && (
          <div>
            <dt>{t('lease.monthly')}</dt>
            <dd>
              <Money euros={priceCard.instalment} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('lease.frame')}</dt>
          <dd>{order.frameNumber ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('lease.lessor')}</dt>
          <dd>{agreement?.leasingCompany ?? '–'}</dd>
        </div>
      </dl>
    </section>
  )
}
