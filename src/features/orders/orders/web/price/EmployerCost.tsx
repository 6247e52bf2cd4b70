import { employerCostOf } from '#features/orders/orders/rules/net-cost.ts'
import type { PriceCardType } from '#features/orders/orders/shapes.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'

/** What the employer signs for: each month, the whole term, and the contributions that come on top. */
export function EmployerCost({ card }: { card: PriceCardType }) {
  const t = useTexts('orders')
  const cost = employerCostOf(card)
  const rows = [
    ['billed', cost.billed],
    [`covered.${card.benefitModel}`, -cost.covered],
  ] as const
  return (
    <section className="card">
      <h2>{t('employerCost.title')}</h2>
      <p className={`${styles.gap} ${styles.monthly}`}>
        <b className="fig">
          <Money euros={cost.monthly} />
        </b>{' '}
        <span>{t('employerCost.head')}</span>
      </p>
      <dl className={`sm ${styles.compare}`}>
        {rows.map(
          ([key, euros]) =>
            euros !== 0 && (
              <div key={key}>
                <dt>{t(`employerCost.${key}`)}</dt>
                <dd>
                  <Money euros={euros} />
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>
            <b>{t('employerCost.total', { count: card.leaseTimeMonths })}</b>
          </dt>
          <dd>
            <b>
              <Money euros={cost.total} />
            </b>
          </dd>
        </div>
      </dl>
      <p className={`sm t2 ${styles.gap}`}>
        {t(card.taxRegime === 'TAXABLE' ? `employerCost.note.${card.benefitModel}` : 'employerCost.note.EXEMPT')}
      </p>
    </section>
  )
}
