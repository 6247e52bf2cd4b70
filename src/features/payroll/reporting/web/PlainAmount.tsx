import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useLanguage } from '#platform/web/words/i18n.ts'
import styles from './PayrollTable.module.css'

/** An amount in a column of euros, without the sign of the currency; nothing is a dash. */
export function PlainAmount({ euros }: { euros: number }) {
  const language = useLanguage()
  if (euros === 0) return <span className={styles.zero}>–</span>
  const text = formatEuros(centsFromEuros(euros), language).replace(/\s*€\s*/u, '')
  return <span className="n">{text}</span>
}
