/**
 * The guard of changes (B7): an agreement whose benefit is still exempt may lose the exemption when its price, term or
 * parties change, or when it ends. Such a change is named and confirmed by typing before it is made.
 */
import { regimeOfAgreement } from '#features/payroll/reporting/rules/payroll-row.ts'
import type { TaxRegime } from '#features/pricing/tax/rules/benefit-regime.ts'
import { addMonths, type Day, firstOfMonth, lastOfMonth, type Month, monthOf } from '#platform/values/days.ts'

export interface GuardedLease {
  readonly commitmentDay: Day | null
  readonly taxRegime: TaxRegime | null
  readonly startDay: Day
  readonly endDay: Day
  readonly originalEndDay: Day
  readonly exemptUntil: Day | null
}

/** An exemption that a change would put at risk: by which rule it stands, and its last day as things are. */
export interface Exemption {
  readonly regime: Exclude<TaxRegime, 'TAXABLE'>
  readonly commitmentDay: Day | null
  readonly until: Day
}

/** The exemption that a lease has in a month, or null when none is left to lose. */
export function exemptionIn(lease: GuardedLease, month: Month): Exemption | null {
  const regime = regimeOfAgreement(lease, month)
  if (regime === 'TAXABLE') return null
  let last = month
  for (let next = after(month); next <= monthOf(lease.endDay) && isExempt(lease, next); next = after(next)) last = next
  return { regime, commitmentDay: lease.commitmentDay, until: lastOfMonth(firstOfMonth(last)) }
}

const after = (month: Month) => monthOf(addMonths(firstOfMonth(month), 1))
const isExempt = (lease: GuardedLease, month: Month) => regimeOfAgreement(lease, month) !== 'TAXABLE'
