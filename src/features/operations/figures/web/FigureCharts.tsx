import type { ReactNode } from 'react'
import type { figures } from '#features/operations/figures/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { BarChart } from '#platform/web/figures/BarChart.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatCount, formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './Figures.module.css'

type Shown = ReplyOf<typeof figures.get>
type Column = keyof typeof columnNames
type Chart = 'weeks' | 'steps' | 'stores' | 'exposure' | 'funnel'

const columnNames = {
  week: 0,
  started: 1,
  confirmed: 1,
  step: 0,
  orders: 1,
  median: 1,
  ninetieth: 1,
  store: 0,
  deliveries: 1,
  lessor: 0,
  leases: 1,
  instalments: 1,
  residuals: 1,
  total: 1,
  count: 1,
  share: 1,
} as const

interface Row {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

/** A chart with what it is of, and its figures as a table. */
function WithTable(props: { chart: Chart; columns: readonly Column[]; rows: readonly Row[]; children: ReactNode }) {
  const t = useTexts('figures')
  const { chart, columns, rows, children } = props
  return (
    <section>
      {children}
      <p className="sm t2">{t(`hints.${chart}`)}</p>
      {rows.length === 0 ? (
        <p className="t2">{t('nothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reachable by keyboard.
        <section className={styles.frame} aria-label={t(`charts.${chart}`)} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className={columnNames[name] ? styles.amount : undefined}>
                    {t(`columns.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) => (
                    <td key={columns[at]} className={columnNames[columns[at]!] ? styles.amount : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

const useWhole = () => {
  const language = useLanguage()
  return (value: number) => formatCount(value, language)
}

/** Long names have no room below a bar: the table has them whole, in the same order. */
const short = (name: string) => (name.length > 12 ? `${name.slice(0, 11)}…` : name)

/** Orders a week, days per step, the stores' deliveries, exposure per lessor and the funnel. */
export function FigureCharts(shown: Shown) {
  return (
    <div className={styles.charts}>
      <Weeks {...shown} />
      <Funnel {...shown} />
      <Steps {...shown} />
      <Stores {...shown} />
      <Exposure {...shown} />
    </div>
  )
}

function Weeks({ weeks }: Shown) {
  const t = useTexts('figures')
  const language = useLanguage()
  return (
    <WithTable
      chart="weeks"
      columns={['week', 'started', 'confirmed']}
      rows={weeks.toReversed().map(({ week, started, confirmed }) => ({
        key: week,
        cells: [formatDayIn(week, language), started, confirmed],
      }))}
    >
      <BarChart
        heading={t('charts.weeks')}
        title={t('titles.weeks')}
        parts={[
          { name: t('parts.confirmed'), colour: 1 },
          { name: t('parts.others'), colour: 2 },
        ]}
        bars={weeks.map(({ week, started, confirmed }) => ({
          label: formatDayIn(week, language).replace(/\s?\d{4}$/, ''),
          parts: [confirmed, started - confirmed],
        }))}
        formatValue={useWhole()}
      />
    </WithTable>
  )
}

function Funnel({ funnel }: Shown) {
  const t = useTexts('figures')
  return (
    <WithTable
      chart="funnel"
      columns={['step', 'count', 'share']}
      rows={funnel.map(({ step, people, percent }) => ({
        key: step,
        cells: [t(`funnel.${step}`), people, percent === null ? '–' : `${percent} %`],
      }))}
    >
      <BarChart
        heading={t('charts.funnel')}
        title={t('titles.funnel')}
        parts={[{ name: t('columns.count'), colour: 1 }]}
        bars={funnel.map(({ step, people }) => ({ label: t(`funnel.${step}`), parts: [people] }))}
        endsNow={false}
        formatValue={useWhole()}
      />
    </WithTable>
  )
}

/** Bars of the middle one and of nine in ten, upon each other, under the numbers of the rows of their table. */
function DayBars({ chart, rows }: { chart: 'steps' | 'stores'; rows: readonly DayRow[] }) {
  const t = useTexts('figures')
  return (
    <BarChart
      heading={t(`charts.${chart}`)}
      title={t(`titles.${chart}`)}
      parts={[
        { name: t('parts.median'), colour: 1 },
        { name: t('parts.to90'), colour: 3 },
      ]}
      bars={rows.map(({ median, ninetieth }, at) => ({ label: `${at + 1}`, parts: [median, ninetieth - median] }))}
      endsNow={false}
      formatValue={useWhole()}
    />
  )
}

interface DayRow {
  readonly median: number
  readonly ninetieth: number
}

function Steps({ steps }: Shown) {
  const desk = useTexts('desk')
  const rows = steps.map(({ status, ...row }) => ({ key: status, name: desk(`status.${status}`), ...row }))
  return (
    <WithTable
      chart="steps"
      columns={['step', 'orders', 'median', 'ninetieth']}
      rows={rows.map(({ key, name, orders, median, ninetieth }, at) => ({
        key,
        cells: [`${at + 1}. ${name}`, orders, median, ninetieth],
      }))}
    >
      <DayBars chart="steps" rows={rows} />
    </WithTable>
  )
}

function Stores({ stores }: Shown) {
  return (
    <WithTable
      chart="stores"
      columns={['store', 'deliveries', 'median', 'ninetieth']}
      rows={stores.map(({ bikeStoreId, storeName, deliveries, median, ninetieth }, at) => ({
        key: bikeStoreId,
        cells: [
          <Link key="store" to={pages.adminStore} params={{ bikeStoreId }}>
            {`${at + 1}. ${storeName}`}
          </Link>,
          deliveries,
          median,
          ninetieth,
        ],
      }))}
    >
      <DayBars chart="stores" rows={stores} />
    </WithTable>
  )
}

function Exposure({ exposure }: Shown) {
  const t = useTexts('figures')
  return (
    <WithTable
      chart="exposure"
      columns={['lessor', 'leases', 'instalments', 'residuals', 'total']}
      rows={exposure.map(({ leasingCompanyId, leasingCompanyName, leases, instalments, residuals, total }) => ({
        key: leasingCompanyId,
        cells: [
          <Link key="lessor" to={pages.adminLessor} params={{ leasingCompanyId }}>
            {leasingCompanyName}
          </Link>,
          leases,
          <Money key="instalments" euros={instalments} />,
          <Money key="residuals" euros={residuals} />,
          <Money key="total" euros={total} />,
        ],
      }))}
    >
      <BarChart
        heading={t('charts.exposure')}
        title={t('titles.exposure')}
        parts={[
          { name: t('parts.instalments'), colour: 1 },
          { name: t('parts.residuals'), colour: 3 },
        ]}
        bars={exposure.map(({ leasingCompanyName, instalments, residuals }) => ({
          label: short(leasingCompanyName),
          parts: [instalments, residuals],
        }))}
        endsNow={false}
        formatValue={useWhole()}
      />
    </WithTable>
  )
}
