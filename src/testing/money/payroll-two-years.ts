import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { startLeases } from '#features/orders/orders/server/lease-job.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { monthsApart, monthsFrom, shiftMonth } from '#features/payroll/reporting/rules/months.ts'
import { firstOfMonth, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { payerVersion } from '#testing/money/payer-version.ts'
import type { World } from '#testing/world.ts'
import { filedProfiles } from './payroll-files.ts'
import { expectYearsToAddUp, firstOpenMonth, lockMonthThatAddsUp, type Payroll, updatePerson } from './payroll-years.ts'

const MONTHS = 24

/** The running leases of a company, oldest first. */
export const leasesOf = (world: World, companyId: string) =>
  world.services.database.primary
    .selectFrom('leasing_agreements')
    .select(['id', 'beneficiary_employee_id'])
    .where('company_id', '=', companyId)
    .where('lease_state', '=', 'ACTIVE')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export type Lease = Awaited<ReturnType<typeof leasesOf>>[number]

const change = ({ world }: Payroll, agreementId: string, values: object) =>
  world.services.database.primary.updateTable('leasing_agreements').set(values).where('id', '=', agreementId).execute()

export type News = ReadonlyMap<number, (payroll: Payroll, month: Month) => Promise<unknown>>

/** Who leaves, who is away, and whose bicycle becomes dearer, each after so many months; the last two come too late. */
export const usualNews = ([leaver, absent, dearer]: readonly Lease[]) =>
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
      (payroll, month) =>
        change(payroll, dearer!.id, { instalment_cents: 10_700, instalment_from: firstOfMonth(shiftMonth(month, -2)) }),
    ],
  ])

/** What comes later than its month: who bears a leaver's months, a redemption, and another tax regime. */
export function lateNews([leaver, , , redeemed, doubted]: readonly Lease[]): News {
  const settle = (payer: 'EMPLOYER' | 'RETURNED', monthsAgo: number) => async (payroll: Payroll, month: Month) =>
    payroll.world.ok(reporting.setPayer, {
      as: payroll.admin,
      params: { companyId: payroll.companyId, leasingAgreementId: leaver!.id },
      body: {
        fromMonth: shiftMonth(month, -monthsAgo),
        payer,
        version: await payerVersion(payroll.world.services.database.primary, leaver!.id),
      },
    })
  return new Map<number, (payroll: Payroll, month: Month) => Promise<unknown>>([
    [5, settle('EMPLOYER', 2)],
    [
      8,
      (payroll, month) =>
        change(payroll, redeemed!.id, {
          lease_state: 'ENDED',
          end_reason: 'REDEEMED',
          ended_day: `${shiftMonth(month, -2)}-15`,
          redemption_taxable_cents: 15_050,
        }),
    ],
    [9, settle('RETURNED', 0)],
    [
      11,
      (payroll) => change(payroll, doubted!.id, { commitment_day: '2025-02-01', tax_regime: 'EXEMPT_GRANDFATHERED' }),
    ],
  ])
}

export interface Employer {
  readonly companyId: string
  readonly adminId: string
  readonly news: News
}

/**
 * Lets two years pass and locks each month of each employer after its end, earlier open ones first, its salary rows for
 * another payroll program every month. @returns all locked rows by company
 */
export async function lockTwoYears(world: World, employers: readonly Employer[]) {
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

/** Three employers of the demo whose people have bicycles, each with an admin; the one who signs in as employer@demo.example first. */
export async function employersOfDemo(world: World): Promise<Employer[]> {
  const found = await world.services.database.primary
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
