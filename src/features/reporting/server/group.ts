import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import { listGroupCompanyIds } from './companies.ts'
import { readMonth, readReport } from './months.ts'

/** The rows of a month over the companies of a group inside the scope, company by company. @throws NOT_FOUND */
export async function groupRows(
  { db, scope, env }: { db: Db; scope: Scope; env: Env },
  { groupCompanyId, month }: { groupCompanyId: string; month: string },
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const companyId of await listGroupCompanyIds(db, scope, groupCompanyId)) {
    const report = await readReport(db, scope, companyId, env)
    rows.push(...(await readMonth(db, report, month)).rows)
  }
  return rows
}
