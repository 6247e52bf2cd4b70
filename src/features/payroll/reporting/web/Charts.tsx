import { reporting } from '#features/payroll/reporting/contract.ts'
import type { PayrollMonthView } from '#features/payroll/reporting/shapes.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { BarChart } from '#platform/web/figures/BarChart.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'

type Statistics = ReplyOf<typeof reporting.leases>
const MONTHS_SHOWN = 12
const labelOf = (month: string) => `${Number(month.slice(5))}/${month.slice(2, 4)}`

/** What the benefits have been worth, how many leases there are, what each unit costs. */
export function Charts({ companyId, months }: { companyId: string; months: readonly PayrollMonthView[] }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const statistics = useApi(reporting.leases, { query: { companyId } })
  const shown = months.slice(0, MONTHS_SHOWN).toReversed()
  const [from, to] = [labelOf(shown[0]?.month ?? ''), labelOf(shown.at(-1)?.month ?? '')]
  const whole = (value: number) => formatCount(value, language)
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>
        <BarChart
          heading={t('chart.benefits')}
          title={t('chart.benefitsTitle', { from, to })}
          parts={[
            { name: t('chart.exempt'), colour: 1 },
            { name: t('chart.taxable'), colour: 3 },
            { name: t('chart.collected'), colour: 4 },
          ]}
          bars={shown.map(({ month, totals }) => ({
            label: labelOf(month),
            parts: [totals.code363, totals.code364, totals.code420],
          }))}
          formatValue={whole}
        />
      </div>
      <Loaded from={statistics}>
        {(reply) => (
          <>
            <BarChart
              heading={t('chart.leases')}
              title={t('chart.leasesTitle', {
                from: labelOf(reply.months[0]?.month ?? ''),
                to: labelOf(reply.months.at(-1)?.month ?? ''),
              })}
              parts={[{ name: t('chart.lease'), colour: 2 }]}
              bars={reply.months.map(({ month, leases }) => ({ label: labelOf(month), parts: [leases] }))}
              formatValue={whole}
            />
            <Units statistics={reply} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Units({ statistics }: { statistics: Statistics }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const euros = (amount: number) => formatEuros(centsFromEuros(amount), language)
  const highest = Math.max(...statistics.units.map(({ instalments }) => instalments), 1)
  return (
    <section>
      <h2>{t('chart.units')}</h2>
      <p className="sm t2">{t('chart.average', { amount: euros(statistics.averageInstalment) })}</p>
      <ul className={styles.units}>
        {statistics.units.map(({ unit, leases, instalments }) => (
          <li key={unit ?? ''} className={styles.unit}>
            <span>
              <b>{unit ?? t('chart.noUnit')}</b> <span className="t2">{t('chart.unitLeases', { count: leases })}</span>
            </span>
            <span className="n">{t('chart.perMonth', { amount: euros(instalments) })}</span>
            <span className={styles.meter} aria-hidden="true">
              <i style={{ width: `${(100 * instalments) / highest}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
