import type { ReactNode } from 'react'
import type { PayrollMonthView } from '#features/reporting/shapes.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'

const codes = [
  { code: '363', text: 'totals.exempt', of: 'code363', className: styles.code363 },
  { code: '364', text: 'totals.taxable', of: 'code364', className: styles.code364 },
  { code: '420', text: 'totals.collected', of: 'code420', className: styles.code420 },
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

/** The month in five figures. */
export function Totals({ month }: { month: PayrollMonthView }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  return (
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
      <Figure name={t('totals.deduction')}>
        <Money euros={month.totals.deduction} />
      </Figure>
    </dl>
  )
}
