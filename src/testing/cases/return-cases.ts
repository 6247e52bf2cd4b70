import { afterAll, beforeAll } from 'vitest'
import { returns } from '#features/lease-ends/returns/contract.ts'
import type { ReturnStep } from '#features/lease-ends/returns/rules/words.ts'
import { followReturns } from '#features/lease-ends/returns/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { assignRole, buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export let world: World

export let staff: Caller

export const db = () => world.services.database.primary

const at = (instant: string) => world.env.setNow(instant)

/** Sessions end as days pass. */
export async function later(instant: string, of: { person: Caller; employer: Caller }) {
  at(instant)
  staff = await world.signIn(staff.userId)
  of.person = await world.signIn(of.person.userId)
  of.employer = await world.signIn(of.employer.userId)
}

export const nightly = async () => {
  await endLeases.run(world.services)
  await followReturns.run(world.services)
}

/** A running lease from January 2026 to April 2029, of a company whose people may ask for a return. */
export async function leased({
  allowsReturn = true,
  lastWorkingDay = null as string | null,
  endDay = '2029-04-30',
  lessor = {} as { kind?: 'OPERATOR' },
} = {}) {
  at('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const company = await buildCompany(world, {}, { lessor })
  await db()
    .insertInto('bike_policies')
    .values({ id: world.env.id(), company_id: company.companyId, number: 100, allows_return: allowsReturn })
    .execute()
  const lease = await buildRunningLease(world, {
    company,
    ...(lastWorkingDay ? { employee: { last_working_day: lastWorkingDay } } : {}),
    agreement: { start_day: '2026-01-01', end_day: endDay, lease_months: 40, bike_at: 'EMPLOYEE' },
  })
  const { bikeStoreId } = await buildStore(world)
  await db().updateTable('orders').set({ bike_store_id: bikeStoreId }).where('id', '=', lease.orderId).execute()
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const person = await world.signIn(user_id)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  return { ...lease, companyId: company.companyId, person, employer }
}

export type Leased = Awaited<ReturnType<typeof leased>>

type Reason = 'RESIGNED' | 'DISMISSED' | 'LAID_OFF' | 'OTHER'

export const ask = (of: Leased, as: Caller = of.person, reason: Reason = 'RESIGNED') =>
  world.ok(returns.create, { as, body: { leasingAgreementId: of.agreementId, reason } })

type Body = Partial<BodyOf<typeof returns.update>>

export async function step(id: string, name: ReturnStep, as: Caller, body: Body = {}) {
  const { version } = await world.ok(returns.get, { as: staff, params: { id } })
  return world.ok(returns.update, { as, params: { id }, body: { step: name, version, ...body } })
}

export async function tokenOf(id: string, companyId: string) {
  const { token } = await createLinkToken(db(), world.env, { purpose: 'return', days: 30, companyId, subjectId: id })
  return token
}

export const lease = (of: Leased) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'end_reason', 'ended_day', 'ends_on', 'bike_at', 'kept_from'])
    .where('id', '=', of.agreementId)
    .executeTakeFirstOrThrow()

export const bills = (of: Leased) =>
  db()
    .selectFrom('invoices')
    .select(['party', 'purpose', 'total_cents', 'vat_cents'])
    .where('company_id', '=', of.companyId)
    .orderBy('party')
    .execute()

/** What a person has been told by mail, the newest first. */
export const mailsOf = async ({ person }: Leased) =>
  (
    await db()
      .selectFrom('outbox')
      .select('body_text')
      .where('user_id', '=', person.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  ).map(({ body_text }) => body_text.replaceAll('\u00a0', ' '))

export const mailsTo = async (text: string) =>
  (await db().selectFrom('outbox').select('subject').where('subject', 'like', `%${text}%`).execute()).length

/** A world with staff for tests of returns. */
export function prepareReturns() {
  beforeAll(async () => {
    world = await openWorld()
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
  })
  afterAll(() => world.close())
}
