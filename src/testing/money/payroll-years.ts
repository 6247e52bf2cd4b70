import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { sumAmounts } from '#features/payroll/reporting/rules/corrections.ts'
import type { PayrollAmounts, ReportRow } from '#features/payroll/reporting/rules/payroll-facts.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import type { Month } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { Caller, World } from '#testing/world.ts'
import { type CodeOf, type FiledProfile, type SalarySums, sumsOfFile, sumsOfRows } from './payroll-files.ts'

/** A company's payroll of many months, looked at by its employer admin. */
export interface Payroll {
  readonly world: World
  readonly companyId: string
  readonly admin: Caller
}

/** The oldest month that may be locked. */
export async function firstOpenMonth({ world, companyId, admin }: Payroll): Promise<Month> {
  const months = await world.ok(reporting.months, { as: admin, query: { companyId } })
  return months.items.findLast((item) => item.mayBeLocked)!.month
}

/** Changes a person's details as their employer. */
export async function updatePerson(
  { world, admin }: Payroll,
  id: string,
  body: Omit<BodyOf<typeof employees.update>, 'version'>,
): Promise<void> {
  const { version } = await world.services.database.primary
    .selectFrom('beneficiary_employees')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await world.ok(employees.update, { as: admin, params: { id }, body: { ...body, version } })
}

const centsOf = (row: Record<string, unknown>, key: string) => centsFromEuros(row[key] as number)

/** The sum of a column of a CSV file. */
function columnSum(csv: Buffer, header: string): number {
  const [head = '', ...lines] = csv.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  const place = head.split(';').indexOf(header)
  expect(place).toBeGreaterThanOrEqual(0)
  return lines.reduce((sum, line) => sum + Number(line.split(';')[place]!.replace(',', '')), 0)
}

/** The rows of a company's locked months. */
async function lockedRows({ world, companyId }: Payroll, from: Month, to: Month): Promise<ReportRow[]> {
  const kept = await world.services.database.primary
    .selectFrom('payroll_rows')
    .select('facts')
    .where('company_id', '=', companyId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .execute()
  return kept.map(({ facts }) => facts as ReportRow)
}

async function lockAndRead({ world, companyId, admin }: Payroll, month: Month) {
  const params = { companyId, month }
  const { previewHash } = await world.ok(reporting.rows, { as: admin, params, query: {} })
  const body = { previewHash, acknowledged: ['LEFT_OPEN' as const] }
  const reply = await world.ok(reporting.lock, { as: admin, params, body })
  const { lock } = 'lock' in reply ? reply : expect.unreachable('a small month is locked at once')
  const file = async (endpoint: typeof reporting.csv | typeof reporting.salaryRows) =>
    (await world.call(endpoint as typeof reporting.csv, { as: admin, params })).raw
  return { lock, csv: await file(reporting.csv), salary: await file(reporting.salaryRows) }
}

/** Lets the company's salary rows be written for another payroll program. @returns its own pay type codes and its language */
async function choose({ world, companyId }: Payroll, profile: FiledProfile) {
  const { pay_type_codes, language } = await world.services.database.primary
    .updateTable('companies')
    .set({ export_profile: JSON.stringify({ profile }) })
    .where('id', '=', companyId)
    .returning(['pay_type_codes', 'language'])
    .executeTakeFirstOrThrow()
  return { codes: (pay_type_codes ?? {}) as CodeOf, language }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The bills that are kept from a month's pay, as the plans have it, which are in the file and in no row. */
async function billsKept({ world, companyId }: Payroll, month: Month, codes: CodeOf): Promise<SalarySums> {
  const plans = await world.services.database.primary
    .selectFrom('payroll_deduction_months as m')
    .innerJoin('payroll_deductions as d', 'd.invoice_id', 'm.invoice_id')
    .innerJoin('beneficiary_employees as e', 'e.id', 'd.beneficiary_employee_id')
    .select(['e.employee_number', 'm.asked_cents'])
    .where('m.company_id', '=', companyId)
    .where('m.month', '=', month)
    .execute()
  const code = codes.billDeduction?.trim() || '408'
  return Object.fromEntries(plans.map((plan) => [`${plan.employee_number ?? ''} ${code}`, plan.asked_cents]))
}

/** Locks a month; its rows add up, and its files say what its rows say and nothing of why somebody is away. */
export async function lockMonthThatAddsUp(payroll: Payroll, month: Month, profile: FiledProfile): Promise<void> {
  const { codes, language } = await choose(payroll, profile)
  const header = (column: string) => payroll.world.services.texts.t(language, `reporting:column.${column}`)
  const { lock, csv, salary } = await lockAndRead(payroll, month)
  const rows = await lockedRows(payroll, month, month)
  for (const row of rows.filter(({ correctsMonth }) => correctsMonth === null)) {
    const ofCodes = row.code363Cents + row.code364Cents + row.code420Cents
    expect(ofCodes, `${month} ${row.agreementNumber}`).toBe(row.valueCents)
    if (row.event === 'LEFT') expect([row.grossLoweringCents, row.netCollectionCents]).toEqual([0, 0])
  }
  const sums = sumAmounts(rows)
  expect(hashOf(csv)).toBe(lock.csvSha256)
  expect(hashOf(salary)).toBe(lock.salarySha256)
  expect(columnSum(csv, header('code364'))).toBe(sums.code364Cents)
  expect(columnSum(csv, header('grossLowering'))).toBe(sums.grossLoweringCents)
  expect(sumsOfFile(profile, salary), `${profile} ${month}`).toEqual({
    ...sumsOfRows(rows, codes),
    ...(await billsKept(payroll, month, codes)),
  })
  expect(csv.toString('utf8') + salary.toString('utf8')).not.toMatch(/vanhempainvapaa|PARENTAL/i)
}

/**
 * All that was locked, month by month that it belongs to, adds up, and the list of months says the same.
 * @returns the rows
 */
export async function expectYearsToAddUp(payroll: Payroll, from: Month, to: Month): Promise<readonly ReportRow[]> {
  const rows = await lockedRows(payroll, from, to)
  const byMonth = Map.groupBy(rows, (row) => `${row.agreementId} ${row.correctsMonth ?? row.month}`)
  for (const [key, own] of byMonth) {
    const sums: Record<keyof PayrollAmounts, number> = sumAmounts(own)
    expect(sums.code363Cents + sums.code364Cents + sums.code420Cents, key).toBe(sums.valueCents)
    expect(Math.min(...Object.values(sums)), key).toBeGreaterThanOrEqual(0)
  }
  const { world, companyId, admin } = payroll
  const { items } = await world.ok(reporting.months, { as: admin, query: { companyId } })
  const locked = items.filter(({ state, month }) => state === 'LOCKED' && month >= from && month <= to)
  for (const item of locked) {
    const ofMonth = rows.filter((row) => row.month === item.month)
    const own = sumAmounts(ofMonth.filter((row) => row.correctsMonth === null))
    expect([centsOf(item.totals, 'code364'), centsOf(item.totals, 'grossLowering')]).toEqual([
      own.code364Cents,
      own.grossLoweringCents,
    ])
    const corrected = item.corrected.reduce((sum, { totals }) => sum + centsOf(totals, 'code364'), 0)
    expect(corrected).toBe(sumAmounts(ofMonth.filter((row) => row.correctsMonth !== null)).code364Cents)
  }
  return rows
}
