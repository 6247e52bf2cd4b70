import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { Month } from '#platform/values/days.ts'
import { visibleMonths } from '../rules/month-steps.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import { payrollMonth } from '../rules/payroll-month.ts'
import { type PayrollTotals, totalsOf } from '../rules/payroll-totals.ts'
import { listGroupCompanies } from './companies.ts'
import { readFrozenRows, readMonth, readReport, readTotalsOfLocks } from './months.ts'

export interface Reader {
  readonly db: Db
  readonly scope: Scope
  readonly env: Env
}

export interface GroupMonth {
  readonly groupCompanyId: string
  readonly month: Month
}

/** A month of each company of a group inside the scope: the kept rows of a locked one. @throws NOT_FOUND */
export async function groupMonths(reader: Reader, { groupCompanyId, month }: GroupMonth) {
  const { db, scope, env } = reader
  const months: { companyId: string; rows: readonly ReportRow[] }[] = []
  for (const { id, locked_month_id } of await listGroupCompanies(db, scope, { groupCompanyId, month })) {
    const rows = locked_month_id
      ? await readFrozenRows(db, locked_month_id)
      : (await readMonth(db, await readReport(db, scope, id, env), month)).rows
    months.push({ companyId: id, rows })
  }
  return months
}

/** The rows of a month over the companies of a group inside the scope, company by company. @throws NOT_FOUND */
export async function groupRows(reader: Reader, of: GroupMonth): Promise<ReportRow[]> {
  return (await groupMonths(reader, of)).flatMap(({ rows }) => rows)
}

/** What an open month of one company adds up to; a month outside its months adds up to nothing. */
async function openTotals({ db, scope, env }: Reader, companyId: string, month: Month): Promise<PayrollTotals> {
  const report = await readReport(db, scope, companyId, env)
  return totalsOf(visibleMonths(report.months).includes(month) ? payrollMonth(report.payroll, month) : [])
}

/**
 * The sums of a month at each company of a group inside the scope: the locked ones in one query, and of the others no
 * month but the one that was asked for. @throws NOT_FOUND
 */
export async function readGroupMonth(reader: Reader, asked: GroupMonth) {
  const companies = await listGroupCompanies(reader.db, reader.scope, asked)
  const locks = companies.flatMap(({ locked_month_id }) => locked_month_id ?? [])
  const sums = await readTotalsOfLocks(reader.db, locks)
  const found = []
  for (const { id, name, locked_month_id } of companies) {
    const isLocked = locked_month_id !== null
    const totals = isLocked ? (sums.get(id) ?? totalsOf([])) : await openTotals(reader, id, asked.month)
    found.push({ companyId: id, companyName: name, isLocked, totals })
  }
  return found
}
