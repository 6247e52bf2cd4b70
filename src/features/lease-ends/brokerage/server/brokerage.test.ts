import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { assignRole, buildCompany, buildEmployee, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { brokerage, type CaseView } from '../contract.ts'
import type { BrokerageStep } from '../rules/words.ts'
import { followBrokerages } from './jobs.ts'

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 3, ...Buffer.from('eXIfGPS'), 0, 0, 0, 0]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])
const text = 'Hyväkuntoinen pyörä, huollettu keväällä.'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

async function leased({ isAllowed = true } = {}) {
  const company = await buildCompany(world, {}, { policy: { allows_brokerage: isAllowed } })
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 36,
      end_day: '2028-12-31',
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array(36).fill(50_000),
    },
  })
  await db()
    .updateTable('orders')
    .set({ bike_brand: 'Taival', bike_model: 'Matka 5', bike_kind: 'ELECTRIC', frame_size: '54' })
    .where('id', '=', lease.orderId)
    .execute()
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  const admin = await buildUser(world)
  await assignRole(world, admin.userId, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  return { ...lease, company, person: await world.signIn(user_id), employer: await world.signIn(admin.userId) }
}
type Leased = Awaited<ReturnType<typeof leased>>

/** Somebody of another company. */
async function rider(employee: object = {}, policy: object = {}) {
  const company = await buildCompany(world, {}, { policy })
  const { userId, employeeId } = await buildEmployee(world, company, employee)
  return { caller: await world.signIn(userId), employeeId, company }
}

const draft = (of: Leased, as = of.person, key?: string) =>
  world.call(brokerage.create, {
    as,
    body: { leasingAgreementId: of.agreementId, text, municipality: 'Vantaa' },
    ...(key ? { key } : {}),
  })
const take = (as: Caller, one: { bikeBrokerageId: string; version: number }, step: BrokerageStep, more: object = {}) =>
  world.call(brokerage.update, {
    as,
    params: { id: one.bikeBrokerageId },
    body: { step, version: one.version, ...more },
  })
const ok = async (reply: ReturnType<typeof take>) => {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(200)
  return body as CaseView
}
const addPhoto = (as: Caller, id: string, body: Buffer = PNG) =>
  world.call(brokerage.addPhoto, { as, params: { id }, body })

/** A bicycle that everybody sees. */
async function listed(of: Leased) {
  const drafted = (await draft(of)).body as CaseView
  const pictured = (await addPhoto(of.person, drafted.bikeBrokerageId)).body as CaseView
  const sent = await ok(take(of.person, pictured, 'submit'))
  return ok(take(staff, sent, 'list'))
}
const offers = (as: Caller, query: object = {}) => world.ok(brokerage.list, { as, query: { limit: 100, ...query } })
const seenBy = async (as: Caller, one: CaseView, query: object = {}) =>
  (await offers(as, query)).items.find(({ bikeBrokerageId }) => bikeBrokerageId === one.bikeBrokerageId)
const notices = async (userId: string) =>
  (await db().selectFrom('notifications').select('template').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ template }) => template,
  )

describe('an offer', () => {
  it('is drafted with photos, reviewed, sent back with a reason, listed, and hides who offers it', async () => {
    const of = await leased()
    const drafted = (await draft(of)).body as CaseView
    expect(drafted).toMatchObject({ step: 'DRAFT', status: 'PENDING', side: 'SELLER', bike: 'Taival Matka 5' })
    expect((await take(of.person, drafted, 'submit')).body).toMatchObject({
      code: 'BROKERAGE_STEP_NOT_ALLOWED',
      details: { unmet: ['PHOTO_MISSING'] },
    })
    const pictured = (await addPhoto(of.person, drafted.bikeBrokerageId)).body as CaseView
    const sent = await ok(take(of.person, pictured, 'submit'))
    expect(sent).toMatchObject({ step: 'REVIEW', waitingFor: ['STAFF'] })
    expect((await take(staff, sent, 'sendBack')).body).toMatchObject({ details: { unmet: ['REASON_MISSING'] } })
    const back = await ok(take(staff, sent, 'sendBack', { reason: 'Poista nimi tekstistä.' }))
    expect(back).toMatchObject({ step: 'DRAFT', waitingFor: ['SELLER'] })
    const edited = await ok(take(of.person, back, 'edit', { text: `${text} Lukko mukana.` }))
    const again = await ok(take(of.person, edited, 'submit'))
    const one = await ok(take(staff, again, 'list'))
    expect(one).toMatchObject({ step: 'LISTED', expiresOn: '2027-02-08' })
    expect(await notices(of.person.userId)).toEqual(['brokerage:notice.draft', 'brokerage:notice.seller.list'])

    const other = await rider()
    const seen = await seenBy(other.caller, one)
    expect(seen).toMatchObject({
      bike: 'Taival Matka 5',
      kind: 'ELECTRIC',
      frameSize: '54',
      description: `${text} Lukko mukana.`,
      monthsLeft: 25,
      instalment: 100,
      municipality: 'Vantaa',
      isOwn: false,
    })
    const told = JSON.stringify(seen)
    for (const secret of [of.agreementId, of.employeeId, of.company.companyId, of.company.name, of.person.userId])
      expect(told).not.toContain(secret)
    const photo = { params: { id: one.bikeBrokerageId, photoId: one.photoIds[0]! } }
    const picture = await world.call(brokerage.photo, { ...photo, as: other.caller })
    expect([picture.status, picture.raw.includes('GPS')]).toEqual([200, false])
    expect((await world.call(brokerage.get, { as: other.caller, params: { id: one.bikeBrokerageId } })).status).toBe(
      404,
    )
    expect((await world.call(brokerage.get, { as: of.employer, params: { id: one.bikeBrokerageId } })).status).toBe(404)
    const events = await db()
      .selectFrom('events')
      .select('shared')
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(events.every(({ shared }) => !shared)).toBe(true)
  })

  it('is made once at a time, not twice at the same moment, and a repeated key changes nothing', async () => {
    const of = await leased()
    const both = await Promise.all([draft(of, of.person, 'a 1'), draft(of, of.person, 'a 2')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const next = await leased()
    const first = await draft(next, next.person, 'once')
    expect((await draft(next, next.person, 'once')).body).toEqual(first.body)
    expect((await draft(next)).body).toMatchObject({ code: 'BROKERAGE_EXISTS' })
  })

  it('needs a company that allows it, a running lease of one’s own, and a draft to be changed', async () => {
    const closed = await leased({ isAllowed: false })
    expect((await draft(closed)).body).toMatchObject({ details: { unmet: ['POLICY_FORBIDS'] } })
    const of = await leased()
    expect((await draft(of, closed.person)).status).toBe(404)
    expect((await draft(of, of.employer)).status).toBe(403)
    const one = await listed(of)
    expect((await addPhoto(of.person, one.bikeBrokerageId)).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_ALLOWED' })
    expect((await take(of.person, { ...one, version: 1 }, 'withdraw')).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect((await take(of.person, one, 'list')).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_ALLOWED' })
  })

  it('is filtered, sorted, and gone from the list once the policy forbids it or the lease ends otherwise', async () => {
    const of = await leased()
    const one = await listed(of)
    const { caller } = await rider()
    for (const query of [
      { kind: 'ELECTRIC' },
      { municipality: 'van' },
      { maxInstalment: 100 },
      { search: 'matka' },
      { frameSize: '54' },
      { sort: 'price' },
    ])
      expect(await seenBy(caller, one, query), JSON.stringify(query)).toBeDefined()
    for (const query of [
      { kind: 'CARGO' },
      { municipality: 'Oulu' },
      { maxInstalment: 99 },
      { search: of.company.name },
    ])
      expect(await seenBy(caller, one, query), JSON.stringify(query)).toBeUndefined()
    const policy = { id: world.env.id(), company_id: of.company.companyId, number: 7, allows_brokerage: false }
    await db().insertInto('bike_policies').values(policy).execute()
    expect(await seenBy(caller, one)).toBeUndefined()
    expect((await take(caller, one, 'reserve')).status).toBe(404)
  })

  it('is withdrawn by its rider, deleted as a draft by a super admin alone, and searched by the staff', async () => {
    const of = await leased()
    const drafted = (await draft(of)).body as CaseView
    const remove = (as: Caller) =>
      world.call(brokerage.remove, { as, params: { id: drafted.bikeBrokerageId }, query: { version: 1 } })
    expect((await remove(staff)).status).toBe(403)
    expect((await remove(await signedInAs(world, 'SUPER_ADMIN'))).body).toMatchObject({ step: 'WITHDRAWN' })
    const one = await listed(of)
    const list = await world.ok(brokerage.cases, { as: staff, query: { search: one.agreementNumber!, step: 'LISTED' } })
    expect(list).toMatchObject({ totalCount: 1, items: [{ bikeBrokerageId: one.bikeBrokerageId }] })
    const { first_name, last_name } = await db()
      .selectFrom('leasing_agreements as a')
      .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .where('a.id', '=', of.agreementId)
      .select(['u.first_name', 'u.last_name'])
      .executeTakeFirstOrThrow()
    expect(list.items[0]?.sellerName, 'a register is read by surnames').toBe(`${last_name} ${first_name}`)
    expect(await ok(take(of.person, one, 'withdraw'))).toMatchObject({ step: 'WITHDRAWN', status: 'CANCELLED' })
  })
})

describe('a reservation', () => {
  it('is one person’s for seven days, tells neither side who the other is, and lapses', async () => {
    const of = await leased()
    const one = await listed(of)
    const [first, second] = [await rider(), await rider()]
    const both = await Promise.all([take(first.caller, one, 'reserve'), take(second.caller, one, 'reserve')])
    expect(both.map(({ status }) => status === 200).toSorted()).toEqual([false, true])
    const winner = both[0]!.status === 200 ? first : second
    const reserved = both.find(({ status }) => status === 200)!.body as CaseView
    expect(reserved).toMatchObject({ step: 'RESERVED', side: 'TAKER', reservedUntil: '2026-11-17', sellerName: null })
    expect(reserved.leasingAgreementId).toBeNull()
    const seen = await world.ok(brokerage.get, { as: of.person, params: { id: one.bikeBrokerageId } })
    expect(seen).toMatchObject({ side: 'SELLER', takerName: null, takerCompany: null, waitingFor: ['SELLER'] })
    const loser = winner === first ? second : first
    expect((await world.call(brokerage.get, { as: loser.caller, params: { id: one.bikeBrokerageId } })).status).toBe(
      404,
    )

    world.env.setNow('2026-11-17T08:00:00Z')
    await followBrokerages.run(world.services)
    world.env.setNow('2026-11-18T08:00:00Z')
    await followBrokerages.run(world.services)
    world.env.setNow('2026-11-10T08:00:00Z')
    const after = await world.ok(brokerage.get, { as: of.person, params: { id: one.bikeBrokerageId } })
    expect(after).toMatchObject({ step: 'LISTED', reservedUntil: null })
    expect(await notices(winner.caller.userId)).toEqual(['brokerage:notice.taker.lapse'])
  })

  it('is refused by its rider, cancelled by its taker, and released by a claim', async () => {
    const of = await leased()
    const one = await listed(of)
    const { caller } = await rider()
    const reserved = await ok(take(caller, one, 'reserve'))
    expect((await take(caller, reserved, 'refuseTaker')).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    const refused = await ok(take(of.person, reserved, 'refuseTaker'))
    const again = await ok(take(caller, refused, 'reserve'))
    const cancelled = await ok(take(caller, again, 'cancelReservation'))
    await ok(take(caller, cancelled, 'reserve'))
    await world.ok(insuranceClaims.create, {
      as: of.person,
      body: { beneficiaryEmployeeId: of.employeeId, type: 'DAMAGE' },
    })
    const now = await world.ok(brokerage.get, { as: of.person, params: { id: one.bikeBrokerageId } })
    expect(now.step).toBe('LISTED')
    expect(await seenBy(caller, one)).toBeUndefined()
    expect(await notices(caller.userId)).toEqual([
      'brokerage:notice.taker.refuseTaker',
      'brokerage:notice.taker.releaseForClaim',
    ])
  })

  it('is refused to whom the bicycle belongs, to whom no employer gives room, money or time, and to a stranger’s employment', async () => {
    const of = await leased()
    const one = await listed(of)
    const unmet = async (as: Caller) => (await take(as, one, 'reserve')).body as { details: { unmet: string[] } }
    expect((await unmet(of.person)).details.unmet).toContain('OWN_BIKE')
    const pending = await rider({ status: 'PENDING' })
    expect((await unmet(pending.caller)).details.unmet).toEqual(['TAKER_NOT_EMPLOYED'])
    const poor = await rider({ max_price_cents: 49_999 })
    expect((await unmet(poor.caller)).details.unmet).toEqual(['PRICE_ABOVE_TAKER_LIMIT'])
    const leaver = await rider({ last_working_day: '2027-06-30' })
    expect((await unmet(leaver.caller)).details.unmet).toEqual(['TAKER_LEAVES_BEFORE_END'])
    const full = await leased()
    expect((await unmet(full.person)).details.unmet).toEqual(['TAKER_HAS_NO_ROOM'])
    const { caller } = await rider()
    expect((await take(caller, one, 'reserve', { beneficiaryEmployeeId: poor.employeeId })).status).toBe(404)
    const two = await buildCompany(world)
    await buildEmployee(world, two, { user_id: caller.userId })
    expect((await take(caller, one, 'reserve')).body).toMatchObject({ code: 'BROKERAGE_EMPLOYMENT_CHOICE_NEEDED' })
    expect((await seenBy(caller, one))?.version).toBe(one.version)
  })

  it('asks nobody to choose an employer that is leaving, or an employment that is over', async () => {
    const of = await leased()
    const one = await listed(of)
    const { caller } = await rider()
    const { company } = await rider()
    await buildEmployee(world, company, { user_id: caller.userId })
    const leaving = { kind: 'LEAVES', from_day: '2026-12-01', choose_until: '2026-12-31', reason: 'Lopettaa.' } as const
    const exit = { id: world.env.id(), company_id: company.companyId, ...leaving }
    await db().insertInto('company_exits').values(exit).execute()
    const { company: former } = await rider()
    await buildEmployee(world, former, { user_id: caller.userId, last_working_day: '2026-06-30' })
    expect((await take(caller, one, 'reserve')).body).toMatchObject({ step: 'RESERVED' })
  })

  it('of an offer whose time is over cannot be made, and the offer expires', async () => {
    const of = await leased()
    const one = await listed(of)
    world.env.setNow('2027-02-09T08:00:00Z')
    await followBrokerages.run(world.services)
    const { step } = await db()
      .selectFrom('bike_brokerages')
      .select('step')
      .where('id', '=', one.bikeBrokerageId)
      .executeTakeFirstOrThrow()
    world.env.setNow('2026-11-10T08:00:00Z')
    expect(step).toBe('EXPIRED')
  })
})
