import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { bookkeeping } from '../contract.ts'
import styles from './Books.module.css'
import { Figures } from './Figures.tsx'

/** The account whose vouchers make the ledger's figure. */
const accounts = {
  BANK: 'BANK',
  RECEIVABLES: 'RECEIVABLES',
  PAYABLES: 'PAYABLES',
  PREPAYMENTS: 'PREPAYMENTS',
  DEDUCTIONS: 'PAYROLL_CLEARING',
} as const

type Row = ReplyOf<typeof bookkeeping.reconciliation>['rows'][number]

/** The ledger beside what it is compared with, a check a row. */
export function Compared({ rows }: { rows: readonly Row[] }) {
  const t = useTexts('bookkeeping')
  const amount = (euros: number | null) => (euros === null ? '–' : <Money euros={euros} />)
  return (
    <Figures
      title={t('month.checks')}
      columns={['kind', 'ledger', 'compared', 'difference']}
      amountsFrom={1}
      rows={rows.map((row) => [
        <span key="kind" className={row.agrees ? styles.agrees : styles.differs}>
          {row.agrees ? (
            <IconCheck size={18} stroke={2} role="img" aria-label={t('month.agrees')} />
          ) : (
            <IconAlertTriangle size={18} stroke={1.75} role="img" aria-label={t('month.differs')} />
          )}{' '}
          {t(`kinds.${row.kind}`)}
        </span>,
        <Link key="ledger" to={pages.adminBookkeeping} search={{ tab: 'vouchers', account: accounts[row.kind] }}>
          <Money euros={row.ledger} />
        </Link>,
        amount(row.compared),
        amount(row.difference),
      ])}
    />
  )
}
