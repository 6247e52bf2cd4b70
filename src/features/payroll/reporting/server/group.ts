import type { Db } from '#platform/server/database/db.ts'
import type { Month } from '#platform/values/days.ts'
import { mayLock, openMonthOf, statesOf, visibleMonths } from '../rules/month-steps.ts'
import { monthsFrom, shiftMonth } from '../rules/months.ts'
import { openChecks } from '../rules/payroll-checks.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import { type PayrollTotals, totalsOf } from '../rules/payroll-totals.ts'
import type { GroupLine } from '../shapes.ts'
import { listGroupCompanies, pageOfCompanies } from './companies.ts'
import {
  type CompanyReport,
  hashOf,
  type Reader,
  readFrozenRows,
  readMonth,
  readNamesOfLocks,
  readReports,
  readTotalsOfLocks,
} from './months.ts'

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

/** So many months of each company stand beside each other. */
const MONTHS_SHOWN = 6

type Line = Omit<GroupLine, 'companyId' | 'companyName' | 'businessId' | 'rowCount' | 'changes' | 'totals'> & {
  totals: PayrollTotals
}

/** A company whose month is open: what it adds up to and what its lock needs; a month outside its months is empty. */
async function openLine(db: Db, report: CompanyReport, shown: readonly Month[]): Promise<Line> {
  const month = shown.at(-1)!
  const isVisible = visibleMonths(report.months).includes(month)
  const rows = isVisible ? (await readMonth(db, report, month)).rows : []
  return {
    state: 'PREVIEW',
    months: statesOf(report.months, shown),
    mayBeLocked: mayLock(month, report.months) === 'OK',
    openMonth: openMonthOf(report.months),
    openChecks: openChecks(rows, []),
    previewHash: hashOf(rows),
    totals: totalsOf(rows),
  }
}

const lockedLine = (locked: readonly Month[], shown: readonly Month[], totals: PayrollTotals): Line => ({
  state: 'LOCKED',
  months: statesOf({ first: null, locked }, shown),
  mayBeLocked: false,
  openMonth: openMonthOf({ first: null, locked }),
  openChecks: [],
  previewHash: null,
  totals,
})

/**
 * A month at companies that were found inside the scope: the sums of the locked ones in one query, and of the others no
 * month but the one that was asked for.
 */
async function readLines(reader: Reader, companies: GroupCompanies, month: Month) {
  const shown = monthsFrom(shiftMonth(month, 1 - MONTHS_SHOWN), month)
  const locks = companies.filter(({ locked_month_id }) => locked_month_id !== null)
  const sums = await readTotalsOfLocks(
    reader.db,
    locks.map(({ locked_month_id }) => locked_month_id!),
  )
  const names = await readNamesOfLocks(
    reader.db,
    locks.map(({ id }) => id),
  )
  const lines = new Map<string, Line>(
    locks.map(({ id }) => [id, lockedLine(names.get(id) ?? [], shown, sums.get(id) ?? totalsOf([]))]),
  )
  for await (const report of readReports(reader, openOnes(companies), month))
    lines.set(report.company.id, await openLine(reader.db, report, shown))
  return companies.map(({ id, name, business_id }) => ({
    companyId: id,
    companyName: name,
    businessId: business_id,
    ...lines.get(id)!,
  }))
}

/** A month at each company of a group inside the scope. @throws NOT_FOUND */
export async function readGroupMonth(reader: Reader, asked: GroupMonth) {
  return readLines(reader, await listGroupCompanies(reader.db, reader.scope, asked), asked.month)
}

/** A month at a page of all companies inside the scope. */
export async function readEveryCompany(reader: Reader, asked: Parameters<typeof pageOfCompanies>[2]) {
  const { rows, total } = await pageOfCompanies(reader.db, reader.scope, asked)
  return { lines: await readLines(reader, rows, asked.month), total }
}
