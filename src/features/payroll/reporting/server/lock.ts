import { sql } from 'kysely'
import { employerReceivers, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import type { BodyOf, LanguageCode } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { toBuffer } from '#platform/server/documents/sheet.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatMonth } from '#platform/values/days.ts'
import type { reporting } from '../contract.ts'
import { mayLock } from '../rules/month-steps.ts'
import { openChecks } from '../rules/payroll-checks.ts'
import type { ReportRow } from '../rules/payroll-facts.ts'
import { salaryFile } from './export-file.ts'
import { exportPlan } from './export-plan.ts'
import { csvType, payrollCsv, payrollXlsx, xlsxType } from './files.ts'
import { type CompanyReport, hashOf, type ReportMonth, readMonth, readReport } from './months.ts'
import { payDeductionsOf } from './pay-deductions.ts'
import { linkOf, mailReportLink } from './recipients.ts'

/** Who locks, of which companies, and what is told how far it has come. */
export interface Locking extends Services {
  readonly db: Db
  readonly scope: Scope
  readonly by: { readonly userId: string; readonly name: string; readonly actor: Actor }
  /** Is told of each part that is about to be written; rows count from 0. */
  progress?(part: 'FILES' | 'ROWS', doneRows: number): Promise<void>
}

export type SeenMonth = BodyOf<typeof reporting.lock>

async function keepFiles(context: Locking, { company }: CompanyReport, { month, rows }: ReportMonth, monthId: string) {
  const { db, texts, by } = context
  const words = { texts, language: company.language as LanguageCode }
  const parts = { companyId: company.id, parentType: 'payroll-month', parentId: monthId, createdBy: by.userId }
  const label = fileName(texts.t(words.language, 'reporting:file.payroll'), month)
  const csv = await toBuffer(payrollCsv(rows, words))
  const xlsx = await toBuffer(payrollXlsx(rows, month, words))
  const deductions = await payDeductionsOf(db, [company.id], month)
  const salary = salaryFile(rows, exportPlan(company, month, texts), deductions.get(company.id))
  const salaryLabel = `${fileName(texts.t(words.language, 'reporting:file.salaryRows'), month)}.${salary.extension}`
  return {
    csv: await keepFile(db, context, { ...parts, label: `${label}.csv`, contentType: csvType, content: csv }),
    xlsx: await keepFile(db, context, { ...parts, label: `${label}.xlsx`, contentType: xlsxType, content: xlsx }),
    salary: await keepFile(db, context, {
      ...parts,
      label: salaryLabel,
      contentType: salary.contentType,
      content: await toBuffer(salary.content),
    }),
  }
}

/** A file's name without its ending: what it is, and the month. */
export function fileName(name: string, month: string): string {
  return `${name}-${month}`
}

async function freeze(context: Locking, report: CompanyReport, { month, rows }: ReportMonth) {
  const { db, env, by } = context
  const monthId = env.id()
  const lockedAt = env.now()
  await context.progress?.('FILES', 0)
  const files = await keepFiles(context, report, { month, rows, lock: null }, monthId)
  await db
    .insertInto('payroll_months')
    .values({
      id: monthId,
      company_id: report.company.id,
      month,
      locked_at: lockedAt,
      locked_by: by.userId,
      row_count: rows.length,
      csv_file_id: files.csv.id,
      xlsx_file_id: files.xlsx.id,
      csv_sha256: files.csv.sha256,
      xlsx_sha256: files.xlsx.sha256,
      salary_file_id: files.salary.id,
      salary_sha256: files.salary.sha256,
      created_at: lockedAt,
    })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'payroll_months_company_id_month_key')
        ? new AppError('PAYROLL_MONTH_LOCKED')
        : error
    })
  await insertRows(context, { companyId: report.company.id, monthId, month }, rows)
  return { monthId, lockedAt, files }
}

/** Rows of one statement: few statements, and none so long that its text fills the memory. */
const ROWS_AT_ONCE = 4_000

/** Freezes rows in their order, each column of many as one array. */
async function insertRows(
  { db, env, progress }: Locking,
  { companyId, monthId, month }: { companyId: string; monthId: string; month: string },
  rows: readonly ReportRow[],
) {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    await progress?.('ROWS', from)
    await sql`
      insert into payroll_rows (id, company_id, payroll_month_id, agreement_id, month, corrects_month, position, event, facts)
      select r.id, ${companyId}::uuid, ${monthId}::uuid, r.agreement_id, ${month}::text, r.corrects_month, ${from}::int + r.place - 1, r.event, r.facts
        from unnest(${part.map(() => env.id())}::uuid[], ${part.map((row) => row.agreementId)}::uuid[],
                    ${part.map((row) => row.correctsMonth)}::text[], ${part.map((row) => row.event)}::text[],
                    ${part.map((row) => JSON.stringify(row))}::jsonb[])
             with ordinality as r (id, agreement_id, corrects_month, event, facts, place)`.execute(db)
  }
}

/**
 * The month as it may be locked: the open one, with nothing left to check, as it was seen. The company's row is held
 * while its month is counted and frozen, so that two people cannot both do it.
 * @throws NOT_FOUND, PAYROLL_MONTH_LOCKED, PAYROLL_MONTH_NOT_ALLOWED, PAYROLL_CHECKS_OPEN, VERSION_CONFLICT
 */
export async function monthToLock(
  { db, scope, env }: Pick<Locking, 'db' | 'scope' | 'env'>,
  companyId: string,
  month: string,
  seen: SeenMonth,
) {
  const report = await readReport(db, scope, companyId, env, { lock: true })
  const answer = mayLock(month, report.months)
  if (answer === 'LOCKED') fail('PAYROLL_MONTH_LOCKED')
  if (answer === 'NOT_ALLOWED') fail('PAYROLL_MONTH_NOT_ALLOWED', { details: { openMonth: report.payroll.openMonth } })
  const shown = await readMonth(db, report, month)
  const open = openChecks(shown.rows, seen.acknowledged ?? [])
  if (open.length > 0) fail('PAYROLL_CHECKS_OPEN', { details: { checks: open } })
  const previewHash = hashOf(shown.rows)
  const isSeen = seen.previewHash === previewHash && (seen.rowCount ?? shown.rows.length) === shown.rows.length
  if (!isSeen) fail('VERSION_CONFLICT', { details: { current: { previewHash, rowCount: shown.rows.length } } })
  return { report, shown }
}

/** Freezes the rows and files of a month that may be locked, and mails its recipients a link. */
export async function lockMonth(context: Locking, { report, shown }: Awaited<ReturnType<typeof monthToLock>>) {
  const { db, env, by } = context
  const { company } = report
  const { month } = shown
  const { monthId, lockedAt, files } = await freeze(context, report, shown)
  const [csvSha256, xlsxSha256, salarySha256] = [files.csv, files.xlsx, files.salary].map(({ sha256 }) =>
    sha256.toString('hex'),
  ) as [string, string, string]
  await logEvent(db, env, by.actor, 'PAYROLL_MONTH_LOCKED', {
    subject: { type: 'payroll-month', id: monthId },
    companyId: company.id,
    data: { month, rows: shown.rows.length, csvSha256, xlsxSha256, salarySha256 },
  })
  await notify(db, context, await employerReceivers(db, company.id, 'payroll-report:read'), {
    type: 'GENERAL',
    template: 'reporting:notice.locked',
    values: { company: company.name, month: formatMonth(month) },
    link: linkOf(company, month),
    companyId: company.id,
  })
  await settleNotices(db, env.now(), company.id, [])
  const recipients = await mailReportLink(db, context, company, month)
  return {
    month,
    rowCount: shown.rows.length,
    lock: { lockedAt: lockedAt.toISOString(), lockedBy: by.name, csvSha256, xlsxSha256, salarySha256 },
    recipients,
  }
}
