import type { Cents } from '#platform/values/money.ts'

/** What a company's invoices of a month come to, credit notes apart. */
export interface BilledMonthSums {
  readonly instalmentCents: Cents
  readonly feeCents: Cents
  /** Lines that correct earlier months. */
  readonly correctionCents: Cents
  /** Credit notes of the month's invoices, below zero. */
  readonly creditCents: Cents
}

/** The instalments in a payroll month: of the operator's own leases, and of those that other lessors bill. */
export interface PayrollMonthSums {
  readonly ownCents: Cents
  readonly othersCents: Cents
}

export const differenceKinds = ['FEES', 'OTHER_LESSORS', 'CORRECTIONS', 'CREDITS', 'CHANGES'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * Invoice month beside payroll month: both sums, and why they differ. The parts add up to the difference; what no known
 * reason explains are leases that began, ended or changed after the invoice was made.
 */
export function compareMonth(billed: BilledMonthSums, payroll: PayrollMonthSums) {
  const { instalmentCents, feeCents, correctionCents, creditCents } = billed
  const invoicedCents = instalmentCents + feeCents + correctionCents + creditCents
  const payrollCents = payroll.ownCents + payroll.othersCents
  const cents: Record<DifferenceKind, Cents> = {
    FEES: feeCents,
    OTHER_LESSORS: -payroll.othersCents,
    CORRECTIONS: correctionCents,
    CREDITS: creditCents,
    CHANGES: instalmentCents - payroll.ownCents,
  }
  const parts = differenceKinds.flatMap((kind) => (cents[kind] === 0 ? [] : [{ kind, cents: cents[kind] }]))
  return { invoicedCents, payrollCents, differenceCents: invoicedCents - payrollCents, parts }
}
