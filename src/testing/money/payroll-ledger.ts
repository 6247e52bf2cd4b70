import { shiftMonth } from '#features/payroll/reporting/rules/months.ts'
import type { PayrollAgreement, PayrollRow, PayrollSettings } from '#features/payroll/reporting/rules/payroll-facts.ts'
import { type CompanyPayroll, payrollMonth } from '#features/payroll/reporting/rules/payroll-month.ts'
import { type ExemptLimits, STATUTORY_EXEMPT_LIMITS } from '#features/pricing/tax/rules/benefit-regime.ts'
import { testSettings } from './payroll-facts.ts'

/** Keeps locked rows as the database does. */
export function payrollLedger(settings: PayrollSettings = testSettings) {
  const frozen: PayrollRow[] = []
  const state: { settings: PayrollSettings; limits: ExemptLimits } = { settings, limits: STATUTORY_EXEMPT_LIMITS }
  const company = (agreements: readonly PayrollAgreement[], openMonth: string | null): CompanyPayroll => {
    const own = Map.groupBy(frozen, (row) => row.agreementId)
    const mains = (rows: readonly PayrollRow[]) => rows.filter((row) => row.correctsMonth === null)
    const lockedExempt = new Map<string, Map<string, number>>()
    for (const row of frozen) {
      const months = lockedExempt.get(row.person.employeeId) ?? new Map<string, number>()
      const month = row.correctsMonth ?? row.month
      lockedExempt.set(row.person.employeeId, months.set(month, (months.get(month) ?? 0) + row.code363Cents))
    }
    return {
      settings: state.settings,
      exemptLimitsIn: () => state.limits,
      agreements,
      openMonth,
      previous: new Map(
        [...own].flatMap(([id, rows]) =>
          mains(rows)
            .slice(-1)
            .map((row) => [id, row] as const),
        ),
      ),
      lockedBasis: new Map([...own].map(([id, rows]) => [id, rows.at(-1)!.basis])),
      frozen: own,
      lockedExempt,
    }
  }
  let open: string | null = null
  return {
    frozen,
    state,
    preview: (agreements: readonly PayrollAgreement[], month: string) => payrollMonth(company(agreements, open), month),
    lock(agreements: readonly PayrollAgreement[], month: string) {
      const rows = payrollMonth(company(agreements, open), month)
      frozen.push(...rows)
      open = shiftMonth(month, 1)
      return rows
    },
  }
}
