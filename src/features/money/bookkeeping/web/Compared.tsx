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

const Name = ({ row }: { row: Row }) => {
  const t = useTexts('bookkeeping')
  return (
    <span className={row.agrees ? styles.agrees : styles.differs}>
      {row.agrees ? (
        <IconCheck size={18} stroke={2} role="img" aria-label={t('month.agrees')} />
      ) : (
        <IconAlertTriangle size={18} stroke={1.75} role="img" aria-label={t('month.differs')} />
      )}
      {t(`kinds.${row.kind}`)}
    </span>
  )
}

/** What of the difference explains itself. */
const Parts = ({ row }: { row: Row }) => {
  const t = useTexts('bookkeeping')
  if (row.explained.length === 0) return null
  return (
    <ul className={styles.parts}>
      {row.explained.map(({ part, amount: euros }) => (
        <li key={part}>
          <Money euros={euros} /> {t(`bank.parts.${part}`)}
        </li>
      ))}
    </ul>
  )
}

const Ledger = ({ row, until }: { row: Row; until?: string }) => (
  <Link
    to={pages.adminBookkeeping}
    search={{ tab: 'vouchers', account: accounts[row.kind], ...(until ? { to: until } : {}) }}
  >
    <Money euros={row.ledger} />
  </Link>
)

const amount = (euros: number | null) => (euros === null ? '–' : <Money euros={euros} />)

/** The ledger beside what it is compared with, a check a row. */
export function Compared({ rows }: { rows: readonly Row[] }) {
  const t = useTexts('bookkeeping')
  return (
    <Figures
      title={t('check.title')}
      columns={['kind', 'ledger', 'compared', 'difference']}
      amountsFrom={1}
      rows={rows.map((row) => [
        <div key="kind">
          <Name row={row} />
          <Parts row={row} />
        </div>,
        <Ledger key="ledger" row={row} />,
        amount(row.compared),
        amount(row.difference),
      ])}
    />
  )
}

/** The same in a narrow place: a check below the other, the figures of those that differ beneath. */
export function Checks({ rows, until }: { rows: readonly Row[]; until: string }) {
  const t = useTexts('bookkeeping')
  return (
    <ul className={styles.checks}>
      {rows.map((row) => (
        <li key={row.kind}>
          <Name row={row} />
          <small>
            {t('columns.ledger')} <Ledger row={row} until={until} />
            {!row.agrees && (
              <span>
                , {t('columns.compared')} {amount(row.compared)}, {t('columns.difference')} {amount(row.difference)}
              </span>
            )}
          </small>
          <Parts row={row} />
        </li>
      ))}
    </ul>
  )
}
