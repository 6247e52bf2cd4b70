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

interface MonthOfCompany {
  readonly companyId: string
  readonly rows: readonly ReportRow[]
}

type GroupCompanies = Awaited<ReturnType<typeof listGroupCompanies>>

const openOnes = (companies: GroupCompanies) =>
  companies.flatMap(({ id, locked_month_id }) => (locked_month_id === null ? [id] : []))

async function* monthsInTurn(reader: Reader, companies: GroupCompanies, month: Month): AsyncGenerator<MonthOfCompany> {
  const reports = readReports(reader, openOnes(companies), month)
  for (const { id, locked_month_id } of companies) {
    if (locked_month_id) yield { companyId: id, rows: await readFrozenRows(reader.db, locked_month_id) }
    else {
      const report = (await reports.next()).value as CompanyReport
      yield { companyId: id, rows: (await readMonth(reader.db, report, month)).rows }
    }
  }
}

/**
 * A month of each company of a group inside the scope, the kept rows of a locked one, each read when its turn comes: a
 * file never holds the rows of all. The first is read at once, so that a refusal is one. @throws NOT_FOUND
 */
export async function groupMonths(reader: Reader, { groupCompanyId, month }: GroupMonth) {
  const companies = await listGroupCompanies(reader.db, reader.scope, { groupCompanyId, month })
  const months = monthsInTurn(reader, companies, month)
  const first = (await months.next()).value as MonthOfCompany
  return (async function* () {
    yield first
    yield* months
  })()
}

/** The rows of a month over the companies of a group inside the scope, company by company. @throws NOT_FOUND */
export async function groupRows(reader: Reader, of: GroupMonth): Promise<AsyncGenerator<ReportRow>> {
  const months = await groupMonths(reader, of)
  return (async function* () {
    for await (const { rows } of months) yield* rows
  })()
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
