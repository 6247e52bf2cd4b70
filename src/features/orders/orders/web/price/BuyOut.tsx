import { IconDownload } from '@tabler/icons-react'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType, PriceCardType } from '#features/orders/orders/shapes.ts'
import { addMonths, firstOfNextMonth, lastOfMonth, monthOf, monthsBetween } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { fileUrl } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { LineChart } from '#platform/web/figures/LineChart.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { formatWholeEuros } from './whole-euros.ts'

/** `5/2026` */
function monthLabel(day: string): string {
  const [year, month] = monthOf(day).split('-')
  return `${Number(month)}/${year}`
}

function MonthTable({ months }: { months: readonly { label: string; value: number }[] }) {
  const t = useTexts('orders')
  return (
    <details className={styles.explained}>
      <summary>{t('buyOut.table')}</summary>
      <table className={styles.months}>
        <thead>
          <tr>
            <th scope="col">{t('buyOut.month')}</th>
            <th scope="col">{t('buyOut.price')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.label}>
              <td className="n">{month.label}</td>
              <td>
                <Money euros={month.value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The price of this month, with the day that it is for. */
function PriceNow({ day, euros }: { day: string; euros: number }) {
  const t = useTexts('orders')
  const language = useLanguage()
  return (
    <p className={styles.gap}>
      <span className="sm muted">{t('buyOut.now', { day: formatDayIn(day, language) })}</span>
      <br />
      <b className="fig" style={{ fontSize: 'var(--fs-2xl)' }}>
        <Money euros={euros} />
      </b>
    </p>
  )
}

/** What the bike can be bought for after each month, as a line, as a table and as a document. */
export function BuyOut({ order, card }: { order: OrderViewType; card: PriceCardType }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const today = serviceDay()
  const first = order.startDay ?? firstOfNextMonth(today)
  const months = card.buyOut.map((price, index) => ({ label: monthLabel(addMonths(first, index)), value: price }))
  const running = order.agreement?.leaseState === 'ACTIVE'
  // After how many whole instalments the lease stands today; the first month has no earlier price.
  const paid = running ? Math.min(Math.max(monthsBetween(first, today), 0), months.length - 1) : null
  const now = paid === null ? undefined : months[paid]
  const last = months.at(-1)
  const start = months[0]
  if (!start || !last) return null
  const euros = (value: number) => formatWholeEuros(value, language)
  return (
    <section className="card">
      <h2>{t('buyOut.title')}</h2>
      <p className={`sm t2 ${styles.gap}`}>{t('buyOut.lead')}</p>
      {now && <PriceNow day={lastOfMonth(addMonths(first, paid ?? 0))} euros={now.value} />}
      <LineChart
        points={months}
        marks={[12, 24].filter((mark) => mark < months.length - 3)}
        title={t('buyOut.chart', {
          first: formatEuros(centsFromEuros(start.value), language),
          last: formatEuros(centsFromEuros(last.value), language),
          month: last.label,
        })}
        formatValue={euros}
      />
      <MonthTable months={months} />
      <Button
        component="a"
        href={fileUrl(orders.buyOutTable, { orderId: order.orderId })}
        variant="subtle"
        className={styles.more ?? ''}
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
      >
        {t('buyOut.pdf')}
      </Button>
    </section>
  )
}
