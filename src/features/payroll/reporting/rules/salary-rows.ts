import type { Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import type { PayrollPerson, PayrollRow } from './payroll-facts.ts'

const rowKinds = [
  'exemptOnTop',
  'exemptFromPay',
  'taxable',
  'collected',
  'collectedOutside',
  'grossLowering',
  'redemption',
] as const
type RowKind = (typeof rowKinds)[number]
/** What stands in the report's rows, and bills of the service that the employer keeps from the net pay. */
export type SalaryKind = RowKind | 'billDeduction'

/** The company's own pay type code by kind. */
export type PayTypeCodeOf = { readonly [K in SalaryKind]?: string | undefined }

/**
 * The codes that stand where a company has none of its own, from the Incomes Register: exempt and taxable share of the
 * bicycle benefit, what is collected for it from the pay or (for information) outside it, time-rate pay, which the lowering of the gross pay makes smaller, another
 * fringe benefit for a redemption below the fair value, and another item deductible from the net pay for a bill.
 */
export const registerCodes: Readonly<Record<SalaryKind, string>> = {
  exemptOnTop: '363',
  exemptFromPay: '363',
  taxable: '364',
  collected: '420',
  collectedOutside: '420',
  grossLowering: '201',
  redemption: '317',
  billDeduction: '408',
}

/** The kinds that count as pensionable pay. The lowering does: it takes as much away as the benefit brings. */
const pensionable: ReadonlySet<SalaryKind> = new Set(['exemptFromPay', 'taxable', 'grossLowering', 'redemption'])

/** Whom a line is for. */
type SalaryPerson = Pick<
  PayrollPerson,
  'employeeId' | 'employeeNumber' | 'lastName' | 'firstName' | 'unit' | 'costUnit'
>

/** A bill that is kept from the net pay of a month, or the part of it that was. */
export interface PayDeduction {
  readonly person: SalaryPerson
  readonly invoiceNumber: string
  readonly cents: Cents
}

/** One line for a payroll system: a pay type, once, at a price. */
export interface SalaryRow {
  readonly person: SalaryPerson
  /** The agreement, or the bill that is kept from the pay. */
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

function amountsOf(row: PayrollRow): Record<RowKind, Cents> {
  return {
    exemptOnTop: row.code363Cents - row.exemptFromPayCents,
    exemptFromPay: row.exemptFromPayCents,
    taxable: row.code364Cents,
    collected: row.netCollectionCents,
    collectedOutside: row.code420Cents - row.netCollectionCents,
    grossLowering: 0 - row.grossLoweringCents,
    redemption: row.redemptionTaxableCents,
  }
}

const codeOf = (kind: SalaryKind, codes: PayTypeCodeOf) => codes[kind]?.trim() || registerCodes[kind]

/** The lines for bills that are kept from the pay of a month; they are no part of the benefit and of no report row. */
export function deductionRowsOf(deductions: readonly PayDeduction[], month: Month, codes: PayTypeCodeOf): SalaryRow[] {
  return deductions.map(({ person, invoiceNumber, cents }) => ({
    person,
    agreementNumber: invoiceNumber,
    payTypeCode: codeOf('billDeduction', codes),
    kind: 'billDeduction',
    quantity: 1,
    unitPriceCents: cents,
    month,
    isCorrection: false,
    isPensionable: false,
  }))
}

/**
 * The lines that a payroll system takes in, one for each kind, each with its month. Every taxable euro of the report is
 * in them. What is collected from the net pay is there once, and what was paid outside it as a line that takes nothing. Lines of zero are left out.
 */
export function salaryRowsOf(rows: readonly PayrollRow[], codes: PayTypeCodeOf): SalaryRow[] {
  return rows.flatMap((row) => {
    const amounts = amountsOf(row)
    return rowKinds.flatMap((kind) => {
      if (amounts[kind] === 0) return []
      return {
        person: row.person,
        agreementNumber: row.agreementNumber,
        payTypeCode: codeOf(kind, codes),
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
