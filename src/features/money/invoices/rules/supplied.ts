/** What of an invoice is a sale by a day: what has been supplied, and what has been paid before. Pure. */

import type { Day } from '#platform/values/days.ts'
import { type Cents, mulDivHalfUp, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { InvoicePurpose } from '../rules.ts'
import { type LedgerAccount, type Posting, salesAccounts } from './posting.ts'

/** What an invoice and its credit notes bill of one purpose, at one rate, supplied on one day. */
export interface SuppliedPart {
  readonly day: Day
  readonly purpose: InvoicePurpose
  readonly vatBasisPoints: number
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly grossCents: Cents
}

interface Supplied {
  /** The last day whose supplies are sales. */
  readonly until: Day
  readonly paidCents: Cents
}

/**
 * Where the lines of an invoice stand in the ledger. Payments settle what is supplied first, so the sale reaches as far as
 * the supplies or the payments do, whichever goes further; the rest stands gross on its own account.
 */
export function standingOf(parts: readonly SuppliedPart[], { until, paidCents }: Supplied): Posting[] {
  const ordered = parts.toSorted(
    (one, other) =>
      one.day.localeCompare(other.day) ||
      one.purpose.localeCompare(other.purpose) ||
      one.vatBasisPoints - other.vatBasisPoints,
  )
  const supplied = sumCents(ordered.filter(({ day }) => day <= until).map(({ grossCents }) => grossCents))
  let left = Math.max(supplied, paidCents)
  return ordered.flatMap((part) => {
    const sold = Math.min(Math.max(left, 0), part.grossCents)
    left -= sold
    return standing(part, sold)
  })
}

function standing(part: SuppliedPart, sold: Cents): Posting[] {
  const { grossCents, vatBasisPoints } = part
  const share = (cents: Cents) => (sold === grossCents ? cents : mulDivHalfUp(cents, sold, grossCents))
  const net = share(part.netCents)
  const vat = share(part.vatCents)
  const row = (account: LedgerAccount, cents: Cents, rate: number | null) => ({
    account,
    amountCents: cents === 0 ? 0 : -cents,
    vatBasisPoints: rate,
  })
  return [
    row(salesAccounts[part.purpose], net, vatBasisPoints),
    row('VAT_OUTPUT', vat, vatBasisPoints),
    row('ROUNDING', sold - net - vat, null),
    row('ADVANCE_INVOICES', grossCents - sold, null),
  ]
}

const keyOf = ({ account, vatBasisPoints }: Posting) => `${account} ${vatBasisPoints}`

/** The rows that bring the ledger from how it stands to how it should; none where it stands so. */
export function rowsBetween(from: readonly Posting[], to: readonly Posting[]): Posting[] {
  const sums = Map.groupBy(
    [...to, ...from.map((row) => ({ ...row, amountCents: row.amountCents === 0 ? 0 : -row.amountCents }))],
    keyOf,
  )
  return [...sums.values()]
    .map((rows) => ({ ...present(rows[0]), amountCents: sumCents(rows.map(({ amountCents }) => amountCents)) }))
    .filter(({ amountCents }) => amountCents !== 0)
}
