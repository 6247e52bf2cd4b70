import type { ReplyOf } from '#platform/contract/contract.ts'
import { addDays, type Day, formatDay, formatMonth } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { BarChart } from '#platform/web/figures/BarChart.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import { ages } from '../rules/aged.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'

type Shown = ReplyOf<typeof bookkeeping.outlook>

/** Charts of the books, each with its figures below: open bills by age, cash by week ahead, tax by month. */
export function Outlook() {
  const read = useApi(bookkeeping.outlook, {})
  return (
    <Loaded from={read}>
      {(shown) => (
        <div className={styles.charts}>
          <Cash {...shown} />
          <Ages {...shown} />
          <Tax {...shown} />
        </div>
      )}
    </Loaded>
  )
}

const useWhole = () => {
  const language = useLanguage()
  return (value: number) => formatCount(value, language)
}

const withoutYear = (day: Day) => formatDay(day).slice(0, -4)

/** `–28.11.`, `30.11.`, `18.1.–`: what is before the first week, its first day, what is after the last. */
function shortName({ time, from }: Shown['cash'][number], cash: Shown['cash']): string {
  if (from) return withoutYear(from)
  const weeks = cash.flatMap((week) => week.from ?? [])
  return time === 'OVERDUE'
    ? `–${withoutYear(addDays(present(weeks[0]), -1))}`
    : `${withoutYear(addDays(present(weeks.at(-1)), 7))}–`
}

function Cash({ cash }: Shown) {
  const t = useTexts('bookkeeping')
  const whole = useWhole()
  const named = (row: Shown['cash'][number]) => (row.from ? formatDay(row.from) : t(`charts.${row.time}`))
  return (
    <section className="stack-sm">
      <BarChart
        heading={t('charts.cash')}
        title={t('charts.cashTitle')}
        parts={[
          { name: t('columns.dueIn'), colour: 1 },
          { name: t('columns.dueOut'), colour: 3 },
          { name: t('columns.onItsWay'), colour: 4, isHatched: true },
        ]}
        bars={cash.map((row) => ({
          label: shortName(row, cash),
          parts: [row.dueIn],
          below: [row.dueOut, row.onItsWay],
        }))}
        endsNow={false}
        formatValue={whole}
      />
      <Figures
        isBare
        title={t('charts.cash')}
        columns={['week', 'dueIn', 'dueOut', 'onItsWay']}
        amountsFrom={1}
        rows={cash.map((row) => [
          named(row),
          <Money key="in" euros={row.dueIn} />,
          <Money key="out" euros={row.dueOut} />,
          <Money key="way" euros={row.onItsWay} />,
        ])}
      />
    </section>
  )
}

function Ages({ aged }: Shown) {
  const t = useTexts('bookkeeping')
  const whole = useWhole()
  const open = (direction: 'SALES' | 'PURCHASE', age: (typeof ages)[number]) =>
    aged.find((row) => row.direction === direction && row.age === age)?.open ?? 0
  return (
    <section className="stack-sm">
      <BarChart
        heading={t('aged.title')}
        title={t('charts.agedTitle')}
        parts={[
          { name: t('directions.SALES'), colour: 1 },
          { name: t('directions.PURCHASE'), colour: 3 },
        ]}
        bars={ages.map((age) => ({
          label: t(`charts.ages.${age}`),
          parts: [Math.abs(open('SALES', age))],
          below: [Math.abs(open('PURCHASE', age))],
        }))}
        endsNow={false}
        formatValue={whole}
      />
      <Figures
        isBare
        title={t('aged.title')}
        empty={t('aged.empty')}
        columns={['direction', 'age', 'count', 'open']}
        amountsFrom={2}
        rows={aged.map((row) => [
          t(`directions.${row.direction}`),
          t(`ages.${row.age}`),
          row.count,
          <Money key="open" euros={row.open} />,
        ])}
      />
    </section>
  )
}

function Tax({ tax }: Shown) {
  const t = useTexts('bookkeeping')
  const whole = useWhole()
  return (
    <section className="stack-sm">
      <BarChart
        heading={t('charts.tax')}
        title={t('charts.taxTitle')}
        parts={[
          { name: t('columns.sales'), colour: 1 },
          { name: t('columns.deducted'), colour: 3 },
        ]}
        bars={tax.map(({ month, sales, deducted }) => ({
          label: `${Number(month.slice(5))}/${month.slice(2, 4)}`,
          parts: [sales],
          below: [deducted],
        }))}
        formatValue={whole}
      />
      <Figures
        isBare
        title={t('charts.tax')}
        columns={['month', 'sales', 'deducted', 'toPay']}
        amountsFrom={1}
        rows={tax
          .toReversed()
          .map(({ month, sales, deducted, toPay }) => [
            formatMonth(month),
            <Money key="sales" euros={sales} />,
            <Money key="deducted" euros={deducted} />,
            <Money key="pay" euros={toPay} />,
          ])}
      />
    </section>
  )
}
