import { payments } from '#features/payments/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What the person has been billed, with the page to pay each open bill on; nothing when there is none. */
export function OwnPayments() {
  const t = useTexts('payments')
  const own = useApi(payments.list, {})
  const rows = own.data?.items ?? []
  if (rows.length === 0) return null
  return (
    <section className="wrap stack-md">
      <h2>{t('own.title')}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.userPaymentId}>
            {row.description}: <Money euros={row.amount} />, {t(`states.${row.state}`)}
            {row.payPath && (
              <>
                , {t('columns.due')} <Day day={row.dueDay} />{' '}
                <a href={row.payPath}>{t('own.pay', { number: row.number ?? '' })}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
