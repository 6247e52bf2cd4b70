import { describe, expect, it } from 'vitest'
import { insuranceClaims } from '#features/lease-ends/insurance-claims/contract.ts'
import { NO_LAST_DAY } from '#platform/values/days.ts'
import {
  agreementsOf,
  db,
  parties,
  prepared,
  prepareTransfers,
  reserved,
  sign,
  staff,
  world,
} from '#testing/cases/transfer-cases.ts'
import { brokerage } from '../contract.ts'
import { followBrokerages } from './jobs.ts'

prepareTransfers()

describe('a transfer between two companies of one lessor', () => {
  it('is refused by the lessor: the lease goes on, nothing of the transfer stands, and the rider is told', async () => {
    const of = await reserved()
    const { callers, take, giving, taking } = of
    await take(callers.SELLER, 'startTransfer')
    expect(await take(staff, 'refuseByLessor')).toMatchObject({ step: 'WITHDRAWN', closedReason: 'LESSOR_REFUSES' })
    const [lease] = await agreementsOf(giving.companyId)
    expect(lease).toMatchObject({ lease_state: 'ACTIVE', ends_on: null })
    expect(await agreementsOf(taking.companyId)).toEqual([])
    const told = await db()
      .selectFrom('notifications')
      .select('template')
      .where('user_id', '=', callers.SELLER.userId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(told?.template).toBe('brokerage:notice.seller.refuseByLessor')
  })

  it('comes to nothing by a refusal, or when fourteen days have passed, and the bicycle is on offer again', async () => {
    const of = await reserved()
    const { callers, take, attempt, taking } = of
    await prepared(of)
    expect((await attempt(callers.TAKER_EMPLOYER, 'refuseTransfer')).body).toMatchObject({
      details: { unmet: ['REASON_MISSING'] },
    })
    await take(callers.TAKER_EMPLOYER, 'refuseTransfer', { reason: 'Ei nyt.' })
    expect(await agreementsOf(taking.companyId)).toMatchObject([{ status: 'PENDING', void_at: expect.any(Date) }])
    const listed = await world.ok(brokerage.get, { as: callers.SELLER, params: of.params })
    expect(listed).toMatchObject({ step: 'LISTED', transferBy: null, takerName: null })

    const next = await reserved()
    await prepared(next)
    await sign(next, 'SELLER', next.now().documentSha256!)
    world.env.setNow('2026-11-24T20:00:00Z')
    await followBrokerages.run(world.services)
    const stepOf = async () =>
      (
        await db()
          .selectFrom('bike_brokerages')
          .select('step')
          .where('id', '=', next.params.id)
          .executeTakeFirstOrThrow()
      ).step
    expect(await stepOf()).toBe('TRANSFER')
    world.env.setNow('2026-11-25T08:00:00Z')
    await followBrokerages.run(world.services)
    expect(await stepOf()).toBe('LISTED')
  })

  it('asks nobody to agree, and lapses in the night, once no month would be left', async () => {
    const of = await reserved()
    await of.take(of.callers.SELLER, 'startTransfer')
    await db()
      .updateTable('bike_brokerages')
      .set({ lease_end_day: '2026-12-31' })
      .where('id', '=', of.params.id)
      .execute()
    world.env.setNow('2026-11-21T08:00:00Z')
    for (const [who, step] of [
      ['SELLER_EMPLOYER', 'agreeToGive'],
      ['TAKER_EMPLOYER', 'agreeToTake'],
    ] as const)
      expect((await of.attempt(of.callers[who], step)).body).toMatchObject({
        details: { step, unmet: ['LEASE_ENDS_FIRST'] },
      })
    await followBrokerages.run(world.services)
    // On offer again, and over in the same way.
    await followBrokerages.run(world.services)
    expect(await world.ok(brokerage.get, { as: of.callers.SELLER, params: of.params })).toMatchObject({
      step: 'EXPIRED',
    })
  })

  it('is not completed for somebody who leaves meanwhile: the last signature is refused and not kept', async () => {
    const of = await reserved()
    const { documentSha256 } = await prepared(of)
    for (const party of ['SELLER', 'SELLER_EMPLOYER', 'TAKER'] as const)
      expect((await sign(of, party, documentSha256!)).status).toBe(200)
    const leaving = (last_working_day: string) =>
      db().updateTable('beneficiary_employees').set({ last_working_day }).where('id', '=', of.to.employeeId).execute()
    await leaving('2027-06-30')
    const last = await sign(of, 'TAKER_EMPLOYER', documentSha256!)
    expect(last).toMatchObject({ status: 409, body: { details: { unmet: ['TAKER_LEAVES_BEFORE_END'] } } })
    const { step, unsigned } = await world.ok(brokerage.get, { as: of.callers.TAKER, params: of.params })
    expect({ step, unsigned }).toEqual({ step: 'TRANSFER', unsigned: ['TAKER_EMPLOYER'] })
    await leaving(NO_LAST_DAY)
    expect((await sign(of, 'TAKER_EMPLOYER', documentSha256!)).body).toMatchObject({ step: 'DONE' })
  })

  it('does not begin for a bicycle that is lost before its first day', async () => {
    const of = await reserved()
    const { documentSha256 } = await prepared(of)
    for (const party of parties) expect((await sign(of, party, documentSha256!)).status).toBe(200)
    await world.ok(insuranceClaims.create, {
      as: of.callers.SELLER,
      body: { beneficiaryEmployeeId: of.from.employeeId, leasingAgreementId: of.lease.agreementId, type: 'LOSS' },
    })
    const one = await world.ok(brokerage.get, { as: of.callers.SELLER, params: of.params })
    expect(one).toMatchObject({ step: 'WITHDRAWN', startsOn: null, newAgreementNumber: null })
    const [before] = await agreementsOf(of.giving.companyId)
    expect(before).toMatchObject({ lease_state: 'ACTIVE', ends_on: null, ends_as: null })
    const [opened] = await agreementsOf(of.taking.companyId)
    expect(opened).toMatchObject({ lease_state: 'NOT_STARTED', void_at: expect.any(Date) })
  })

  it('signed last after the 20th begins a month later', async () => {
    const of = await reserved()
    const ready = await prepared(of)
    for (const party of parties.slice(0, 3)) await sign(of, party, ready.documentSha256!)
    world.env.setNow('2026-11-21T08:00:00Z')
    const late = await world.signIn(of.callers.TAKER_EMPLOYER.userId)
    const done = await sign(of, 'TAKER_EMPLOYER', ready.documentSha256!, late)
    expect(done.body).toMatchObject({ step: 'DONE', startsOn: '2027-01-01' })
    expect(await agreementsOf(of.giving.companyId)).toMatchObject([{ ends_on: '2026-12-31' }])
    expect(await agreementsOf(of.taking.companyId)).toMatchObject([{ lease_months: 24, start_day: '2027-01-01' }])
  })
})
