import { useEuros } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { LeaseStory } from '../contract.ts'
import styles from './LeaseStory.module.css'
import { monthName } from './words.ts'

interface Props {
  total: NonNullable<LeaseStory['total']>
  /** Whether the bicycle can still become the person's at the end of the lease. */
  isBuyable: boolean
}

/** What a lease has cost so far, what is left, and what the bicycle costs in all with the tax at its end. */
export function LeaseTotal({ total, isBuyable }: Props) {
  const t = useTexts('lease-story')
  const euros = useEuros()
  const whole =
    total.wholeTo > total.wholeFrom
      ? t('total.range', { from: euros(total.wholeFrom), to: euros(total.wholeTo) })
      : euros(total.wholeFrom)
  const figures = [
    { label: t('total.paid'), sum: euros(total.paid), note: t('total.count', { count: total.paidCount }) },
    {
      label: t('total.left'),
      sum: euros(total.left),
      note: `${t('total.count', { count: total.leftCount })}, ${t('total.last', { month: monthName(total.lastDay) })}`,
    },
    ...(isBuyable ? [{ label: t('total.residual'), sum: euros(total.residual), note: t('total.residualNote') }] : []),
    ...(isBuyable && total.mostTax
      ? [{ label: t('total.tax'), sum: t('total.upTo', { most: euros(total.mostTax) }), note: t('total.taxNote') }]
      : []),
  ]
  return (
    <section className="card" aria-labelledby="lease-total">
      <h2 id="lease-total">{t('total.title')}</h2>
      <dl className={styles.figures}>
        {figures.map(({ label, sum, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b className="fig">{sum}</b>
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      {isBuyable && (
        <p className={styles.whole}>
          <span>{t('total.whole')}</span> <b className="fig">{whole}</b>
          <small>{t('total.wholeNote')}</small>
        </p>
      )}
    </section>
  )
}
