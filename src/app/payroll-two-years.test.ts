import { afterEach, expect, test } from 'vitest'
import { endLeases } from '#features/agreements/server/end-job.ts'
import { startLeases } from '#features/orders/server/lease-job.ts'
import { reporting } from '#features/reporting/contract.ts'
import { monthsApart, monthsFrom, shiftMonth } from '#features/reporting/rules/months.ts'
import { firstOfMonth, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { filedProfiles } from '#testing/payroll-files.ts'
import {
  expectYearsToAddUp,
  firstOpenMonth,
  lockMonthThatAddsUp,
  type Payroll,
  updatePerson,
} from '#testing/payroll-years.ts'
import { openWorld, type World } from '#testing/world.ts'
import { prepareDatabase } from './open-database.ts'
import { seedDemo } from './seed/seed-demo.ts'
import type { WantedOrder } from './seed/wanted-orders.ts'

const MONTHS = 24

let world: World
afterEach(() => world.close())

const db = () => world.services.database.primary

/** The running leases of a company, oldest first. */
const leases = (companyId: string) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['id', 'beneficiary_employee_id'])
    .where('company_id', '=', companyId)
    .where('lease_state', '=', 'ACTIVE')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
type Lease = Awaited<ReturnType<typeof leases>>[number]

const change = (agreementId: string, values: object) =>
  db().updateTable('leasing_agreements').set(values).where('id', '=', agreementId).execute()

type News = ReadonlyMap<number, (payroll: Payroll, month: Month) => Promise<unknown>>

/** Who leaves, who is away, and whose bicycle becomes dearer, each after so many months; the last two come too late. */
const usualNews = ([leaver, absent, dearer]: readonly Lease[]) =>
  new Map<number, (payroll: Payroll, month: Month) => Promise<unknown>>([
    [
      2,
      (payroll, month) => updatePerson(payroll, leaver!.beneficiary_employee_id, { lastWorkingDayDate: `${month}-10` }),
    ],
    [
      3,
      (payroll, month) =>
        updatePerson(payroll, absent!.beneficiary_employee_id, {
          absence: { from: `${month}-05`, to: `${shiftMonth(month, 2)}-20`, reason: 'PARENTAL_LEAVE' },
        }),
    ],
    [
      6,
      (_, month) =>
        change(dearer!.id, { instalment_cents: 10_700, instalment_from: firstOfMonth(shiftMonth(month, -2)) }),
    ],
  ])

/** What comes later than its month: who bears a leaver's months, a redemption, and another tax regime. */
function lateNews([leaver, , , redeemed, doubted]: readonly Lease[]): News {
  const settle = (payer: 'EMPLOYER' | 'RETURNED', monthsAgo: number) => (payroll: Payroll, month: Month) =>
    world.ok(reporting.setPayer, {
      as: payroll.admin,
      params: { companyId: payroll.companyId, leasingAgreementId: leaver!.id },
      body: { fromMonth: shiftMonth(month, -monthsAgo), payer },
    })
  return new Map<number, (payroll: Payroll, month: Month) => Promise<unknown>>([
    [5, settle('EMPLOYER', 2)],
    [
      8,
      (_, month) =>
        change(redeemed!.id, {
          lease_state: 'ENDED',
          end_reason: 'REDEEMED',
          ended_day: `${shiftMonth(month, -2)}-15`,
          redemption_taxable_cents: 15_050,
        }),
    ],
    [9, settle('RETURNED', 0)],
    [11, () => change(doubted!.id, { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' })],
  ])
}

interface Employer {
  readonly companyId: string
  readonly adminId: string
  readonly news: News
}

/**
 * Lets two years pass and locks each month of each employer after its end, earlier open ones first, its salary rows for
 * another payroll program every month. @returns all locked rows by company
 */
async function lockTwoYears(employers: readonly Employer[]) {
  const of = async ({ companyId, adminId }: Employer) => ({ world, companyId, admin: await world.signIn(adminId) })
  const today = monthOf(helsinkiDay(world.env.now()))
  const last = shiftMonth(today, MONTHS - 1)
  const firsts = await Promise.all(employers.map(async (employer) => firstOpenMonth(await of(employer))))
  const first = firsts.toSorted()[0]!
  for (const [place, month] of monthsFrom(first, last).entries()) {
    const after = new Date(`${shiftMonth(month, 1)}-02T08:00:00Z`)
    if (after > world.env.now()) world.env.setNow(after)
    for (const job of [startLeases, endLeases]) await job.run(world.services)
    for (const [which, employer] of employers.entries()) {
      if (month < firsts[which]!) continue
      const payroll = await of(employer)
      await employer.news.get(monthsApart(today, month))?.(payroll, month)
      await lockMonthThatAddsUp(payroll, month, filedProfiles[(place + which) % filedProfiles.length]!)
    }
  }
  const rows = new Map<string, Awaited<ReturnType<typeof expectYearsToAddUp>>>()
  for (const [which, employer] of employers.entries())
    rows.set(employer.companyId, await expectYearsToAddUp(await of(employer), firsts[which]!, last))
  return { rows, last }
}

test('payroll of two years adds up row by row and file by file, with leavers, absences and late news', async () => {
  world = await openWorld()
  world.env.setNow('2026-01-15T08:00:00Z')
  const company = await buildCompany(world)
  const lease = (agreement = {}) =>
    buildRunningLease(world, { company, agreement: { start_day: '2026-01-01', lease_months: 36, ...agreement } })
  for (const _ of ['leaver', 'absent', 'dearer', 'redeemed', 'doubted']) await lease()
  const exempt = { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' as const, instalment_cents: 17_000 }
  for (const benefit_model of ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const) {
    await lease({ benefit_model })
    await lease({ ...exempt, benefit_model, lease_months: 20 })
  }
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const own = await leases(company.companyId)
  const news = new Map([...usualNews(own), ...lateNews(own)])
  const { companyId } = company
  const rows = (await lockTwoYears([{ companyId, adminId: admin.userId, news }])).rows.get(companyId)!
  expect(rows.filter(({ correctsMonth }) => correctsMonth !== null).length).toBeGreaterThan(5)
  expect(rows.filter(({ event }) => event === 'LEFT').length).toBeGreaterThan(5)
  const redeemed = rows.reduce((sum, row) => sum + row.redemptionTaxableCents, 0)
  expect(redeemed % 15_050).toBe(0)
  expect(redeemed).toBeGreaterThan(0)
}, 300_000)

/** Three employers of the demo whose people have bicycles, each with an admin; the one who signs in as employer@demo.example first. */
async function employersOfDemo(): Promise<Employer[]> {
  const found = await db()
    .selectFrom('leasing_agreements')
    .select('company_id')
    .where('lease_state', '=', 'ACTIVE')
    .groupBy('company_id')
    .orderBy(
      (eb) =>
        eb.exists(
          eb
            .selectFrom('user_roles as r')
            .innerJoin('users as u', 'u.id', 'r.user_id')
            .whereRef('r.company_id', '=', 'leasing_agreements.company_id')
            .where('u.email', '=', 'employer@demo.example'),
        ),
      'desc',
    )
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(3)
    .execute()
  const employers = []
  for (const { company_id: companyId } of found) {
    const { userId } = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId })
    employers.push({ companyId, adminId: userId, news: new Map() as News })
  }
  return employers
}

test('payroll of the demo’s employers, two years on, adds up as well, with a leaver, an absence and a late correction', async () => {
  world = await openWorld()
  world.env.setNow('2026-11-22T08:00:00Z')
  await prepareDatabase(world.services)
  const isWanted = ({ target }: WantedOrder) => target === 'ACTIVE_LEASING'
  await seedDemo(world.services, { progress: () => undefined, isWanted })
  const [usual, ...others] = await employersOfDemo()
  expect(others).toHaveLength(2)
  const [leaver, , stays] = await leases(usual!.companyId)
  const news = usualNews([leaver!, stays!, stays!])
  const { rows } = await lockTwoYears([{ ...usual!, news }, ...others])
  for (const [companyId, own] of rows) expect(own.length, companyId).toBeGreaterThan(12)
  const rowsOf = (lease: Lease) => rows.get(usual!.companyId)!.filter(({ agreementId }) => agreementId === lease.id)
  expect(rowsOf(leaver!).some(({ event }) => event === 'LEFT')).toBe(true)
  expect(rowsOf(stays!).some(({ notes }) => notes.some(({ code }) => code === 'ABSENT'))).toBe(true)
  expect(rowsOf(stays!).some(({ correctsMonth }) => correctsMonth !== null)).toBe(true)
}, 300_000)
