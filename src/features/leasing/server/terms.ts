import { chooseBillingTable } from '#features/leasing/rules/billing-table-choice.ts'
import {
  type BillingTerms,
  type LeaseOptions,
  type LeaseSchedule,
  type LeasingRefusal,
  leaseSchedule,
} from '#features/leasing/rules.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { termsOfRow } from './billing-table-rows.ts'
import { billingTablesOn } from './queries.ts'

export interface TermsInForce {
  readonly ok: true
  readonly billingTableId: string
  readonly billingTableVersion: number
  readonly leasingCompanyId: string
  readonly terms: BillingTerms
}

/**
 * The one billing table that prices a company's leases on a day.
 * @param company the company, or null for a visitor, and its lessor
 */
export async function billingTermsFor(
  db: Db,
  company: { companyId: string | null; leasingCompanyId: string | null },
  day: Day,
): Promise<TermsInForce | LeasingRefusal> {
  const { companyId, leasingCompanyId } = company
  const rows = leasingCompanyId ? await billingTablesOn(db, { leasingCompanyId, companyId, day }) : []
  const tables = rows.map((row) => ({
    leasingCompanyId: row.leasing_company_id,
    companyId: row.company_id,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    row,
  }))
  const chosen = chooseBillingTable(tables, { leasingCompanyId: leasingCompanyId ?? '', companyId, day })
  if (!chosen.ok) return chosen
  const { row } = chosen.table
  return {
    ok: true,
    billingTableId: row.id,
    billingTableVersion: row.version,
    leasingCompanyId: row.leasing_company_id,
    terms: termsOfRow(row),
  }
}

/** The operator's general billing table, for visitors who belong to no company. */
export async function operatorTerms(db: Db, day: Day): Promise<TermsInForce | LeasingRefusal> {
  const operator = await db
    .selectFrom('leasing_companies')
    .select('id')
    .where('kind', '=', 'OPERATOR')
    .executeTakeFirst()
  return billingTermsFor(db, { companyId: null, leasingCompanyId: operator?.id ?? null }, day)
}

/** The schedule of a price for a company, with the table that it came from. */
export async function leaseFor(
  db: Db,
  company: { companyId: string; leasingCompanyId: string | null },
  priceCents: Cents,
  options: LeaseOptions,
): Promise<{ ok: true; table: TermsInForce; schedule: LeaseSchedule } | LeasingRefusal> {
  const table = await billingTermsFor(db, company, options.day)
  if (!table.ok) return table
  const schedule = leaseSchedule(priceCents, table.terms, options)
  return schedule.ok ? { ok: true, table, schedule } : schedule
}

/** Answers a refusal of the schedule with its code; amounts in the details become euros. */
export function failLeasing(refusal: LeasingRefusal): never {
  const details = Object.entries(refusal.details).map(([name, figure]) =>
    name.endsWith('Cents') ? [name.slice(0, -'Cents'.length), eurosFromCents(Number(figure))] : [name, figure],
  )
  throw new AppError(refusal.code, { details: Object.fromEntries(details) })
}
