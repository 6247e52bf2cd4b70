import type { LeasingRefusal } from '#features/pricing/leasing/rules.ts'
import type { Day } from '#platform/values/days.ts'

export interface BillingTableScope {
  leasingCompanyId: string
  /** The one company the table is for; null for every company. */
  companyId: string | null
  validFrom: Day
  /** The last day of validity; null while no end is known. */
  validTo: Day | null
}

export interface BillingTableNeed {
  leasingCompanyId: string
  /** Null for a visitor without a company. */
  companyId: string | null
  day: Day
}

/**
 * The one table that prices a lease on a day: of the lessor, valid, the
 * company's own before the general one. None, or two that tie, is a mistake in
 * the configuration and is never settled by guessing.
 */
export function chooseBillingTable<Table extends BillingTableScope>(
  tables: readonly Table[],
  { leasingCompanyId, companyId, day }: BillingTableNeed,
): { ok: true; table: Table } | LeasingRefusal {
  const valid = tables.filter(
    (table) =>
      table.leasingCompanyId === leasingCompanyId &&
      table.validFrom <= day &&
      (table.validTo === null || day <= table.validTo),
  )
  const own = companyId === null ? [] : valid.filter((table) => table.companyId === companyId)
  const candidates = own.length > 0 ? own : valid.filter((table) => table.companyId === null)
  const [table] = candidates
  if (table && candidates.length === 1) return { ok: true, table }
  return {
    ok: false,
    code: 'LEASING_CONFIGURATION_INVALID',
    details: { reason: table ? 'SEVERAL_BILLING_TABLES' : 'NO_BILLING_TABLE', tables: candidates.length },
  }
}
