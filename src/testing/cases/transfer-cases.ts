import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect } from 'vitest'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { brokerage, type CaseView } from '#features/lease-ends/brokerage/contract.ts'
import type { BrokerageStep } from '#features/lease-ends/brokerage/rules/words.ts'
import type { TransferParty } from '#features/lease-ends/brokerage/rules.ts'
import { followBrokerages } from '#features/lease-ends/brokerage/server/jobs.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import {
  assignRole,
  buildCompany,
  buildEmployee,
  buildLessor,
  buildRunningLease,
  buildUser,
  signedInAs,
  verifiedPhone,
} from '#testing/builders.ts'
import { newestCode } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

if (process.env.CI && !hasPoppler) throw new Error('Install poppler-utils: a build server leaves no test out.')

const password = 'kolme-pyoraa-ja-silta'

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])

export let world: World

export let staff: Caller

export let password_hash: string

export const db = () => world.services.database.primary

async function admin(companyId: string) {
  const { userId } = await buildUser(world, { password_hash })
  await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId })
  return world.signIn(userId)
}

/** Two companies of one lessor, in one group if wanted: somebody of the first has a leased bicycle, and somebody works for the other. */
export async function couple({ allows_brokerage = true, group_company_id = null as string | null } = {}) {
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await world.signIn(staff.userId)
  const { leasingCompanyId } = await buildLessor(world, { kind: 'OPERATOR' })
  const giving = await buildCompany(
    world,
    { leasing_company_id: leasingCompanyId, group_company_id },
    { policy: { allows_brokerage } },
  )
  const taking = await buildCompany(world, { leasing_company_id: leasingCompanyId, group_company_id })
  const signer = () => ({ password_hash, ...verifiedPhone(world) })
  const from = await buildEmployee(world, giving, {}, signer())
  const to = await buildEmployee(world, taking, {}, signer())
  const lease = await buildRunningLease(world, {
    company: giving,
    employeeId: from.employeeId,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 36,
      end_day: '2028-12-31',
      bike_at: 'EMPLOYEE',
      commitment_day: '2025-12-15',
      tax_regime: 'EXEMPT_2025',
      buy_out_cents: Array.from({ length: 36 }, (_, month) => 100_000 - month * 2_000),
    },
  })
  const callers = {
    SELLER: await world.signIn(from.userId),
    TAKER: await world.signIn(to.userId),
    SELLER_EMPLOYER: await admin(giving.companyId),
    TAKER_EMPLOYER: await admin(taking.companyId),
  }
  return { giving, taking, from, to, lease, callers, leasingCompanyId }
}

export type Couple = Awaited<ReturnType<typeof couple>>

/** Follows one offer of a couple from its first answer on. */
export function following(of: Couple, first: CaseView) {
  const params = { id: first.bikeBrokerageId }
  let one = first
  const attempt = (as: Caller, step: BrokerageStep, more: object = {}) =>
    world.call(brokerage.update, { as, params, body: { step, version: one.version, ...more } })
  const take = async (as: Caller, step: BrokerageStep, more: object = {}) => {
    const { status, body } = await attempt(as, step, more)
    expect(status, `${step} ${JSON.stringify(body)}`).toBe(200)
    one = body as CaseView
    return one
  }
  return { ...of, params, attempt, take, now: () => one }
}

export type Case = ReturnType<typeof following>

/** A bicycle on offer to everybody that somebody of another company has reserved. */
export async function reserved() {
  const of = await couple()
  const { callers, lease } = of
  const { bikeBrokerageId: id } = await world.ok(brokerage.create, {
    as: callers.SELLER,
    body: { leasingAgreementId: lease.agreementId, text: 'Hyvä pyörä, huollettu keväällä.', municipality: 'Vantaa' },
  })
  const way = following(of, await world.ok(brokerage.addPhoto, { as: callers.SELLER, params: { id }, body: PNG }))
  await way.take(callers.SELLER, 'submit')
  await way.take(staff, 'list')
  await way.take(callers.TAKER, 'reserve')
  return way
}

/** Everybody has said yes, and the document is out for signing. */
export async function prepared(of: Case) {
  const { callers, take } = of
  if (of.now().step === 'RESERVED') await take(callers.SELLER, 'startTransfer')
  await take(callers.SELLER_EMPLOYER, 'agreeToGive')
  await take(callers.TAKER_EMPLOYER, 'agreeToTake')
  return take(staff, 'approveByLessor', { lessorReference: 'R-1', lessorDay: '2026-11-10' })
}

export async function sign(
  { callers, params }: Case,
  party: TransferParty,
  documentSha256: string,
  as = callers[party],
  key?: string,
) {
  const isPerson = party === 'SELLER' || party === 'TAKER'
  const user = await db().selectFrom('users').selectAll().where('id', '=', as.userId).executeTakeFirstOrThrow()
  if (isPerson) {
    const asked = await world.call(brokerage.signingCode, { as, params, body: { party, documentSha256 } })
    if (asked.status !== 200) return asked
  }
  return world.call(brokerage.sign, {
    as,
    params,
    ...(key ? { key } : {}),
    body: {
      party,
      documentSha256,
      password,
      typedName: `${user.first_name} ${user.last_name}`,
      ...(isPerson ? { code: await newestCode(world, as.userId) } : { position: 'Toimitusjohtaja' }),
    },
  })
}

export const parties = ['SELLER', 'SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'] as const

export const agreementsOf = (companyId: string) =>
  db().selectFrom('leasing_agreements').selectAll().where('company_id', '=', companyId).execute()

export const nightly = async () => {
  await endLeases.run(world.services)
  await followBrokerages.run(world.services)
}

/** Signs staff in anew, as after hours that have passed. */
export async function signInAgain(): Promise<void> {
  staff = await world.signIn(staff.userId)
}

/** A world with staff for tests of transfers of leases. */
export function prepareTransfers() {
  beforeAll(async () => {
    world = await openWorld()
    password_hash = await hashPassword(password)
    world.env.setNow('2026-11-10T08:00:00Z')
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
  })
  afterAll(() => world.close())
}
