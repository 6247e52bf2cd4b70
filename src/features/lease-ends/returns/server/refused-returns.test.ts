import { describe, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import {
  ask,
  later,
  lease,
  leased,
  nightly,
  png,
  prepareReturns,
  staff,
  step,
  tokenOf,
  world,
} from '#testing/cases/return-cases.ts'
import type { Caller } from '#testing/world.ts'
import { returns } from '../contract.ts'

prepareReturns()

describe('what is refused', () => {
  it('changes nothing: a policy that forbids it, a month too near, a payer against the price list', async () => {
    const forbidden = await leased({ allowsReturn: false })
    const body = { leasingAgreementId: forbidden.agreementId, reason: 'OTHER' as const }
    const refusal = await world.call(returns.create, { as: forbidden.person, body })
    expect(refusal.body).toMatchObject({ code: 'RETURN_STEP_NOT_ALLOWED', details: { unmet: ['POLICY_FORBIDS'] } })
    const early = { ...body, endMonth: '2026-10' }
    expect((await world.call(returns.create, { as: staff, body: early })).body).toMatchObject({
      details: { unmet: ['MONTH_NOT_POSSIBLE'] },
    })
    expect((await world.call(returns.create, { as: forbidden.employer, body })).body).toMatchObject({
      details: { unmet: ['NOT_LEAVING'] },
    })
    const of = await leased()
    const { id, version } = await ask(of, of.person, 'DISMISSED')
    const unfair = await world.call(returns.update, {
      as: of.employer,
      params: { id },
      body: { step: 'approve', version, payer: 'EMPLOYEE' },
    })
    expect(unfair.body).toMatchObject({ details: { unmet: ['PAYER_AGAINST_PRICE_LIST'] } })
    expect(await lease(of)).toMatchObject({ ends_on: null })
    const own = await world.call(returns.update, {
      as: of.person,
      params: { id },
      body: { step: 'approve', version, payer: 'EMPLOYER' },
    })
    expect(own.status).toBe(403)
  })

  it('is a lay-off that the employer or the staff name alone; one that the person has confirmed is a reason', async () => {
    const of = await leased()
    const layOff = (as: Caller) =>
      world.call(returns.create, { as, body: { leasingAgreementId: of.agreementId, reason: 'LAID_OFF' } })
    const refused = { code: 'RETURN_STEP_NOT_ALLOWED', details: { unmet: ['LAY_OFF_NOT_AGREED'] } }
    expect((await layOff(of.employer)).body).toMatchObject(refused)
    expect((await layOff(staff)).body).toMatchObject(refused)
    const plan = await world.ok(absencePlans.create, {
      as: of.employer,
      body: { leasingAgreementId: of.agreementId, kind: 'LAY_OFF', fromDay: '2026-11-15', toDay: '2027-01-31' },
    })
    expect((await layOff(of.employer)).body).toMatchObject(refused)
    expect(await lease(of)).toMatchObject({ ends_on: null })
    expect((await world.ok(returns.list, { as: of.employer })).totalCount).toBe(0)
    const { id, version } = plan
    await world.ok(absencePlans.update, { as: of.person, params: { id }, body: { step: 'confirm', version } })
    expect((await layOff(of.employer)).body).toMatchObject({ step: 'APPROVED', payer: 'EMPLOYER', reason: 'LAID_OFF' })
  })

  it('is no lay-off that is over, and the person’s own word of one waits for the employer', async () => {
    const of = await leased()
    const plan = await world.ok(absencePlans.create, {
      as: of.employer,
      body: { leasingAgreementId: of.agreementId, kind: 'LAY_OFF', fromDay: '2026-11-15', toDay: '2026-11-30' },
    })
    const { id, version } = plan
    await world.ok(absencePlans.update, { as: of.person, params: { id }, body: { step: 'confirm', version } })
    await later('2026-12-01T08:00:00Z', of)
    const body = { leasingAgreementId: of.agreementId, reason: 'LAID_OFF' as const }
    expect((await world.call(returns.create, { as: of.employer, body })).body).toMatchObject({
      details: { unmet: ['LAY_OFF_NOT_AGREED'] },
    })
    const asked = await world.ok(returns.create, { as: of.person, body })
    expect(asked).toMatchObject({ step: 'REQUESTED', waitingFor: ['EMPLOYER'] })
    expect(await step(asked.id, 'approve', of.employer, { payer: 'EMPLOYER' })).toMatchObject({ step: 'APPROVED' })
  })

  it('excludes a redemption, and a redemption it', async () => {
    const of = await leased()
    const { id } = await ask(of)
    const redeem = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
    expect((await world.call(redemptions.create, { as: of.person, body: redeem })).body).toMatchObject({
      code: 'AGREEMENT_ENDING_EXISTS',
      details: { kind: 'RETURN' },
    })
    await step(id, 'cancel', of.person)
    await world.ok(redemptions.create, { as: of.person, body: redeem })
    expect(
      (await world.call(returns.create, { as: of.person, body: { ...redeem, reason: 'OTHER' } })).body,
    ).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS', details: { kind: 'REDEMPTION' } })
  })

  it('is approved once by two at the same moment, and a repeated key changes nothing', async () => {
    const of = await leased()
    const { id, version } = await ask(of)
    const approve = () =>
      world.call(returns.update, {
        as: of.employer,
        params: { id },
        body: { step: 'approve', version, payer: 'EMPLOYER' },
      })
    const both = await Promise.all([approve(), approve()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const other = await leased()
    const twice = () =>
      world.call(returns.create, {
        as: other.person,
        body: { leasingAgreementId: other.agreementId, reason: 'OTHER' },
        key: 'palautus-kerran-0001',
      })
    const [first, second] = [await twice(), await twice()]
    expect([first.status, second.body]).toEqual([201, first.body])
  })

  it('is a store’s word without a photo, a page for a photo, and one photo too many', async () => {
    const of = await leased()
    const { id } = await ask(of)
    const token = await tokenOf(id, of.companyId)
    expect((await world.call(returns.addPhoto, { params: { token }, body: png })).status).toBe(409)
    await step(id, 'approve', of.employer, { payer: 'EMPLOYER' })
    const receive = () => world.call(returns.receive, { params: { token }, body: { receivedDay: '2026-11-10' } })
    expect((await receive()).body).toMatchObject({ details: { unmet: ['PHOTO_MISSING'] } })
    const page = Buffer.from('<html></html>')
    expect((await world.call(returns.addPhoto, { params: { token }, body: page })).body).toMatchObject({
      code: 'FILE_NOT_ACCEPTED',
    })
    for (let photo = 0; photo < 10; photo++) await world.ok(returns.addPhoto, { params: { token }, body: png })
    expect((await world.call(returns.addPhoto, { params: { token }, body: png })).status).toBe(409)
    expect((await receive()).status).toBe(200)
    const { photos } = await world.ok(returns.get, { as: of.person, params: { id } })
    const { returnPhotoId } = photos[0]!
    expect((await world.call(returns.photo, { as: of.person, params: { id, returnPhotoId } })).status).toBe(200)
    const stranger = await leased()
    expect((await world.call(returns.photo, { as: stranger.person, params: { id, returnPhotoId } })).status).toBe(404)
  })
})

it('of a lease that the staff ended while its bicycle was out is taken back, and waits for it', async () => {
  const of = await leased()
  const { version } = await world.ok(leaseChanges.changes, { as: staff, params: { id: of.agreementId } })
  await world.ok(leaseChanges.end, {
    as: staff,
    params: { id: of.agreementId },
    body: { endMonth: '2026-11', endsAs: 'RETURNED', reason: 'Sovittu', version },
  })
  await later('2026-12-01T08:00:00Z', of)
  await nightly()
  expect(await lease(of)).toMatchObject({ lease_state: 'ENDED', end_reason: 'RETURNED', bike_at: 'EMPLOYEE' })
  const waits = async () =>
    (await world.ok(tasks.list, { as: staff })).data.some(({ link }) => link.includes(of.agreementId))
  expect(await waits()).toBe(true)
  const { id } = await world.ok(returns.takeBack, { as: staff, body: { leasingAgreementId: of.agreementId } })
  await step(id, 'receive', staff, { receivedDay: '2026-12-01' })
  await step(id, 'inspect', staff, {})
  expect([(await lease(of)).bike_at, await waits()]).toEqual(['STORE', false])
})
