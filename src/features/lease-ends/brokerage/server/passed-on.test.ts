import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { NO_LAST_DAY } from '#platform/values/days.ts'
import { assignRole, buildEmployee, buildGroup, buildUser } from '#testing/builders.ts'
import {
  agreementsOf,
  type Couple,
  couple,
  db,
  following,
  nightly,
  password_hash,
  prepared,
  prepareTransfers,
  sign,
  world,
} from '#testing/cases/transfer-cases.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import type { Caller } from '#testing/world.ts'
import { brokerage, type CaseView } from '../contract.ts'
import { followBrokerages } from './jobs.ts'

prepareTransfers()

const emailOf = async ({ userId }: Caller) =>
  (await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

const waiting = async (as: Caller) => {
  const { data } = await world.ok(tasks.list, { as })
  expect(await wronglyDated(world, data)).toEqual([])
  expect(await notOffered(world, as, data)).toEqual([])
  return data.map(({ action }) => action).filter((action) => /Offer|Transfer/.test(action))
}

describe('an offer to one person by address', () => {
  const offered = async (of: Couple, takerEmail: string) =>
    world.call(brokerage.create, {
      as: of.callers.SELLER,
      body: { leasingAgreementId: of.lease.agreementId, takerEmail },
    })

  it('goes to that person alone, names its giver to them, and becomes a transfer once they take it', async () => {
    const of = await couple({ allows_brokerage: false })
    const { callers } = of
    const made = await offered(of, (await emailOf(callers.TAKER)).toUpperCase())
    expect(made.body).toMatchObject({
      step: 'OFFERED',
      reservedUntil: '2026-11-17',
      waitingFor: ['TAKER'],
      takerName: null,
    })
    const { params, attempt, take } = following(of, made.body as CaseView)
    expect(await waiting(callers.TAKER)).toEqual(['answerOffer'])
    const read = await world.ok(brokerage.get, { as: callers.TAKER, params })
    expect(read).toMatchObject({
      side: 'TAKER',
      sellerCompany: of.giving.name,
      agreementNumber: null,
      namedEmail: null,
    })
    for (const as of [callers.SELLER_EMPLOYER, callers.TAKER_EMPLOYER])
      expect((await world.call(brokerage.get, { as, params })).status).toBe(404)
    const stranger = await world.signIn((await buildEmployee(world, of.taking)).userId)
    expect((await world.call(brokerage.get, { as: stranger, params })).status).toBe(404)
    expect((await attempt(stranger, 'acceptOffer')).status).toBe(404)
    expect(
      (await world.ok(brokerage.list, { as: stranger, query: {} })).items.map((one) => one.bikeBrokerageId),
    ).not.toContain(params.id)
    expect((await attempt(callers.SELLER, 'acceptOffer')).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    expect(await take(callers.TAKER, 'acceptOffer')).toMatchObject({
      step: 'TRANSFER',
      waitingFor: ['SELLER_EMPLOYER', 'TAKER_EMPLOYER', 'STAFF'],
    })
    expect([await waiting(callers.SELLER_EMPLOYER), await waiting(callers.TAKER_EMPLOYER)]).toEqual([
      ['approveTransfer'],
      ['approveTransfer'],
    ])
    await take(callers.SELLER_EMPLOYER, 'agreeToGive')
    expect(await waiting(callers.SELLER_EMPLOYER)).toEqual([])
    expect(await take(callers.TAKER_EMPLOYER, 'refuseTransfer', { reason: 'Ei nyt.' })).toMatchObject({
      step: 'WITHDRAWN',
    })
    expect(await world.ok(brokerage.get, { as: callers.SELLER, params })).toMatchObject({
      closedReason: 'Ei nyt.',
      takerName: null,
    })
    expect((await world.call(brokerage.get, { as: callers.TAKER, params })).status).toBe(404)
  })

  it('tells whoever is named, beside the price, what stands against taking the bicycle now', async () => {
    const of = await couple()
    const { callers } = of
    const made = (await offered(of, await emailOf(callers.TAKER))).body as CaseView
    const { params, attempt } = following(of, made)
    const costOf = () => world.ok(brokerage.cost, { as: callers.TAKER, params })
    const read = async () => (await world.ok(brokerage.cases, { as: callers.TAKER, query: { open: true } })).items
    expect(await costOf()).toMatchObject({ step: 'OFFERED', until: '2026-11-17', unmet: [] })
    expect(await read()).toMatchObject([{ bikeBrokerageId: params.id, side: 'TAKER', waitingFor: ['TAKER'] }])
    const change = (columns: object) =>
      db().updateTable('beneficiary_employees').set(columns).where('id', '=', of.to.employeeId).execute()
    for (const [columns, unmet] of [
      [{ last_working_day: '2027-05-31' }, 'TAKER_LEAVES_BEFORE_END'],
      [{ last_working_day: NO_LAST_DAY, max_price_cents: 100 }, 'PRICE_ABOVE_TAKER_LIMIT'],
      [{ max_price_cents: null, status: 'PENDING' }, 'TAKER_NOT_EMPLOYED'],
    ] as const) {
      await change(columns)
      expect((await costOf()).unmet).toEqual([unmet])
      expect(await attempt(callers.TAKER, 'acceptOffer')).toMatchObject({
        status: 409,
        body: { details: { unmet: [unmet] } },
      })
    }
    expect(await read()).toMatchObject([{ step: 'OFFERED' }])
  })

  it('answers alike whether the address is known or not, not to oneself, is declined, and lapses after a week', async () => {
    const of = await couple()
    const { callers } = of
    expect((await offered(of, await emailOf(callers.SELLER))).body).toMatchObject({
      fields: [{ path: 'takerEmail', code: 'OWN_ADDRESS' }],
    })
    const known = await offered(of, await emailOf(callers.TAKER))
    const { attempt, take } = following(of, known.body as CaseView)
    expect((await attempt(callers.TAKER, 'acceptOffer', { beneficiaryEmployeeId: of.from.employeeId })).status).toBe(
      404,
    )
    expect(await take(callers.TAKER, 'declineOffer')).toMatchObject({ step: 'WITHDRAWN', sellerName: null })
    const unknown = await offered(of, 'ei-tilia@muualla.example')
    const shape = ({ bikeBrokerageId: _, namedEmail: __, createdAt: ___, ...rest }: CaseView) => rest
    expect(shape(unknown.body as CaseView)).toEqual(shape(known.body as CaseView))
    const { bikeBrokerageId: id } = unknown.body as CaseView
    world.env.setNow('2026-11-18T08:00:00Z')
    await followBrokerages.run(world.services)
    const seller = await world.signIn(callers.SELLER.userId)
    expect(await world.ok(brokerage.get, { as: seller, params: { id } })).toMatchObject({ step: 'EXPIRED' })
  })

  it('is told in the next night to whoever is named once their account is open again, and once alone', async () => {
    const of = await couple()
    const taker = of.callers.TAKER.userId
    const address = await emailOf(of.callers.TAKER)
    const primary = world.services.database.primary
    const shut = (deactivated_at: Date | null) =>
      primary.updateTable('users').set({ deactivated_at }).where('id', '=', taker).execute()
    await shut(world.env.now())
    const { bikeBrokerageId: id } = (await offered(of, address)).body as CaseView
    const told = async () => {
      const { rows } = await sql<{ turn: string; mails: number }>`
        select n.turn, (select count(*)::int from outbox m where m.user_id = n.user_id and array_to_string(m.links, ' ') like ${`%${id}%`}) as mails
          from notifications n where n.user_id = ${taker} and n.subject_id = ${id}`.execute(primary)
      return rows
    }
    await followBrokerages.run(world.services)
    expect(await told()).toEqual([])
    await shut(null)
    for (let night = 0; night < 2; night += 1) await followBrokerages.run(world.services)
    expect(await told()).toEqual([{ turn: expect.stringContaining('TAKER'), mails: 1 }])
  })

  it('is nobody’s to decide from two sides: staff who take a bicycle neither approve for the lessor nor for an employer', async () => {
    const of = await couple()
    const { callers } = of
    await assignRole(world, callers.TAKER.userId, 'INTERNAL_ADMIN')
    await assignRole(world, callers.TAKER.userId, 'EMPLOYER_ADMIN', { companyId: of.taking.companyId })
    const taker = await world.signIn(callers.TAKER.userId)
    const made = await offered(of, await emailOf(taker))
    const { attempt, take } = following(of, made.body as CaseView)
    expect(await take(taker, 'acceptOffer')).toMatchObject({ step: 'TRANSFER', side: 'TAKER' })
    for (const step of ['approveByLessor', 'agreeToTake'] as const)
      expect((await attempt(taker, step)).body).toMatchObject({ code: 'BROKERAGE_STEP_NOT_PERMITTED' })
    expect(await waiting(taker)).not.toContain('approveTransfer')
  })
})

describe('a move within a group', () => {
  it('takes the lease along to another employment, signed once by its rider, and agreed for both companies by the group', async () => {
    const group = await buildGroup(world)
    const of = await couple({ allows_brokerage: false, group_company_id: group.groupCompanyId })
    const { callers, giving, taking, lease } = of
    const body = { leasingAgreementId: lease.agreementId }
    const create = (beneficiaryEmployeeId: string) =>
      world.call(brokerage.create, { as: callers.SELLER, body: { ...body, beneficiaryEmployeeId } })
    for (const other of [of.to.employeeId, of.from.employeeId]) expect((await create(other)).status).toBe(404)
    const { employeeId } = await buildEmployee(world, taking, { user_id: of.from.userId })
    const seller = await world.signIn(of.from.userId)
    const made = await world.ok(brokerage.create, { as: seller, body: { ...body, beneficiaryEmployeeId: employeeId } })
    expect(made).toMatchObject({ step: 'TRANSFER', takerCompany: taking.name })
    const { userId } = await buildUser(world, { password_hash })
    await assignRole(world, userId, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId: group.groupCompanyId })
    const both = await world.signIn(userId)
    const way = following(
      { ...of, callers: { ...callers, TAKER: seller, SELLER_EMPLOYER: both, TAKER_EMPLOYER: both } },
      made,
    )
    const ready = await prepared(way)
    expect(ready.unsigned).toEqual(['SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'])
    expect([await waiting(seller), await waiting(both)]).toEqual([['signTransfer'], ['signTransferAsEmployer']])
    for (const party of ready.unsigned) expect((await sign(way, party, ready.documentSha256!)).status, party).toBe(200)
    world.env.setNow('2026-12-01T04:30:00Z')
    await nightly()
    const [old] = await agreementsOf(giving.companyId)
    expect(old).toMatchObject({ lease_state: 'ENDED', end_reason: 'TRANSFERRED' })
    expect(await agreementsOf(taking.companyId)).toMatchObject([
      {
        lease_state: 'ACTIVE',
        beneficiary_employee_id: employeeId,
        instalment_cents: old!.instalment_cents,
        end_day: old!.end_day,
      },
    ])
  })
})
