import type { Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { AmountChange, PayrollAgreement, PayrollAmounts, PayrollRow, PayrollSettings } from './payroll-facts.ts'
import { basisOf, lastDayOf, regimeOfAgreement } from './payroll-row.ts'

const amountKeys = [
  'instalmentCents',
  'adminFeeCents',
  'valueCents',
  'code363Cents',
  'code364Cents',
  'code420Cents',
  'exemptFromPayCents',
  'grossLoweringCents',
  'netCollectionCents',
  'redemptionTaxableCents',
] as const satisfies readonly (keyof PayrollAmounts)[]

/** The sums of rows, whole cents. */
export function sumAmounts(rows: readonly PayrollAmounts[]): Record<keyof PayrollAmounts, Cents> {
  const sums = Object.fromEntries(amountKeys.map((key) => [key, 0])) as Record<keyof PayrollAmounts, Cents>
  for (const row of rows) for (const key of amountKeys) sums[key] += row[key]
  return sums
}

/** What payroll keys in, in the order in which a correction names it; the rest is named when nothing of it changed. */
const keyedIn = [
  'code363Cents',
  'code364Cents',
  'code420Cents',
  'grossLoweringCents',
  'netCollectionCents',
  'redemptionTaxableCents',
] as const satisfies readonly (keyof PayrollAmounts)[]

function changesOf(locked: PayrollAmounts, should: PayrollAmounts): AmountChange[] {
  const among = (keys: readonly (keyof PayrollAmounts)[]) =>
    keys
      .filter((amount) => locked[amount] !== should[amount])
      .map((amount) => ({ amount, fromCents: locked[amount], toCents: should[amount] }))
  const named = among(keyedIn)
  return named.length > 0 ? named : among(['exemptFromPayCents', 'valueCents', 'instalmentCents', 'adminFeeCents'])
}

export interface LockedMonthOfLease {
  readonly agreement: PayrollAgreement
  /** The locked month. */
  readonly month: Month
  /** Where the correction goes. */
  readonly openMonth: Month
  /** What the month should say by what is known now; null when the lease does not touch it. */
  readonly expected: PayrollRow | null
  /** What locked rows have said of it: its own row and earlier corrections. */
  readonly reported: readonly PayrollRow[]
  readonly settings: PayrollSettings
}

/**
 * The row that puts a locked month right: its amounts are the differences, so that sums over months come out right.
 * @returns null when the amounts were right
 */
export function correctionOf({
  agreement,
  month,
  openMonth,
  expected,
  reported,
  settings,
}: LockedMonthOfLease): PayrollRow | null {
  const reportedAmounts = sumAmounts(reported)
  const should = sumAmounts(expected ? [expected] : [])
  if (amountKeys.every((key) => should[key] === reportedAmounts[key])) return null
  const differences = Object.fromEntries(amountKeys.map((key) => [key, should[key] - reportedAmounts[key]])) as Record<
    keyof PayrollAmounts,
    Cents
  >
  const lease = expected ?? reported.at(-1)
  return {
    month: openMonth,
    correctsMonth: month,
    agreementId: agreement.agreementId,
    agreementNumber: agreement.agreementNumber,
    person: agreement.person,
    event: expected?.event ?? (agreement.isRedeemed ? 'REDEEMED' : 'ENDED'),
    leaseStart: agreement.startDay,
    leaseEnd: lastDayOf(agreement),
    leaseMonths: agreement.leaseMonths,
    monthsLeft: expected?.monthsLeft ?? 0,
    ...differences,
    benefitModel: lease?.benefitModel ?? agreement.benefitModel,
    regime: lease?.regime ?? regimeOfAgreement(agreement, month),
    exemptUsedCents: expected?.exemptUsedCents ?? 0,
    notes: [{ code: 'CORRECTS', month, changes: changesOf(reportedAmounts, should) }],
    settings,
    basis: basisOf(agreement),
  }
}
