import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import type { ClaimType } from '#features/lease-ends/insurance-claims/rules.ts'
import { assignRole, buildCompany, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller

export const db = () => world.services.database.primary

/** Buy-out prices that fall by 50.00 a month from 2,950.00. */
const buyOut = Array.from({ length: 48 }, (_, index) => 295_000 - index * 5_000)

/** A lease of a bicycle of 3,000.00 since January 2026 for 48 months, in one of its months. */
export async function leased({ now = '2026-12-10T08:00:00Z', payer = 'EMPLOYEE' as 'EMPLOYEE' | 'EMPLOYER' } = {}) {
  world.env.setNow(now)
  const company = await buildCompany(world, {}, { lessor: { kind: 'GRENKE', invoice_email: 'lasku@rahoitus.example' } })
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      end_day: '2029-12-31',
      lease_months: 48,
      price_cents: 300_000,
      residual_cents: 15_000,
      buy_out_cents: buyOut,
      bike_at: 'EMPLOYEE',
    },
  })
  if (payer === 'EMPLOYER')
    await db()
      .insertInto('bike_policies')
      .values({ id: world.env.id(), company_id: company.companyId, number: 9, claim_payer: payer })
      .execute()
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const employer = await buildUser(world)
  await assignRole(world, employer.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  return { ...lease, company, person: await world.signIn(user_id), employer: await world.signIn(employer.userId) }
}

export type Leased = Awaited<ReturnType<typeof leased>>

export interface Claimed {
  readonly insuranceId: string
  readonly version: number
}

export const take = (as: Caller, claim: Claimed, step: string, more: object = {}, key?: string) =>
  world.call(insuranceClaims.step, {
    as,
    params: { id: claim.insuranceId },
    body: { step: step as 'send', version: claim.version, ...more },
    ...(key ? { key } : {}),
  })

export const taken = async (as: Caller, claim: Claimed, step: string, more: object = {}) => {
  const answer = await take(as, claim, step, more)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

/** A claim that the insurer has. */
export async function sent(of: Leased, type: ClaimType = 'LOSS', happenedDay = '2026-12-05') {
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type },
  })
  const whole = await world.ok(insuranceClaims.report, {
    as: of.person,
    params: { id: claim.insuranceId },
    body: {
      version: claim.version,
      happenedDay,
      place: 'Pasila',
      description: 'Pyörä katosi.',
      policeReportNumber: '5500/R/1/26',
      lock: 'U-lukko',
    },
  })
  return taken(staff, whole, 'send')
}

export const accounts = async (claimId: string) => {
  const found = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::bigint as cents from ledger_rows r
     where voucher like ${`claim:${claimId}:%`}
        or payment_id in (select id from payments where payer_kind = 'INSURER' and payer_id = ${claimId})
     group by account order by account`.execute(db())
  return Object.fromEntries(found.rows.map(({ account, cents }) => [account, cents]))
}

/** Signs somebody else of the staff in. */
export async function signInOthers(): Promise<void> {
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}

/** A world with staff for tests of claims that are settled. */
export function prepareClaims() {
  beforeAll(async () => {
    world = await openWorld()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
  })
  afterAll(() => world.close())
}
