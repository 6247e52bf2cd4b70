import type { Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { PayrollPerson, PayrollRow } from './payroll-facts.ts'

export const salaryKinds = [
  'exemptOnTop',
  'exemptFromPay',
  'taxable',
  'collected',
  'grossLowering',
  'redemption',
] as const
export type SalaryKind = (typeof salaryKinds)[number]

/** The company's own pay type code by kind. */
export type PayTypeCodeOf = { readonly [K in SalaryKind]?: string | undefined }

/**
 * The codes that stand where a company has none of its own, from the Incomes Register: exempt and taxable share of the
 * bicycle benefit, what is collected for it, time-rate pay, which the lowering of the gross pay makes smaller, and
 * another fringe benefit for a redemption below the fair value.
 */
export const registerCodes: Readonly<Record<SalaryKind, string>> = {
  exemptOnTop: '363',
  exemptFromPay: '363',
  taxable: '364',
  collected: '420',
  grossLowering: '201',
  redemption: '317',
}

/** The kinds that count as pensionable pay. The lowering does: it takes as much away as the benefit brings. */
const pensionable: ReadonlySet<SalaryKind> = new Set(['exemptFromPay', 'taxable', 'grossLowering', 'redemption'])

/** One line for a payroll system: a pay type, once, at a price. */
export interface SalaryRow {
  readonly person: PayrollPerson
  readonly agreementNumber: string
  readonly payTypeCode: string
  readonly kind: SalaryKind
  readonly quantity: number
  readonly unitPriceCents: Cents
  /** The month that the amount belongs to: that of the report, or the one that is corrected. */
  readonly month: Month
  readonly isCorrection: boolean
  readonly isPensionable: boolean
}

function amountsOf(row: PayrollRow): Record<SalaryKind, Cents> {
  return {
    exemptOnTop: row.code363Cents - row.exemptFromPayCents,
    exemptFromPay: row.exemptFromPayCents,
    taxable: row.code364Cents,
    collected: row.netCollectionCents,
    grossLowering: 0 - row.grossLoweringCents,
    redemption: row.redemptionTaxableCents,
  }
}

/**
 * The lines that a payroll system takes in, one for each kind, each with its month. Every taxable euro of the report is
 * in them. What is collected from the net pay is there once. Lines of zero are left out.
 */
export function salaryRowsOf(rows: readonly PayrollRow[], codes: PayTypeCodeOf): SalaryRow[] {
  return rows.flatMap((row) => {
    const amounts = amountsOf(row)
    return salaryKinds.flatMap((kind) => {
      if (amounts[kind] === 0) return []
      return {
        person: row.person,
        agreementNumber: row.agreementNumber,
        payTypeCode: codes[kind]?.trim() || registerCodes[kind],
        kind,
        quantity: 1,
        unitPriceCents: amounts[kind],
        month: row.correctsMonth ?? row.month,
        isCorrection: row.correctsMonth !== null,
        isPensionable: pensionable.has(kind),
      }
    })
  })
}
