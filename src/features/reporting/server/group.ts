import type { Month } from '#platform/values/days.ts'
import { visibleMonths } from '../rules/month-steps.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import { payrollMonth } from '../rules/payroll-month.ts'
import { type PayrollTotals, totalsOf } from '../rules/payroll-totals.ts'
import { listGroupCompanies } from './companies.ts'
import { type CompanyReport, type Reader, readFrozenRows, readMonth, readReports, readTotalsOfLocks } from './months.ts'

export interface GroupMonth {
  readonly groupCompanyId: string
  readonly month: Month
}

/** A month of each company of a group inside the scope: the kept rows of a locked one. @throws NOT_FOUND */
export async function groupMonths(reader: Reader, { groupCompanyId, month }: GroupMonth) {
  const { db, scope } = reader
  const companies = await listGroupCompanies(db, scope, { groupCompanyId, month })
  const open = new Map<string, readonly ReportRow[]>()
  for await (const report of readReports(reader, openOnes(companies), month))
    open.set(report.company.id, (await readMonth(db, report, month)).rows)
  const months: { companyId: string; rows: readonly ReportRow[] }[] = []
  for (const { id, locked_month_id } of companies)
    months.push({ companyId: id, rows: locked_month_id ? await readFrozenRows(db, locked_month_id) : open.get(id)! })
  return months
}

const openOnes = (companies: Awaited<ReturnType<typeof listGroupCompanies>>) =>
  companies.flatMap(({ id, locked_month_id }) => (locked_month_id === null ? [id] : []))

/** The rows of a month over the companies of a group inside the scope, company by company. @throws NOT_FOUND */
export async function groupRows(reader: Reader, of: GroupMonth): Promise<ReportRow[]> {
  return (await groupMonths(reader, of)).flatMap(({ rows }) => rows)
}

/** What an open month of one company adds up to; a month outside its months adds up to nothing. */
function openTotals(report: CompanyReport, month: Month): PayrollTotals {
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
  for await (const report of readReports(reader, openOnes(companies), asked.month))
    sums.set(report.company.id, openTotals(report, asked.month))
  return companies.map(({ id, name, locked_month_id }) => ({
    companyId: id,
    companyName: name,
    isLocked: locked_month_id !== null,
    totals: sums.get(id) ?? totalsOf([]),
  }))
}
