import type { PayrollMonthView } from '#features/payroll/reporting/shapes.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import { monthName } from './month-name.ts'

/** Enough of a fingerprint to tell two files apart at a glance; the month's own page shows it whole. */
const SHORT = 12

function MonthRow({ view, open }: { view: PayrollMonthView; open: () => void }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const { month, state, rowCount, totals, lock } = view
  return (
    <tr>
      <td>
        <button type="button" className={styles.plain} onClick={open}>
          {monthName(month, language, { capital: true })}
        </button>
      </td>
      <td>
        <StatusPill holder={state === 'LOCKED' ? 'running' : 'employee'}>{t(`state.${state}`)}</StatusPill>
      </td>
      <td className={styles.amount}>{rowCount}</td>
      <td className={styles.amount}>
        <Money euros={totals.taxValue} />
      </td>
      <td>
        <Instant at={lock?.lockedAt} />
      </td>
      <td>{lock?.lockedBy ?? '–'}</td>
      <td>
        {lock ? (
          <code>
            CSV {lock.csvSha256.slice(0, SHORT)}… · XLSX {lock.xlsxSha256.slice(0, SHORT)}…
          </code>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}

/** All months: their state, who locked them, the fingerprints of their files. */
export function MonthHistory({ months }: { months: readonly PayrollMonthView[] }) {
  const t = useTexts('reporting')
  const [, setAddress] = useAddressState()
  const open = (month: string) => {
    setAddress({ month, event: null, page: null })
    window.scrollTo({ top: 0 })
  }
  return (
    <div>
      <h2 id="kuukaudet">{t('history.title')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard. */}
      <section className={styles.history} aria-label={t('history.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              <th scope="col">{t('history.state')}</th>
              <th scope="col" className={styles.amount}>
                {t('history.rows')}
              </th>
              <th scope="col" className={styles.amount}>
                {t('column.taxValue')}
              </th>
              <th scope="col">{t('history.at')}</th>
              <th scope="col">{t('history.lockedBy')}</th>
              <th scope="col">{t('history.hash')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map((view) => (
              <MonthRow key={view.month} view={view} open={() => open(view.month)} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
