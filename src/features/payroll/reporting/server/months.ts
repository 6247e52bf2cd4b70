import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { firstOfMonth, helsinkiDay, lastOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { sumAmounts } from '../rules/corrections.ts'
import { type CompanyMonths, mayLock, visibleMonths } from '../rules/month-steps.ts'
import { type PayrollRow, payrollEvents, type ReportRow } from '../rules/payroll-facts.ts'
import { type CompanyPayroll, payrollMonth } from '../rules/payroll-month.ts'
import type { PayrollTotals } from '../rules/payroll-totals.ts'
import { totalsOf } from '../rules/payroll-totals.ts'
import { anyOf, readPayrolls } from './company-payroll.ts'

/** Companies inside the scope, with what their reports are counted with; those outside are left out. */
async function findCompanies(db: Db, scope: Scope, ids: readonly string[], { lock = false } = {}) {
  const query = db
    .selectFrom('companies as c')
    .select([
      'c.id',
      'c.name',
      'c.business_id',
      'c.language',
      'c.group_company_id',
      'c.extra_operating_cents',
      'c.exempt_allocation',
      'c.pay_type_codes',
      'c.export_profile',
    ])
    .where('c.id', '=', anyOf(ids))
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
  return (lock ? query.forNoKeyUpdate() : query).execute()
}
export type ReportingCompany = Awaited<ReturnType<typeof findCompanies>>[number]

/** A company inside the scope, with what its report is counted with. @throws NOT_FOUND outside */
export async function requireCompany(db: Db, scope: Scope, companyId: string): Promise<ReportingCompany> {
  return (await findCompanies(db, scope, [companyId]))[0] ?? fail('NOT_FOUND')
}

/** The locked months of companies, all or the one asked for, with the files that were frozen, newest first. */
async function readLockedMonths(db: Db, companyIds: readonly string[], month?: Month) {
  return db
    .selectFrom('payroll_months as m')
    .innerJoin('users as u', 'u.id', 'm.locked_by')
    .select([
      'm.id',
      'm.company_id',
      'm.month',
      'm.locked_at',
      'm.row_count',
      'm.csv_file_id',
      'm.xlsx_file_id',
      'm.csv_sha256',
      'm.xlsx_sha256',
      'm.salary_file_id',
      'm.salary_sha256',
      'm.names_absence_reasons',
      'u.first_name',
      'u.last_name',
    ])
    .where('m.company_id', '=', anyOf(companyIds))
    .$if(month !== undefined, (query) => query.where('m.month', '=', month!))
    .orderBy('m.month', 'desc')
    .execute()
}

/** Which months companies have locked, newest first: a year has many, and a month is counted from their names alone. */
async function readNamesOfLocks(db: Db, companyIds: readonly string[]): Promise<Map<string, Month[]>> {
  const rows = await db
    .selectFrom('payroll_months')
    .select(['company_id', sql<Month[]>`array_agg(month order by month desc)`.as('months')])
    .where('company_id', '=', anyOf(companyIds))
    .groupBy('company_id')
    .execute()
  return new Map(rows.map((row) => [row.company_id, row.months]))
}

export type LockedMonth = Awaited<ReturnType<typeof readLockedMonths>>[number]

/** The frozen rows of a locked month, in their order. */
export async function readFrozenRows(db: Db, monthId: string): Promise<ReportRow[]> {
  const rows = await db
    .selectFrom('payroll_rows')
    .select('facts')
    .where('payroll_month_id', '=', monthId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.facts as ReportRow)
}

export interface Reader {
  readonly db: Db
  readonly scope: Scope
  readonly env: Env
}

export interface CompanyReport {
  readonly company: ReportingCompany
  /** The locks that were read: all, or that of the one month asked for. */
  readonly locked: readonly LockedMonth[]
  readonly payroll: CompanyPayroll
  readonly months: CompanyMonths
}

interface ReportOptions {
  readonly lock?: boolean
  /** The only month that is looked at, where it is one: the files of other locks are not read. */
  readonly month?: Month
}

/** The reports of several companies inside the scope, with as many statements as for one. @throws NOT_FOUND */
async function readBatch(
  { db, scope, env }: Reader,
  companyIds: readonly string[],
  options: ReportOptions = {},
): Promise<CompanyReport[]> {
  const found = await findCompanies(db, scope, companyIds, options)
  const byId = new Map(found.map((company) => [company.id, company]))
  const companies = companyIds.map((id) => byId.get(id) ?? fail('NOT_FOUND'))
  const locks = Map.groupBy(await readLockedMonths(db, companyIds, options.month), (lock) => lock.company_id)
  const names = options.month ? await readNamesOfLocks(db, companyIds) : null
  const given = companies.map((company) => {
    const locked = locks.get(company.id) ?? []
    return { company, locked, lockedMonths: names ? (names.get(company.id) ?? []) : locked.map(({ month }) => month) }
  })
  const payrolls = await readPayrolls(db, given)
  const current = monthOf(helsinkiDay(env.now()))
  return given.map(({ company, locked, lockedMonths }) => {
    const payroll = payrolls.get(company.id)!
    const months = { first: payroll.first, locked: lockedMonths, current }
    return { company, locked, payroll, months }
  })
}

/** All that a company's months are shown or locked from. @throws NOT_FOUND for a company outside the scope */
export async function readReport(
  db: Db,
  scope: Scope,
  companyId: string,
  env: Env,
  options: { lock?: boolean } = {},
): Promise<CompanyReport> {
  return (await readBatch({ db, scope, env }, [companyId], options))[0]!
}

/** Companies whose reports are held at once, and as many are being read: few statements, and memory stays flat. */
const COMPANIES_AT_ONCE = 25

/**
 * The reports of many companies for one month, in their order; the next ones are read while these are worked on.
 * @throws NOT_FOUND
 */
export async function* readReports(
  reader: Reader,
  companyIds: readonly string[],
  month: Month,
): AsyncGenerator<CompanyReport> {
  const read = (from: number) => {
    const ids = companyIds.slice(from, from + COMPANIES_AT_ONCE)
    const batch = ids.length > 0 ? readBatch(reader, ids, { month }) : Promise.resolve([])
    // Its fault is thrown when its turn comes, which may be never.
    batch.catch(() => undefined)
    return batch
  }
  let next = read(0)
  for (let from = 0; from < companyIds.length; from += COMPANIES_AT_ONCE) {
    const batch = await next
    next = read(from + COMPANIES_AT_ONCE)
    yield* batch
  }
}

export interface ReportMonth {
  readonly month: Month
  readonly rows: readonly ReportRow[]
  readonly lock: LockedMonth | null
}

/** One month with its rows: frozen, or counted now. @throws NOT_FOUND for a month that has not begun */
export async function readMonth(db: Db, report: CompanyReport, month: Month): Promise<ReportMonth> {
  const visible = visibleMonths(report.months)
  if (month > (visible[0] ?? month)) fail('NOT_FOUND')
  const lock = report.locked.find((one) => one.month === month) ?? null
  if (!lock && report.months.locked.includes(month)) throw new Error(`the lock of ${month} was not read`)
  if (lock) return { month, lock, rows: await readFrozenRows(db, lock.id) }
  // Nothing was reported here before the company's first month.
  if (!visible.includes(month)) return { month, lock, rows: [] }
  const company = { name: report.company.name, businessId: report.company.business_id }
  return { month, lock, rows: payrollMonth(report.payroll, month).map((row) => ({ ...row, company })) }
}

/** The sums of locked months in one query, their own rows and each corrected month apart. */
async function sumLockedRows(db: Db, of: { companyId: string } | { monthIds: readonly string[] }) {
  const sum = (key: string): RawBuilder<number> =>
    sql<number>`coalesce(sum((facts ->> ${sql.lit(key)})::bigint), 0)::bigint`
  const count = (event: string): RawBuilder<number> =>
    sql<number>`(count(*) filter (where event = ${sql.lit(event)}))::int`
  const rows = db.selectFrom('payroll_rows')
  return (
    'companyId' in of ? rows.where('company_id', '=', of.companyId) : rows.where('payroll_month_id', 'in', of.monthIds)
  )
    .select([
      'company_id',
      'month',
      'corrects_month',
      sum('instalmentCents').as('instalmentCents'),
      sum('adminFeeCents').as('adminFeeCents'),
      sum('valueCents').as('valueCents'),
      sum('code363Cents').as('code363Cents'),
      sum('code364Cents').as('code364Cents'),
      sum('code420Cents').as('code420Cents'),
      sum('exemptFromPayCents').as('exemptFromPayCents'),
      sum('grossLoweringCents').as('grossLoweringCents'),
      sum('netCollectionCents').as('netCollectionCents'),
      sum('redemptionTaxableCents').as('redemptionTaxableCents'),
      ...payrollEvents.map((event) => count(event).as(event)),
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`(count(*) filter (where event <> 'RUNNING' or corrects_month is not null))::int`.as('changes'),
    ])
    .groupBy(['company_id', 'month', 'corrects_month'])
    .orderBy('corrects_month')
    .execute()
}

async function readLockedTotals(db: Db, companyId: string): Promise<Map<Month, PayrollTotals>> {
  const rows = await sumLockedRows(db, { companyId })
  return new Map([...Map.groupBy(rows, ({ month }) => month)].map(([month, own]) => [month, lockedTotals(own)]))
}

/** The sums of a month's locks at several companies, by company. */
export async function readTotalsOfLocks(db: Db, monthIds: readonly string[]): Promise<Map<string, PayrollTotals>> {
  if (monthIds.length === 0) return new Map()
  const rows = await sumLockedRows(db, { monthIds })
  return new Map([...Map.groupBy(rows, (row) => row.company_id)].map(([id, own]) => [id, lockedTotals(own)]))
}

type LockedSums = Awaited<ReturnType<typeof sumLockedRows>>[number]

/** A locked month's own rows and its corrections, each summed by the database. */
function lockedTotals(sums: readonly LockedSums[]): PayrollTotals {
  const amountsOf = (row: LockedSums) => sumAmounts([row])
  const total = (of: (row: LockedSums) => number) => sums.reduce((sum, row) => sum + of(row), 0)
  const corrected = sums.flatMap((row) =>
    row.corrects_month === null ? [] : { month: row.corrects_month, amounts: amountsOf(row), rows: row.rows },
  )
  return {
    amounts: sumAmounts(sums.filter((row) => row.corrects_month === null)),
    corrected: corrected.map(({ month, amounts }) => ({ month, amounts })),
    rows: total((row) => row.rows),
    corrections: corrected.reduce((sum, { rows }) => sum + rows, 0),
    changes: total((row) => row.changes),
    events: Object.fromEntries(
      payrollEvents.map((event) => [event, total((row) => row[event])]),
    ) as PayrollTotals['events'],
  }
}

/** Every month that a company sees with its sums, newest first. */
export async function listMonths(db: Db, report: CompanyReport) {
  const frozen = await readLockedTotals(db, report.company.id)
  return visibleMonths(report.months).map((month) => {
    const lock = report.locked.find((one) => one.month === month) ?? null
    const totals = lock ? (frozen.get(month) ?? totalsOf([])) : totalsOf(payrollMonth(report.payroll, month))
    return { month, lock, totals, mayBeLocked: mayLock(month, report.months) === 'OK' }
  })
}

/** The day after which news goes into the next month: the lock's, or the last of the month. */
export function cutOffDay(month: Month, lock: LockedMonth | null): string {
  return lock ? helsinkiDay(lock.locked_at) : lastOfMonth(firstOfMonth(month))
}

/** One fingerprint of all rows of a preview. */
export function hashOf(rows: readonly PayrollRow[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
