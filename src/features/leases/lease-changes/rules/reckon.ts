/** What each change of a payment makes of it, where rates of VAT and changes of the staff follow one another. Pure. */
import { withVatRate } from '#features/pricing/leasing/rules/net-stays.ts'
import type { MonthlyPayment } from '#features/pricing/leasing/rules/payments.ts'
import { rateOn, type ValidRate } from '#features/pricing/vat/rules.ts'
import { addMonths, type Day, firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'

export type Payment = MonthlyPayment & { readonly serviceShareCents: number }

/** A payment and the VAT rate for which it was set. */
export interface SetPayment {
  readonly payment: Payment
  readonly basisPoints: number
}

export interface WantedChange {
  readonly from: Month
  /** The VAT rate that the change follows, or what the staff have set. */
  readonly to: number | SetPayment
}

export interface ReckonedChange<C> {
  readonly change: C
  readonly before: Payment
  readonly after: Payment
  readonly rateBefore: number
  readonly rate: number
}

/** In their order: by month, and within one the rate first, on which a change of the staff stands. */
const inOrder = <C extends WantedChange>(changes: readonly C[]): C[] =>
  changes.toSorted(
    (one, other) =>
      one.from.localeCompare(other.from) || Number(typeof one.to !== 'number') - Number(typeof other.to !== 'number'),
  )

/**
 * Each change with the payment before and after it. Every payment is counted from what was agreed or set last, so a rate
 * that comes and goes leaves no cent behind. A rate that is paid already changes nothing and is left out.
 */
export function reckonChanges<C extends WantedChange>(agreed: SetPayment, changes: readonly C[]): ReckonedChange<C>[] {
  let set = agreed
  let rate = agreed.basisPoints
  let before = agreed.payment
  const reckoned: ReckonedChange<C>[] = []
  for (const change of inOrder(changes)) {
    const { to } = change
    if (to === rate) continue
    const rateBefore = rate
    if (typeof to === 'number') rate = to
    else set = to
    const after = set.basisPoints === rate ? set.payment : withVatRate(set.payment, set.basisPoints, rate)
    reckoned.push({ change, before, after, rateBefore, rate })
    before = after
  }
  return reckoned
}

/** A month from which another rate is paid than in the month before, and the day on which the rate changes. */
export interface Turn {
  readonly from: Month
  readonly day: Day
}

/** The turns whose months begin between two days. Payments are monthly: a rate that begins within a month is felt from the next. */
export function turnsBetween(rates: readonly ValidRate[], first: Day, last: Day): Turn[] {
  const turns: Turn[] = []
  for (let month = firstOfMonth(monthOf(first)); month <= last; month = addMonths(month, 1)) {
    const before = addMonths(month, -1)
    const now = rateOn(rates, month)
    if (month < first || !now || now.basis_points === rateOn(rates, before)?.basis_points) continue
    turns.push({ from: monthOf(month), day: now.valid_from > before ? now.valid_from : month })
  }
  return turns
}
