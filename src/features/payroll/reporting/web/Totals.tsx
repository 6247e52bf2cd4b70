import type { ReactNode } from 'react'
import type { PayrollMonthView } from '#features/payroll/reporting/shapes.ts'
import { formatMonth } from '#platform/values/days.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'

const codes = [
  { code: '363', text: 'totals.exempt', of: 'code363', className: styles.code363 },
  { code: '364', text: 'totals.taxable', of: 'code364', className: styles.code364 },
  { code: '420', text: 'totals.collected', of: 'code420', className: styles.code420 },
] as const

/** What payroll takes: less gross pay, or a part of the net pay. */
const pay = [
  { text: 'totals.grossLowering', of: 'grossLowering' },
  { text: 'totals.netCollection', of: 'netCollection' },
] as const

function Figure({ name, children, below }: { name: ReactNode; children: ReactNode; below?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`fig ${styles.figure}`}>{children}</dd>
      {below && <dd className="sm t2">{below}</dd>}
    </div>
  )
}

/** The month's own rows in six figures, and below them what its corrections change, by the month that they correct. */
export function Totals({ month }: { month: PayrollMonthView }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  return (
    <div>
      <dl className={styles.totals}>
        <Figure name={t('totals.rows')} below={t('totals.changes', { count: month.changes })}>
          {formatCount(month.rowCount, language)}
        </Figure>
        {codes.map(({ code, text, of, className }) => (
          <Figure
            key={code}
            name={
              <>
                <b className={`${styles.code} ${className}`}>{code}</b> {t(text)}
              </>
            }
          >
            <Money euros={month.totals[of]} />
          </Figure>
        ))}
        {pay.map(({ text, of }) => (
          <Figure key={of} name={t(text)}>
            <Money euros={month.totals[of]} />
          </Figure>
        ))}
      </dl>
      {month.corrected.map(({ month: corrects, totals }) => (
        <p key={corrects} className="sm t2">
          {t('totals.correction', { month: formatMonth(corrects) })}:{' '}
          {codes.map(({ code, of }) => (
            <span key={code} className={styles.correction}>
              {code} <Money euros={totals[of]} />
            </span>
          ))}
          {pay.map(({ text, of }) => (
            <span key={of} className={styles.correction}>
              {t(text)} <Money euros={totals[of]} />
            </span>
          ))}
        </p>
      ))}
    </div>
  )
}
