import { afterAll, beforeAll } from 'vitest'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { markedExit } from '#testing/exits.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller
export let stranger: Caller

export const db = () => world.services.database.primary

/** A company of the operator's with an admin and some leases of two years, 100.00 a month, whose people can sign in. */
export async function companyWith(count: number) {
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const company = await buildCompany(world, {}, { lessor: { kind: 'OPERATOR' } })
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const leases = []
  for (let i = 0; i < count; i += 1) {
    const employee = await buildEmployee(world, company)
    const lease = await buildRunningLease(world, {
      company,
      employeeId: employee.employeeId,
      agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24, bike_at: 'EMPLOYEE' },
    })
    leases.push({ ...lease, userId: employee.userId, person: await world.signIn(employee.userId) })
  }
  return { ...company, admin, leases }
}

export type Of = Awaited<ReturnType<typeof companyWith>>

export const mark = (of: Of, body = {}, options: { as?: Caller; key?: string } = {}) =>
  markedExit(
    world,
    { companyId: of.companyId, kind: 'BANKRUPT', fromDay: '2026-11-15', reason: 'Konkurssi', ...body },
    { as: options.as ?? staff, ...(options.key ? { key: options.key } : {}) },
  )

export async function marked(of: Of) {
  const { body } = await mark(of)
  return { params: { id: body.id }, version: body.version }
}

export const leasesOf = async (params: { id: string }, as = staff) =>
  (await world.ok(companyExits.leases, { as, params })).items

export const payersOf = (agreementId: string) =>
  db()
    .selectFrom('payroll_payers')
    .select(['from_month', 'to_month', 'payer'])
    .where('agreement_id', '=', agreementId)
    .orderBy('from_month')
    .execute()

export const read = (params: { id: string }, as = staff) => world.ok(companyExits.get, { as, params })

export const at = async (day: string) => {
  world.env.setNow(`${day}T08:00:00Z`)
  staff = await world.signIn(staff.userId)
}

/** A world with staff for tests of companies that leave. */
export function prepareExits() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    stranger = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
  })
  afterAll(() => world.close())
}
