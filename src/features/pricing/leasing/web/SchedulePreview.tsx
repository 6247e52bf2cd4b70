import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import { type BillingTerms, leaseSchedule } from '#features/pricing/leasing/rules.ts'
import { type TermsOnWire, termsFromWire } from '#features/pricing/leasing/terms.ts'
import { formatEuros } from '#platform/values/money.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { LineChart } from '#platform/web/figures/LineChart.tsx'
import { type FieldKind, readField } from '#platform/web/form/field-values.ts'
import { useForm } from '#platform/web/form/form-context.ts'
import { Library } from '#platform/web/parts/Library.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './Leasing.module.css'

const kinds = {
  instalment: 'money',
  insurance: 'money',
  service: 'money',
  adminFee: 'money',
  minPrice: 'money',
  maxPrice: 'money',
  yearlyInterest: 'percent',
  residual: 'percent',
  minMonths: 'number',
  maxMonths: 'number',
  validFrom: 'day',
  'campaign.discount': 'percent',
  'campaign.minMonths': 'number',
  'campaign.from': 'day',
  'campaign.to': 'day',
} as const satisfies Record<string, FieldKind>

type Name = keyof typeof kinds

/** The terms as they stand in the form, or null while one of them cannot be read. */
function useTypedTerms(withCampaign: boolean) {
  const form = useForm()
  const typed = (name: Name) => {
    const reading = readField(kinds[name], form.inputOf(name, kinds[name]))
    return 'value' in reading ? reading.value : undefined
  }
  const names = (Object.keys(kinds) as Name[]).filter((name) => withCampaign || !name.startsWith('campaign.'))
  const values = Object.fromEntries(names.map((name) => [name, typed(name)]))
  if (names.some((name) => name !== 'validFrom' && values[name] === undefined)) return null
  const campaign = withCampaign
    ? {
        discount: values['campaign.discount'],
        minMonths: values['campaign.minMonths'],
        from: values['campaign.from'],
        to: values['campaign.to'],
      }
    : null
  try {
    return termsFromWire({ ...values, campaign } as TermsOnWire)
  } catch {
    return null
  }
}

type Schedule = Extract<ReturnType<typeof leaseSchedule>, { ok: true }>

function ScheduleFigures({ schedule }: { schedule: Schedule }) {
  const t = useTexts('leasing')
  const language = useLanguage()
  const euros = (cents: number) => formatEuros(cents, language)
  return (
    <>
      <dl className={styles.figures}>
        <Figure name={t('preview.months')} value={t('months', { count: schedule.months })} />
        <Figure name={t('preview.last')} value={euros(schedule.lastInstalmentCents)} />
        <Figure name={t('preview.total')} value={euros(schedule.totalInstalmentsCents)} />
        <Figure name={t('preview.residual')} value={euros(schedule.residualCents)} />
        <Figure name={t('preview.toOwn')} value={euros(schedule.totalToOwnCents)} />
        <Figure name={t('preview.financing')} value={euros(schedule.financingCents)} />
      </dl>
      <LineChart
        title={t('preview.chart', {
          from: euros(schedule.financedCents),
          to: euros(schedule.residualCents),
          count: schedule.months,
        })}
        points={[schedule.financedCents, ...schedule.buyOut].map((cents, month) => ({
          label: String(month),
          value: cents / 100,
        }))}
        marks={[12, 24, 36]}
        formatValue={(value) => `${formatCount(Math.round(value), language)}\u00a0€`}
      />
    </>
  )
}

/** What a bicycle of a price would cost under the terms that are being typed, month by month. */
export function SchedulePreview({ withCampaign }: { withCampaign: boolean }) {
  const t = useTexts('leasing')
  const language = useLanguage()
  const [price, setPrice] = useState<number | string>(3000)
  const terms = useTypedTerms(withCampaign)
  const priceCents = typeof price === 'number' && price > 0 ? Math.round(price * 100) : 0
  const schedule = terms ? leaseSchedule(priceCents, terms, { day: serviceDay() }) : null
  return (
    <section className="sunk stack-md" aria-label={t('preview.title')}>
      <div className={styles.previewHead}>
        <h3>{t('preview.title')}</h3>
        <Library>
          <NumberInput
            label={t('preview.price')}
            value={price}
            onChange={setPrice}
            min={0}
            max={100_000}
            step={100}
            decimalScale={2}
            decimalSeparator={language === 'en' ? '.' : ','}
            thousandSeparator={language === 'en' ? ',' : '\u00a0'}
            suffix={'\u00a0€'}
          />
        </Library>
      </div>
      {terms && <Unreachable terms={terms} />}
      {!schedule && <p className="t2">{t('preview.incomplete')}</p>}
      {schedule && !schedule.ok && <Note kind="warn">{t(`problem.${schedule.details.reason}`)}</Note>}
      {schedule?.ok && <ScheduleFigures schedule={schedule} />}
    </section>
  )
}

/** Says which of the typed price limits the terms cannot reach. */
function Unreachable({ terms }: { terms: BillingTerms }) {
  const t = useTexts('leasing')
  const language = useLanguage()
  const euros = (cents: number) => formatEuros(cents, language)
  const reachable = reachablePrices(terms)
  if (!reachable) return <Note kind="warn">{t('preview.nothingReachable')}</Note>
  const { lowestCents, highestCents } = reachable
  if (lowestCents <= terms.minPriceCents && highestCents >= terms.maxPriceCents) return null
  return <Note kind="warn">{t('preview.unreachable', { from: euros(lowestCents), to: euros(highestCents) })}</Note>
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="sm t2">{name}</dt>
      <dd className="fig">{value}</dd>
    </div>
  )
}
