import { afterAll, beforeAll } from 'vitest'
import type { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { mergeLeases } from '#features/lease-ends/company-exits/server/merge-job.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import type { BodyOf, LanguageCode } from '#platform/contract/contract.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { markedExit } from '#testing/exits.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller

export const db = () => world.services.database.primary

export const at = async (instant: string) => {
  world.env.setNow(instant)
  staff = await world.signIn(staff.userId)
}

/** A company with some leases of two years since January 2026, 100.00 a month, and the one that it merges into. */
export async function merging(count: number, languages: readonly LanguageCode[] = []) {
  await at('2026-11-10T08:00:00Z')
  const into = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const company = await buildCompany(
    world,
    {},
    { lessor: { kind: 'GRENKE', invoice_email: 'laskut@vuokraaja.example' } },
  )
  const admins = {
    old: await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId }),
    next: await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: into.companyId }),
  }
  const leases = []
  for (let i = 0; i < count; i += 1) {
    const person = { language: languages[i] ?? 'fi' }
    const employee = await buildEmployee(world, company, { cost_unit: `KP-${i}` }, person)
    const lease = await buildRunningLease(world, {
      company,
      employeeId: employee.employeeId,
      agreement: {
        start_day: '2026-01-01',
        end_day: '2027-12-31',
        lease_months: 24,
        bike_at: 'EMPLOYEE',
        commitment_day: '2025-12-15',
        tax_regime: 'EXEMPT_2025',
        buy_out_cents: Array.from({ length: 24 }, (_, month) => 100_000 - month * 3_000),
      },
    })
    leases.push({ ...lease, userId: employee.userId })
  }
  const mark = (body: Partial<BodyOf<typeof companyExits.create>> = {}, as = staff) =>
    markedExit(
      world,
      {
        companyId: company.companyId,
        kind: 'MERGED',
        fromDay: '2026-12-01',
        reason: 'Sulautuminen',
        intoCompanyId: into.companyId,
        ...body,
      },
      { as },
    )
  return { company, into, admins, leases, mark }
}

export const nightly = async () => {
  await endLeases.run(world.services)
  return mergeLeases.run(world.services)
}

export const agreementsOf = (companyId: string) =>
  db()
    .selectFrom('leasing_agreements')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** A world with staff for tests of mergers. */
export function prepareMerges() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
  })
  afterAll(() => world.close())
}
