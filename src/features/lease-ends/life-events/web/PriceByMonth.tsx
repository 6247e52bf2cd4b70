import { agreements } from '#features/leases/agreements/contract.ts'
import { addMonths, formatMonth, monthOf, monthsBetween } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { LineChart } from '#platform/web/figures/LineChart.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

/** What the bicycle costs to buy at the end of each month that is left of its lease. */
export function PriceByMonth({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('life-events')
  const language = useLanguage()
  const { data } = useApi(agreements.get, { params: { id: leasingAgreementId } })
  const start = data?.startDay
  if (!data || !start) return null
  const months = data.buyOut
    .map((price, index) => ({ label: formatMonth(monthOf(addMonths(start, index))), value: price }))
    .slice(Math.max(0, monthsBetween(start, serviceDay())))
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || months.length < 2) return null
  const euros = (value: number) => formatEuros(centsFromEuros(value), language)
  return (
    <section className="card stack-sm" aria-labelledby="price-by-month">
      <h3 id="price-by-month">{t('byMonth.title')}</h3>
      <LineChart
        points={months}
        marks={[12, 24].filter((mark) => mark < months.length - 3)}
        title={t('byMonth.chart', {
          from: first.label,
          first: euros(first.value),
          to: last.label,
          last: euros(last.value),
        })}
        formatValue={(value) => formatEuros(Math.round(value) * 100, language).replace(/[.,]00(?=\D*$)/, '')}
      />
    </section>
  )
}
