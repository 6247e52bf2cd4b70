import type { ReactNode } from 'react'
import { payments } from '#features/money/payments/contract.ts'
import type { UserPaymentState } from '#features/money/payments/rules/user-payments.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnPayments.module.css'

type Row = ReplyOf<typeof payments.list>['items'][number]

interface Props {
  /** What else a person may ask about a bill that is to be paid. */
  ask: (bill: Pick<Row, 'invoiceId' | 'number'>) => ReactNode
}

const holders: Record<UserPaymentState, Holder> = {
  DRAFT: 'staff',
  SENT: 'employee',
  OVERDUE: 'trouble',
  PAID: 'running',
  CREDITED: 'running',
}

/** How many bills stand above the bike, the most urgent first: more would push it off the screen. */
const FIRST = 2

const isToPay = (row: Row) => row.payPath !== null && !row.isFromPay && !row.isDisputed

function useOwnPayments() {
  const rows = useApi(payments.list, {}).data?.items ?? []
  const urgent = rows
    .filter(isToPay)
    .sort((a, b) => a.dueDay.localeCompare(b.dueDay))
    .slice(0, FIRST)
  return { urgent, rest: rows.filter((row) => !urgent.includes(row)) }
}

/** The bills that are to be paid next; nothing when there is none. */
export function UrgentPayments({ ask }: Props) {
  const t = useTexts('payments')
  const { urgent, rest } = useOwnPayments()
  if (urgent.length === 0) return null
  return (
    <section className={`wrap stack-md ${styles.urgent}`} aria-label={t('own.toPay')}>
      <Bills rows={urgent} ask={ask} />
      {rest.some(isToPay) && <a href="#laskut">{t('own.more')}</a>}
    </section>
  )
}

/** What else the person has been billed; nothing when there is none. */
export function OwnPayments({ ask }: Props) {
  const t = useTexts('payments')
  const { rest } = useOwnPayments()
  if (rest.length === 0) return null
  return (
    <section className="wrap stack-md" id="laskut">
      <h2>{t('own.title')}</h2>
      <Bills rows={rest} ask={ask} />
    </section>
  )
}

const Bills = ({ rows, ask }: Props & { rows: readonly Row[] }) => (
  <ul className={styles.bills}>
    {rows.map((row) => (
      <Bill key={row.userPaymentId} row={row} ask={ask} />
    ))}
  </ul>
)

function BillState({ row }: { row: Row }) {
  const t = useTexts('payments')
  if (row.isDisputed) return <StatusPill holder="staff">{t('own.disputed')}</StatusPill>
  return (
    <StatusPill holder={holders[row.state]}>
      {row.isFromPay ? t('own.fromPay') : row.state === 'SENT' ? t('own.unpaid') : t(`states.${row.state}`)}
    </StatusPill>
  )
}

function Bill({ row, ask }: Props & { row: Row }) {
  const t = useTexts('payments')
  return (
    <li className="card">
      <div>
        <b>{row.description}</b>
        <p className="sm t2">
          {row.number} · {t('columns.due')} <Day day={row.dueDay} />
        </p>
        {row.isDisputed && <p className="sm">{t('own.disputedText')}</p>}
      </div>
      <div className={styles.billSum}>
        <b className="fig">
          <Money euros={row.open > 0 ? row.open : row.amount} />
        </b>
        <BillState row={row} />
      </div>
      <div className={styles.billActs}>
        {row.payPath && (
          <Button component="a" href={row.payPath} aria-label={t('own.payNamed', { number: row.number ?? '' })}>
            {t('own.pay')}
          </Button>
        )}
        {isToPay(row) && ask(row)}
      </div>
    </li>
  )
}
