import type { Cents } from '#platform/values/money.ts'
import type { PayrollRow } from './payroll-facts.ts'

export const salaryKinds = ['exempt', 'taxable', 'collected', 'deduction'] as const
export type SalaryKind = (typeof salaryKinds)[number]

/** The company's own pay type code by kind. */
export type PayTypeCodeOf = { readonly [K in SalaryKind]?: string | undefined }

/** Without an own code the Incomes Register's stands; a lowered gross pay has none there, so its code stays open. */
const registerCodes: Record<SalaryKind, string> = { exempt: '363', taxable: '364', collected: '420', deduction: '' }

/** One line for a payroll system: a pay type, once, at a price. */
export interface SalaryRow {
  readonly employeeNumber: string | null
  readonly payTypeCode: string
  readonly kind: SalaryKind
  readonly quantity: number
  readonly unitPriceCents: Cents
}

/**
 * The lines that a payroll system takes in: exempt, taxable and collected share and what lowers the gross pay. What is
 * collected from the net pay is there once, not as a deduction too. Lines of zero are left out.
 */
export function salaryRowsOf(rows: readonly PayrollRow[], codes: PayTypeCodeOf): SalaryRow[] {
  return rows.flatMap((row) => {
    const amounts: Record<SalaryKind, Cents> = {
      exempt: row.code363Cents,
      taxable: row.code364Cents,
      collected: row.code420Cents,
      deduction: row.benefitModel === 'FROM_SALARY' ? -row.deductionCents : 0,
    }
    return salaryKinds.flatMap((kind) => {
      if (amounts[kind] === 0) return []
      const payTypeCode = codes[kind]?.trim() || registerCodes[kind]
      return {
        employeeNumber: row.person.employeeNumber,
        payTypeCode,
        kind,
        quantity: 1,
        unitPriceCents: amounts[kind],
      }
    })
  })
}
