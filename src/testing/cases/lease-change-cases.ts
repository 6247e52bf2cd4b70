import { afterAll, beforeAll } from 'vitest'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { Month } from '#platform/values/days.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller
export let employer: Caller
export let stranger: Caller

export let company: Awaited<ReturnType<typeof buildCompany>>

export const db = () => world.services.database.primary

/** A lease from January 2026 to the end of 2027, 100.00 a month of which 22.00 is the service share, the last 50.00. */
export const leased = async (agreement: Record<string, unknown> = {}) => {
  const start = { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24 }
  const lease = await buildRunningLease(world, { company, agreement: { ...start, ...agreement } })
  return { ...lease, params: { id: lease.agreementId } }
}

export type Leased = Awaited<ReturnType<typeof leased>>

export const read = ({ params }: Leased, as = staff) => world.ok(leaseChanges.changes, { as, params })

export async function change(of: Leased, body: Record<string, unknown>, { as = staff, key = '' } = {}) {
  const { version } = await read(of)
  const wanted = { fromMonth: '2027-01', serviceShare: 27, reason: 'Vakuutus kallistuu', version, ...body }
  return world.call(leaseChanges.changePayment, { as, params: of.params, body: wanted, ...(key ? { key } : {}) })
}

export const payrollRow = async (of: Leased, month: Month) => {
  world.env.setNow('2027-02-20T08:00:00Z')
  const as = await world.signIn(employer.userId)
  const params = { companyId: company.companyId, month }
  const { items } = await world.ok(reporting.rows, { as, params, query: { limit: 100 } })
  world.env.setNow('2026-11-10T08:00:00Z')
  return items.find((row) => row.agreementNumber === of.agreementNumber)
}

/** Signs staff in anew, as after hours that have passed. */
export async function signInAgain(): Promise<void> {
  staff = await world.signIn(staff.userId)
}

/** Signs somebody else of the staff in. */
export async function signInOthers(): Promise<void> {
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}

/** A company with a running lease for tests of its changes. */
export function prepareLeaseChanges() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
    const other = await buildCompany(world)
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
    stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.companyId })
  })
  afterAll(() => world.close())
}
