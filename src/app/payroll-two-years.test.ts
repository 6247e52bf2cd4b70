import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endLeases } from '#features/agreements/server/end-job.ts'
import { employees } from '#features/employees/contract.ts'
import { startLeases } from '#features/orders/server/lease-job.ts'
import { reporting } from '#features/reporting/contract.ts'
import { sumAmounts } from '#features/reporting/rules/corrections.ts'
import { shiftMonth } from '#features/reporting/rules/months.ts'
import type { PayrollAmounts, ReportRow } from '#features/reporting/rules/payroll-facts.ts'
import { salaryRowsOf } from '#features/reporting/rules/salary-rows.ts'
import { firstOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

const MONTHS = 24

let world: World
let companyId: string
let employerId: string

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-01-15T08:00:00Z')
  const company = await buildCompany(world)
  companyId = company.companyId
  employerId = (await signedInAs(world, 'EMPLOYER_ADMIN', company)).userId
  const lease = (agreement = {}) =>
    buildRunningLease(world, { company, agreement: { start_day: '2026-01-01', lease_months: 36, ...agreement } })
  for (const _ of ['leaver', 'absent', 'dearer', 'redeemed', 'doubted']) await lease()
  const exempt = { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' as const, instalment_cents: 17_000 }
  for (const benefit_model of ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const) {
    await lease({ benefit_model })
    await lease({ ...exempt, benefit_model, lease_months: 20 })
  }
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const at = (month: Month) => ({ companyId, month })

const leases = () =>
  db()
    .selectFrom('leasing_agreements')
    .select(['id', 'beneficiary_employee_id', 'end_day', 'start_day'])
    .where('company_id', '=', companyId)
    .where('lease_state', '=', 'ACTIVE')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
type Lease = Awaited<ReturnType<typeof leases>>[number]

const change = (agreementId: string, values: object) =>
  db().updateTable('leasing_agreements').set(values).where('id', '=', agreementId).execute()

/** What happens to whom, by how many months have gone by: leavers, absences, and news that comes too late. */
function happenings([leaver, absent, dearer, redeemed, doubted]: readonly Lease[], admin: () => Caller) {
  const update = async (lease: Lease, body: object) => {
    const id = lease.beneficiary_employee_id
    const person = await db()
      .selectFrom('beneficiary_employees')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await world.ok(employees.update, {
      as: admin(),
      params: { id },
      body: { ...body, version: person.version } as never,
    })
  }
  const settle = (fromMonth: Month, payer: 'EMPLOYER' | 'RETURNED') =>
    world.ok(reporting.setPayer, {
      as: admin(),
      params: { companyId, leasingAgreementId: leaver!.id },
      body: { fromMonth, payer },
    })
  return new Map<number, (month: Month) => Promise<unknown>>([
    [2, (month) => update(leaver!, { lastWorkingDayDate: `${month}-10` })],
    [
      3,
      (month) =>
        update(absent!, {
          absence: { from: `${month}-05`, to: `${shiftMonth(month, 2)}-20`, reason: 'PARENTAL_LEAVE' },
        }),
    ],
    [5, (month) => settle(shiftMonth(month, -2), 'EMPLOYER')],
    [
      6,
      (month) => change(dearer!.id, { instalment_cents: 10_700, instalment_from: firstOfMonth(shiftMonth(month, -2)) }),
    ],
    [
      8,
      (month) =>
        change(redeemed!.id, {
          lease_state: 'ENDED',
          end_reason: 'REDEEMED',
          ended_day: `${shiftMonth(month, -2)}-15`,
          redemption_taxable_cents: 15_050,
        }),
    ],
    [9, (month) => settle(month, 'RETURNED')],
    [11, () => change(doubted!.id, { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' })],
  ])
}

const centsOf = (row: Record<string, unknown>, key: string) => centsFromEuros(row[key] as number)

/** The cells of a CSV file's columns, without its header. */
function columnSum(csv: Buffer, header: string): number {
  const [head = '', ...lines] = csv.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  const place = head.split(';').indexOf(header)
  expect(place).toBeGreaterThanOrEqual(0)
  return lines.reduce((sum, line) => sum + Number(line.split(';')[place]!.replace(',', '')), 0)
}

async function lockAndRead(month: Month, admin: Caller) {
  const { previewHash } = await world.ok(reporting.rows, { as: admin, params: at(month), query: {} })
  const body = { previewHash, acknowledged: ['LEFT_OPEN' as const] }
  const reply = await world.ok(reporting.lock, { as: admin, params: at(month), body })
  const { lock } = 'lock' in reply ? reply : expect.unreachable('a small month is locked at once')
  const file = async (endpoint: typeof reporting.csv | typeof reporting.salaryRows) =>
    (await world.call(endpoint as typeof reporting.csv, { as: admin, params: at(month) })).raw
  return { lock, csv: await file(reporting.csv), salary: await file(reporting.salaryRows) }
}

test('payroll of two years adds up row by row and file by file, with leavers, absences and late news', async () => {
  let admin = await world.signIn(employerId)
  const news = happenings(await leases(), () => admin)
  const months = await world.ok(reporting.months, { as: admin, query: { companyId } })
  const first = months.items.find((item) => item.mayBeLocked)!.month
  for (let passed = 0; passed < MONTHS; passed += 1) {
    const month = shiftMonth(first, passed)
    const now = new Date(`${shiftMonth(month, 1)}-02T08:00:00Z`)
    if (now > world.env.now()) world.env.setNow(now.toISOString())
    admin = await world.signIn(employerId)
    for (const job of [startLeases, endLeases]) await job.run(world.services)
    await news.get(passed)?.(month)
    const { lock, csv, salary } = await lockAndRead(month, admin)
    const kept = await db()
      .selectFrom('payroll_rows')
      .select('facts')
      .where('company_id', '=', companyId)
      .where('month', '=', month)
      .execute()
    const rows = kept.map(({ facts }) => facts as unknown as ReportRow)
    for (const row of rows.filter(({ correctsMonth }) => correctsMonth === null)) {
      expect(row.code363Cents + row.code364Cents + row.code420Cents, `${month} ${row.agreementNumber}`).toBe(
        row.valueCents,
      )
      if (row.event === 'LEFT') expect([row.grossLoweringCents, row.netCollectionCents]).toEqual([0, 0])
    }
    const sums = sumAmounts(rows)
    expect(createHash('sha256').update(csv).digest('hex')).toBe(lock.csvSha256)
    expect(createHash('sha256').update(salary).digest('hex')).toBe(lock.salarySha256)
    expect(columnSum(csv, '364 veronalainen')).toBe(sums.code364Cents)
    expect(columnSum(csv, 'Bruttopalkan alennus')).toBe(sums.grossLoweringCents)
    expect(columnSum(salary, 'Yksikköhinta')).toBe(
      sums.code363Cents +
        sums.code364Cents +
        sums.redemptionTaxableCents +
        sums.netCollectionCents -
        sums.grossLoweringCents,
    )
    expect(salaryRowsOf(rows, {}).length).toBe(salary.toString('utf8').trimEnd().split('\r\n').length - 1)
    expect(csv.toString('utf8') + salary.toString('utf8')).not.toMatch(/vanhempainvapaa|PARENTAL/i)
  }
  await expectTotals(first, admin)
}, 300_000)

/** All that was locked, month by month that it belongs to, is what a report with today's knowledge would say. */
async function expectTotals(first: Month, admin: Caller) {
  const kept = await db()
    .selectFrom('payroll_rows')
    .select('facts')
    .where('company_id', '=', companyId)
    .where('month', '>=', first)
    .execute()
  const rows = kept.map(({ facts }) => facts as unknown as ReportRow)
  expect(rows.filter(({ correctsMonth }) => correctsMonth !== null).length).toBeGreaterThan(5)
  expect(rows.filter(({ event }) => event === 'LEFT').length).toBeGreaterThan(5)
  const byMonth = Map.groupBy(rows, (row) => `${row.agreementId} ${row.correctsMonth ?? row.month}`)
  for (const [key, own] of byMonth) {
    const sums: Record<keyof PayrollAmounts, number> = sumAmounts(own)
    expect(sums.code363Cents + sums.code364Cents + sums.code420Cents, key).toBe(sums.valueCents)
    expect(Math.min(...Object.values(sums)), key).toBeGreaterThanOrEqual(0)
  }
  const redeemed = rows.reduce((sum, row) => sum + row.redemptionTaxableCents, 0)
  expect(redeemed % 15_050).toBe(0)
  expect(redeemed).toBeGreaterThan(0)
  const { items } = await world.ok(reporting.months, { as: admin, query: { companyId } })
  for (const item of items.filter(({ state, month }) => state === 'LOCKED' && month >= first)) {
    const own = sumAmounts(rows.filter((row) => row.month === item.month && row.correctsMonth === null))
    expect([centsOf(item.totals, 'code364'), centsOf(item.totals, 'grossLowering')]).toEqual([
      own.code364Cents,
      own.grossLoweringCents,
    ])
    const corrected = item.corrected.reduce((sum, { totals }) => sum + centsOf(totals, 'code364'), 0)
    expect(corrected).toBe(
      sumAmounts(rows.filter((row) => row.month === item.month && row.correctsMonth !== null)).code364Cents,
    )
  }
  expect(monthOf(`${first}-01`)).toBe(first)
}
