import { chooseBillingTable } from '#features/pricing/leasing/rules/billing-table-choice.ts'
import {
  type BillingTerms,
  type LeaseOptions,
  type LeaseSchedule,
  type LeasingRefusal,
  leaseSchedule,
} from '#features/pricing/leasing/rules.ts'
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

/** A company, or null for a visitor, and its lessor. */
interface Priced {
  readonly companyId: string | null
  readonly leasingCompanyId: string | null
}

/** The one billing table that prices a company's leases on a day. */
export async function billingTermsFor(db: Db, company: Priced, day: Day): Promise<TermsInForce | LeasingRefusal> {
  const [terms] = await billingTermsOfEach(db, [company], day)
  return terms!
}

/** The same of several companies by one statement, in their order. */
export async function billingTermsOfEach(
  db: Db,
  companies: readonly Priced[],
  day: Day,
): Promise<(TermsInForce | LeasingRefusal)[]> {
  const given = <T>(values: readonly (T | null)[]) => [...new Set(values.filter((value): value is T => value !== null))]
  const lessors = given(companies.map(({ leasingCompanyId }) => leasingCompanyId))
  const companyIds = given(companies.map(({ companyId }) => companyId))
  const rows = lessors.length > 0 ? await billingTablesOn(db, lessors, { companyIds, day }) : []
  const tables = rows.map((row) => ({
    leasingCompanyId: row.leasing_company_id,
    companyId: row.company_id,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    row,
  }))
  return companies.map(({ companyId, leasingCompanyId }) => {
    const chosen = chooseBillingTable(tables, { leasingCompanyId: leasingCompanyId ?? '', companyId, day })
    return chosen.ok ? termsInForce(chosen.table.row) : chosen
  })
}

const termsInForce = (row: Awaited<ReturnType<typeof billingTablesOn>>[number]): TermsInForce => ({
  ok: true,
  billingTableId: row.id,
  billingTableVersion: row.version,
  leasingCompanyId: row.leasing_company_id,
  terms: termsOfRow(row),
})

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
