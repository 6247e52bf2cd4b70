import { describe, expect, it, test } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { assignRole } from '#testing/builders.ts'
import {
  type Claimed,
  db,
  leased,
  prepareClaims,
  sent,
  signInOthers,
  staff,
  take,
  taken,
  world,
} from '#testing/cases/claim-cases.ts'
import type { Caller } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'
import { emptyOldClaims } from './retention-job.ts'

prepareClaims()

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])

describe('a bicycle that is not there any more when the term is over', () => {
  it.each(['SOLD', 'LESSOR', 'LOST'] as const)('%s: no claim opens, and none ends the lease again', async (bikeAt) => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM', ended_day: '2026-12-09', bike_at: bikeAt })
      .where('id', '=', of.agreementId)
      .execute()
    expect((await take(staff, decided, 'endLease')).body).toMatchObject({ details: { unmet: ['LEASE_NOT_STARTED'] } })
    const again = await world.call(insuranceClaims.create, {
      as: of.person,
      body: { beneficiaryEmployeeId: of.employeeId, leasingAgreementId: of.agreementId, type: 'THEFT' },
    })
    expect(again.body).toMatchObject({ details: { unmet: ['BIKE_NOT_DELIVERED'] } })
  })
})

describe('the staff', () => {
  const tasksOf = async (claim: Claimed) =>
    (await world.ok(tasks.list, { as: staff })).data
      .filter(({ link }) => link.includes(claim.insuranceId))
      .map(({ action }) => action)

  it('are asked to tell the insurer of what a person withdraws once it was sent, and of nothing else', async () => {
    const of = await leased()
    const early = await world.ok(insuranceClaims.create, {
      as: of.person,
      body: { beneficiaryEmployeeId: of.employeeId, type: 'THEFT' },
    })
    expect(await taken(of.person, early, 'cancel')).toMatchObject({ waitingFor: [] })
    expect(await tasksOf(early)).toEqual([])

    const claim = await sent(of)
    expect(await tasksOf(claim)).toEqual(['settleClaim'])
    const withdrawn = await taken(of.person, claim, 'cancel')
    expect(withdrawn).toMatchObject({ step: 'CANCELLED', waitingFor: ['STAFF'] })
    expect(await tasksOf(withdrawn)).toEqual(['tellInsurer'])
    expect((await take(of.person, withdrawn, 'insurerTold')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const told = await taken(staff, withdrawn, 'insurerTold')
    expect(told).toMatchObject({ waitingFor: [] })
    expect(await tasksOf(told)).toEqual([])
  })
})

test('a claim is emptied three years after it was closed, and a removed photo leaves no bytes behind', async () => {
  const of = await leased()
  await signInOthers()
  const claim = await world.ok(insuranceClaims.create, {
    as: of.person,
    body: { beneficiaryEmployeeId: of.employeeId, type: 'DAMAGE' },
  })
  const params = { id: claim.insuranceId }
  for (let count = 0; count < 2; count += 1)
    await world.call(insuranceClaims.addPhoto, { as: of.person, params, body: PNG })
  const keys = async () =>
    (
      await db()
        .selectFrom('files')
        .select('storage_key')
        .where('parent_id', '=', claim.insuranceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ storage_key }) => storage_key!)
  const [removed, kept] = await keys()
  const isThere = (key: string) =>
    world.services.files.open(key, Buffer.alloc(32)).catch(({ code }: { code: string }) => code !== 'ENOENT')
  const [photo] = (await world.ok(insuranceClaims.get, { as: of.person, params })).photos
  await world.ok(insuranceClaims.removePhoto, { as: of.person, params: { ...params, photoId: photo!.photoId } })
  await emptyOldClaims.run(world.services)
  expect([await isThere(removed!), await isThere(kept!)]).toEqual([false, true])
  expect(await keys()).toEqual([kept])

  const whole = await world.ok(insuranceClaims.report, {
    as: of.person,
    params,
    body: {
      version: (await world.ok(insuranceClaims.get, { as: of.person, params })).version,
      happenedDay: '2026-12-05',
      place: 'Pasila',
      description: 'Kaaduin.',
    },
  })
  await taken(staff, await taken(staff, whole, 'send'), 'deny', { reason: 'Ei korvata.' })
  const told = async () => {
    const { place, description, denial_reason, version } = await db()
      .selectFrom('insurance_claims')
      .selectAll()
      .where('id', '=', claim.insuranceId)
      .executeTakeFirstOrThrow()
    return { texts: [place, description, denial_reason], version }
  }
  const closed = await told()
  world.env.setNow('2029-12-10T08:00:00Z')
  await emptyOldClaims.run(world.services)
  expect(await told()).toEqual(closed)
  world.env.setNow('2029-12-11T08:00:00Z')
  await emptyOldClaims.run(world.services)
  expect(await told()).toEqual({ texts: [null, null, null], version: closed.version + 1 })
  expect(await isThere(kept!)).toBe(false)
})

describe('a movement on the bank account', () => {
  const movement = async (cents: number, message: string) => {
    const id = world.env.id()
    const file = world.env.id()
    await db()
      .insertInto('bank_files')
      .values({ id: file, kind: 'CAMT053', name: 'tiliote.xml', sha256: Buffer.from(file) })
      .execute()
    await db()
      .insertInto('bank_entries')
      .values({
        id,
        bank_file_id: file,
        entry_key: id,
        iban: 'FI2112345600000785',
        position: 1,
        direction: 'CREDIT',
        amount_cents: cents,
        booked_day: '2026-12-09',
        message,
        state: 'OPEN',
      })
      .execute()
    return { id }
  }
  const proposed = async (claim: Claimed) =>
    (await world.ok(insuranceClaims.movements, { as: staff, params: { id: claim.insuranceId } })).items
  const match = (as: Caller, claim: Claimed, bankEntryId: string, key = 'match') =>
    world.call(insuranceClaims.match, {
      as,
      params: { id: claim.insuranceId },
      body: { version: claim.version, bankEntryId, entryVersion: 1 },
      key,
    })

  it('is proposed for the claim that it names, taken in once, and taken back where it came from', async () => {
    const of = await leased()
    await signInOthers()
    const claim = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    const { agreementNumber } = claim
    const params = await movement(200_000, `Korvaus ${agreementNumber}`)
    expect(await proposed(claim)).toMatchObject([{ bankEntryId: params.id, amount: 2000, bookedDay: '2026-12-09' }])
    expect((await match(of.employer, claim, params.id)).status).toBe(403)
    expect((await match(of.person, claim, params.id)).status).toBe(403)
    const [one, other] = await Promise.all([
      match(staff, claim, params.id, 'one'),
      match(staff, claim, params.id, 'other'),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const read = (as: Caller) => world.ok(insuranceClaims.get, { as, params: { id: claim.insuranceId } })
    const received = await read(staff)
    expect(received).toMatchObject({
      received: 2000,
      payments: [{ amount: 2000, paidDay: '2026-12-09', isFromBank: true, isReversed: false }],
    })
    expect(await read(of.person)).toMatchObject({ payments: [] })
    const tooMuch = await movement(44_001, agreementNumber)
    expect(await proposed(claim)).toEqual([])
    expect((await match(staff, received, tooMuch.id)).body).toMatchObject({
      code: 'BANK_PARTS_DIFFER',
      details: { amount: 440.01, parts: 440 },
    })
    const { version } = await world.ok(banking.entry, { as: staff, params })
    await world.ok(banking.reopen, { as: staff, params, body: { version, reason: 'Toisen tapauksen rahaa' } })
    expect(await read(staff)).toMatchObject({
      received: 0,
      payments: [{ isReversed: true }, { amount: -2000, isReversed: true }],
    })
  })

  it('and a payment of the insurer are nobody’s to decide about for a claim of their own', async () => {
    const of = await leased()
    await signInOthers()
    const claim = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    await assignRole(world, of.person.userId, 'SUPER_ADMIN')
    const own = await world.signIn(of.person.userId)
    const params = await movement(244_000, 'Korvaus')
    expect((await match(own, claim, params.id)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    const received = await taken(staff, claim, 'receive', { amount: 2440, paidDay: '2026-12-10' })
    const [payment] = received.payments as { paymentId: string }[]
    const reverse = (as: Caller) =>
      world.call(invoices.reverse, {
        as,
        params: { paymentId: payment!.paymentId },
        body: { reason: 'Kirjattu väärin' },
      })
    expect((await reverse(own)).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect((await reverse(staff)).status).toBe(201)
    const after = await world.ok(insuranceClaims.get, { as: staff, params: { id: claim.insuranceId } })
    expect(after).toMatchObject({ received: 0, waitingFor: ['STAFF', 'INSURER'] })
    expect((await reverse(staff)).body).toMatchObject({ code: 'PAYMENT_NOT_REVERSIBLE' })
  })
})

it('insurance terms decide what is covered: those that the order accepted, else those in force', async () => {
  const of = await leased()
  const publish = (number: number, insurance: object) =>
    db()
      .insertInto('terms_documents')
      .values({
        id: world.env.id(),
        kind: 'INSURANCE',
        number,
        language: 'fi',
        title: 'Ehdot',
        content: 'Ehdot',
        sha256: Buffer.from([number]),
        created_at: world.env.now(),
        insurance: JSON.stringify({ insurer: 'X', businessId: 'Y', covers: [], limitCents: null, ...insurance }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const accepted = await publish(91, { deductibleCents: 15_000, coverFallBasisPoints: 50 })
  await publish(92, { deductibleCents: 30_000, limitCents: 100_000 })
  await signInOthers()
  const { insuranceId } = await sent(of)
  const coverNow = async () => (await world.ok(insuranceClaims.get, { as: staff, params: { id: insuranceId } })).cover
  expect(await coverNow()).toBe(1000)
  await db().updateTable('orders').set({ insurance_terms_id: accepted.id }).where('id', '=', of.orderId).execute()
  expect(await coverNow()).toBe(2820)
})
