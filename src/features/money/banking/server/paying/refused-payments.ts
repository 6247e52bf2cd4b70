import { type RawBuilder, sql } from 'kysely'
import { accountOf } from '#features/money/invoices/rules/payable.ts'
import { payableFacts, unpayable } from '#features/money/invoices/server/payable.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import type { Cents } from '#platform/values/money.ts'
import { hasLatinForm } from '#platform/values/typed/latin.ts'
import type { AccountSource, PaymentOrderKind, PaymentProblem } from '../../rules.ts'
import { isUnderWay } from '../matching/overpaid.ts'

export type Paying = Pick<Services, 'brand'> & { readonly db: Db }

/** Why a payment may not leave, and the other invoice that stands in its way. */
interface RefusedPayment {
  readonly problem: PaymentProblem
  readonly otherNumber: string | null
}

interface WaitingRow {
  id: string
  payment_file_id: string | null
  kind: PaymentOrderKind
  invoice_id: string
  amount_cents: Cents
  payee_name: string
  payee_iban: string | null
  account_from: AccountSource
  repayable_cents: Cents
  register_iban: string | null
}

const waitingRows = (where: RawBuilder<unknown>) => sql<WaitingRow>`
  select o.id, o.payment_file_id, o.kind, o.invoice_id, o.amount_cents, o.payee_name, o.payee_iban, o.account_from, replace(l.iban, ' ', '') as register_iban,
         -i.open_cents - (select coalesce(sum(r.amount_cents), 0) from paytrail_refunds r
                           where r.invoice_id = i.id and r.state in (${isUnderWay}))::bigint as repayable_cents
    from payment_orders o join invoices i on i.id = o.invoice_id left join leasing_companies l on l.id = i.leasing_company_id
   where ${where}`

/** What keeps money that was paid too much from going back; before the release only to whom it would go. */
function problemOfRepayment(row: WaitingRow, gate: 'MAKE' | 'RELEASE', ownIban: string): PaymentProblem | null {
  if (row.payee_iban === ownIban) return 'OWN_ACCOUNT'
  if (gate === 'MAKE') return null
  if (row.account_from === 'REGISTER' && row.register_iban !== row.payee_iban) return 'PAYEE_CHANGED'
  return row.repayable_cents < row.amount_cents ? 'NOTHING_TO_REPAY' : null
}

/** The payments that may not leave, by their ids. */
export type RefusedPayments = ReadonlyMap<string, RefusedPayment & { readonly paymentFileId: string | null }>

/**
 * The payments `o` of a condition that may not be put into a file, or be released in one, by their ids. One rule judges
 * what is paid to sellers; what goes back to a payer is judged by what is still too much.
 */
export async function refusedPayments(
  { db, brand }: Paying,
  where: RawBuilder<unknown>,
  gate: 'MAKE' | 'RELEASE',
): Promise<RefusedPayments> {
  const { rows } = await waitingRows(where).execute(db)
  const purchases = rows.filter(({ kind }) => kind === 'INVOICE').map((row) => row.invoice_id)
  const facts = purchases.length === 0 ? null : await payableFacts({ db, brand }, purchases)
  const ownIban = compactIban(brand.iban)
  const refusedOf = (row: WaitingRow): RefusedPayment | null => {
    // Banks compare the payee's name with the account's, so nobody is paid by signs that they do not carry.
    if (!hasLatinForm(row.payee_name)) return { problem: 'NO_LATIN_NAME', otherNumber: null }
    const fact = row.kind === 'INVOICE' ? facts?.get(row.invoice_id) : undefined
    const problem = fact ? null : problemOfRepayment(row, gate, ownIban)
    if (!fact) return problem && { problem, otherNumber: null }
    const changed = accountOf(fact) === row.payee_iban ? null : { problem: 'PAYEE_CHANGED' as const, otherNumber: null }
    return unpayable(fact, gate, row.amount_cents) ?? changed
  }
  return new Map(
    rows.flatMap((row) => {
      const refused = refusedOf(row)
      return refused ? [[row.id, { ...refused, paymentFileId: row.payment_file_id }] as const] : []
    }),
  )
}
