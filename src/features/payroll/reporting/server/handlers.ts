import { versionOfPayers } from '#features/story/lease-story/rules/payer.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageOf, wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { type Context, FileAnswer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { reporting } from '../contract.ts'
import { mayLock, monthAfterLocks } from '../rules/month-steps.ts'
import { checksOf } from '../rules/payroll-checks.ts'
import { isDifference, totalsOf } from '../rules/payroll-totals.ts'
import { inOrder } from '../rules/row-order.ts'
import { answerCollection, collectionsOf } from './collections.ts'
import { listReportCompanies } from './companies.ts'
import { salaryFile } from './export-file.ts'
import { exportPlan } from './export-plan.ts'
import { csvType, payrollCsv, payrollXlsx, xlsxType } from './files.ts'
import { groupRows, readEveryCompany, readGroupMonth } from './group.ts'
import { groupSalaryCsv } from './group-salary.ts'
import { fileName } from './lock.ts'
import { lock, lockRunOf } from './lock-run.ts'
import { hashOf, type LockedMonth, listMonths, readMonth, readReport, requireCompany } from './months.ts'
import { payDeductionsOf } from './pay-deductions.ts'
import { setPayer } from './payers.ts'
import { listReportRecipients, mailReportLink } from './recipients.ts'
import { readLeaseStatistics } from './statistics.ts'
import { amountsView, monthView, rowView } from './views.ts'
import { listYears, yearStatement } from './years.ts'

type OneMonth = { companyId: string; month: string }

/** A month with the words its files are written in. */
async function monthFile({ db, scope, env, texts }: Context, { companyId, month }: OneMonth) {
  const report = await readReport(db, scope, companyId, env)
  const shown = await readMonth(db, report, month)
  const words = { texts, language: report.company.language as LanguageCode }
  const named = (kind: 'payroll' | 'salaryRows') => fileName(texts.t(words.language, `reporting:file.${kind}`), month)
  return { company: report.company, shown, words, named }
}

/**
 * A frozen file of a month. One that was locked while files still named the reasons of absences opens only to who may
 * read those.
 */
async function frozenFile(context: Context, companyId: string, lock: LockedMonth, fileId: string | null) {
  const { companyIds } = scopeOf(context.user, 'employee:read-absence-reason')
  if (lock.names_absence_reasons && !companyIds.includes(companyId)) fail('FORBIDDEN')
  return (await fileAnswer(context.db, context, fileId ?? '')) ?? fail('NOT_FOUND')
}

const groupFileName = ({ texts, user }: Pick<Context, 'texts' | 'user'>, month: string) =>
  fileName(texts.t(user.language, 'reporting:file.group'), month)

const groupLineView = ({ totals, ...line }: Awaited<ReturnType<typeof readGroupMonth>>[number]) => ({
  ...line,
  rowCount: totals.rows,
  changes: totals.changes,
  totals: amountsView(totals.amounts),
})

export const reportingHandlers: Handlers<typeof reporting> = {
  async companies({ query }, { db, scope, env }) {
    const { rows, total } = await listReportCompanies(db, scope, query.search)
    const current = monthOf(helsinkiDay(env.now()))
    const companies = rows.map((row) => ({
      companyId: row.id,
      companyName: row.name,
      groupCompanyId: row.group_company_id,
      shownMonth: row.last_locked && monthAfterLocks(row.last_locked, current),
    }))
    return wholeListOf(companies, total)
  },
  async months({ query }, { db, scope, env }) {
    const report = await readReport(db, scope, query.companyId, env)
    const months = await listMonths(db, report)
    return wholeListOf(months.map(monthView), months.length)
  },
  async years({ query }, context) {
    const years = await listYears(context, query.companyId)
    return wholeListOf(years, years.length)
  },
  async statement({ params, query }, context) {
    return yearStatement(context, params, query.format)
  },
  async rows({ params, query }, { db, scope, env }) {
    const report = await readReport(db, scope, params.companyId, env)
    const { month, lock, rows } = await readMonth(db, report, params.month)
    const { page = 1, limit = 50, event, onlyChanges, sort } = query
    const found = rows.filter((row) => (!event || row.event === event) && (!onlyChanges || isDifference(row)))
    const ofPage = (sort ? inOrder(found, sort) : found).slice((page - 1) * limit, page * limit)
    const mayBeLocked = mayLock(month, report.months) === 'OK'
    const { company } = report
    const payersOf = new Map(report.payroll.agreements.map(({ agreementId, payers }) => [agreementId, payers]))
    const items = ofPage.map((row) => ({
      ...rowView(row),
      payerVersion: versionOfPayers(payersOf.get(row.agreementId) ?? []),
    }))
    return {
      ...pageOf(items, { page, limit, total: found.length }),
      company: { companyId: company.id, companyName: company.name, businessId: company.business_id },
      payrollMonth: monthView({ month, lock, totals: totalsOf(rows), mayBeLocked }),
      previewHash: hashOf(rows),
      checks: lock ? [] : checksOf(rows).map((check) => ({ ...check, names: [...check.names] })),
      collections: collectionsOf(report, month),
      recipients: (await listReportRecipients(db, company)).length,
    }
  },
  async lock({ params, body }, context) {
    return lock(context, params.companyId, params.month, body)
  },
  async lockRun({ params }, context) {
    return lockRunOf(context, params)
  },
  async csv({ params }, context) {
    const { shown, words, named } = await monthFile(context, params)
    if (shown.lock) return frozenFile(context, params.companyId, shown.lock, shown.lock.csv_file_id)
    return new FileAnswer({
      content: payrollCsv(shown.rows, words),
      contentType: csvType,
      name: `${named('payroll')}.csv`,
    })
  },
  async xlsx({ params }, context) {
    const { shown, words, named } = await monthFile(context, params)
    if (shown.lock) return frozenFile(context, params.companyId, shown.lock, shown.lock.xlsx_file_id)
    const content = payrollXlsx(shown.rows, shown.month, words)
    return new FileAnswer({ content, contentType: xlsxType, name: `${named('payroll')}.xlsx` })
  },
  async salaryRows({ params }, context) {
    const { company, shown, named } = await monthFile(context, params)
    const frozenId = shown.lock?.salary_file_id
    if (frozenId) return (await fileAnswer(context.db, context, frozenId)) ?? fail('NOT_FOUND')
    const deductions = (await payDeductionsOf(context.db, [company.id], shown.month)).get(company.id)
    const plan = exportPlan(company, shown.month, context.texts)
    const { content, contentType, extension } = salaryFile(shown.rows, plan, deductions)
    return new FileAnswer({ content, contentType, name: `${named('salaryRows')}.${extension}` })
  },
  async send({ params }, context) {
    const report = await readReport(context.db, context.scope, params.companyId, context.env)
    const { lock } = await readMonth(context.db, report, params.month)
    if (!lock) fail('PAYROLL_MONTH_NOT_ALLOWED')
    return { recipients: await mailReportLink(context.db, context, report.company, params.month) }
  },
  async testSend({ params }, context) {
    const report = await readReport(context.db, context.scope, params.companyId, context.env)
    await readMonth(context.db, report, params.month)
    return { recipients: await mailReportLink(context.db, context, report.company, params.month, 'test') }
  },
  async answerCollection({ params, body }, context) {
    return answerCollection(context, params, body)
  },
  async setPayer({ params, body }, context) {
    return setPayer(context, params, body)
  },
  async groupCsv({ params }, context) {
    const words = { texts: context.texts, language: context.user.language }
    const content = payrollCsv(await groupRows(context, params), words)
    return new FileAnswer({ content, contentType: csvType, name: `${groupFileName(context, params.month)}.csv` })
  },
  async groupXlsx({ params }, context) {
    const words = { texts: context.texts, language: context.user.language }
    const content = payrollXlsx(await groupRows(context, params), params.month, words)
    return new FileAnswer({ content, contentType: xlsxType, name: `${groupFileName(context, params.month)}.xlsx` })
  },
  async groupSalaryRows({ params }, context) {
    const { texts, user } = context
    const content = await groupSalaryCsv(context, params, { texts, language: user.language })
    const name = fileName(texts.t(user.language, 'reporting:file.groupSalaryRows'), params.month)
    return new FileAnswer({ content, contentType: csvType, name: `${name}.csv` })
  },
  async group({ params }, context) {
    const companies = await readGroupMonth(context, params)
    const views = companies.map(groupLineView)
    return wholeListOf(views, views.length)
  },
  async everyCompany({ params: { month }, query }, context) {
    const { page = 1, limit = 20, ...asked } = query
    const { lines, total } = await readEveryCompany(context, { month, ...asked, page, limit })
    return pageOf(lines.map(groupLineView), { page, limit, total })
  },
  async leases({ query }, { db, scope, env }) {
    const company = await requireCompany(db, scope, query.companyId)
    return readLeaseStatistics(db, company.id, env)
  },
}
