import { Button } from '@mantine/core'
import { payments } from '#features/payments/contract.ts'
import type { UserPaymentState } from '#features/payments/rules/user-payments.ts'
import { useApi } from '#platform/web/api/api.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AskDeduction } from './AskDeduction.tsx'
import styles from './Orders.module.css'

const holders: Record<UserPaymentState, Holder> = {
  DRAFT: 'staff',
  SENT: 'employee',
  OVERDUE: 'trouble',
  PAID: 'running',
  CREDITED: 'running',
}

/** What the person has been billed, with the page to pay each open bill on; nothing when there is none. */
export function OwnPayments() {
  const t = useTexts('payments')
  const own = useApi(payments.list, {})
  const rows = own.data?.items ?? []
  if (rows.length === 0) return null
  return (
    <section className="wrap stack-md" id="laskut">
      <h2>{t('own.title')}</h2>
      <ul className={styles.bills}>
        {rows.map((row) => (
          <li key={row.userPaymentId} className="card">
            <div>
              <b>{row.description}</b>
              <p className="sm t2">
                {row.number} · {t('columns.due')} <Day day={row.dueDay} />
              </p>
            </div>
            <div className={styles.billSum}>
              <b className="fig">
                <Money euros={row.open > 0 ? row.open : row.amount} />
              </b>
              <StatusPill holder={holders[row.state]}>
                {row.isFromPay ? t('own.fromPay') : row.state === 'SENT' ? t('own.unpaid') : t(`states.${row.state}`)}
              </StatusPill>
            </div>
            {row.payPath && !row.isFromPay && <AskDeduction invoiceId={row.invoiceId} number={row.number ?? ''} />}
            {row.payPath && (
              <Button component="a" href={row.payPath} aria-label={t('own.payNamed', { number: row.number ?? '' })}>
                {t('own.pay')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
