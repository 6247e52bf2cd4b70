/** What a lease has cost so far, what is left, and what the bicycle costs in all. Pure; cents. */
import {
  type FairValueTable,
  fairValueBasisPoints,
  mostEndTaxCents,
} from '#features/pricing/leasing/rules/fair-value.ts'
import { type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { type Day, firstOfMonth, type Month, monthOf, monthsBetween, nextMonth } from '#platform/values/days.ts'
import { type Cents, percentOf, sumCents } from '#platform/values/money.ts'

export interface PricedLease {
  readonly startDay: Day
  /** The last day by the agreement. */
  readonly endDay: Day
  /** The last day as it is set or has become. */
  readonly lastDay: Day
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  readonly changes: readonly PaymentChange[]
  readonly residualCents: Cents
  /** The price of the bicycle when it was new, and the day from which its value falls. */
  readonly newPriceCents: Cents
  readonly firstDay: Day
}

/** What the estimate of a bicycle's value and the tax of its redemption follow from; null without tax tables. */
export interface Values {
  readonly table: FairValueTable
  readonly topTaxBasisPoints: number | null
}

export interface LeaseTotal {
  /** Instalments of the months that are over. */
  readonly paidCents: Cents
  readonly paidCount: number
  readonly leftCents: Cents
  readonly leftCount: number
  /** The price at the end of the term: paid only by who redeems then. */
  readonly residualCents: Cents
  /** The most that the tax of redeeming at the end may be; null where nobody can tell. */
  readonly mostTaxCents: Cents | null
  /** All instalments with the price at the end, without and with that tax. */
  readonly wholeFromCents: Cents
  readonly wholeToCents: Cents
}

function instalmentsOf(lease: PricedLease): readonly { readonly month: Month; readonly cents: Cents }[] {
  const termEnd = monthOf(lease.endDay)
  const last = monthOf(lease.lastDay)
  const found: { month: Month; cents: Cents }[] = []
  for (let month = monthOf(lease.startDay); month <= last && month <= termEnd; month = nextMonth(month)) {
    const payment = paymentIn(lease, lease.changes, month)
    found.push({ month, cents: month === termEnd ? payment.lastInstalmentCents : payment.instalmentCents })
  }
  return found
}

/**
 * The figures that every card, head and paper shows of a lease. A month's instalment counts as paid once the month has
 * gone by; the one that runs is left.
 */
export function totalOf(lease: PricedLease, today: Day, { table, topTaxBasisPoints }: Values): LeaseTotal {
  const all = instalmentsOf(lease)
  const now = monthOf(today)
  const isOver = today > lease.lastDay
  const paid = all.filter(({ month }) => isOver || month < now)
  const sum = (some: typeof all) => sumCents(some.map(({ cents }) => cents))
  const ageAtEnd = monthsBetween(lease.firstDay, firstOfMonth(monthOf(lease.endDay))) + 1
  const worth = percentOf(lease.newPriceCents, fairValueBasisPoints(ageAtEnd, table))
  const taxable = Math.max(0, worth - lease.residualCents)
  const mostTaxCents = topTaxBasisPoints === null ? null : mostEndTaxCents(taxable, topTaxBasisPoints)
  const whole = sum(all) + lease.residualCents
  return {
    paidCents: sum(paid),
    paidCount: paid.length,
    leftCents: sum(all) - sum(paid),
    leftCount: all.length - paid.length,
    residualCents: lease.residualCents,
    mostTaxCents,
    wholeFromCents: whole,
    wholeToCents: whole + (mostTaxCents ?? 0),
  }
}

/**
 * What a lease costs whoever takes it over: the months from their first day on, and the end as it would be for anybody;
 * with the bicycle's age and what it is worth on that day.
 */
export function takerTotalOf(
  lease: PricedLease,
  startsOn: Day,
  values: Values,
): LeaseTotal & { readonly ageMonths: number; readonly worthCents: Cents } {
  const total = totalOf({ ...lease, startDay: startsOn }, startsOn, values)
  const ageMonths = Math.max(0, monthsBetween(lease.firstDay, startsOn))
  return {
    ...total,
    ageMonths,
    worthCents: percentOf(lease.newPriceCents, fairValueBasisPoints(ageMonths, values.table)),
  }
}
