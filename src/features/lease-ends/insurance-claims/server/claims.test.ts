import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { assignRole, buildCompany, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { noticesOf } from '#testing/notices.ts'
import type { Caller } from '#testing/world.ts'
import { openWorld, type World } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'
import type { ClaimType } from '../rules.ts'

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0, 0, 0, 3, ...Buffer.from('eXIfGPS'), 0, 0, 0, 0]),
  Buffer.from([0, 0, 0, 0, ...Buffer.from('IEND'), 0, 0, 0, 0]),
])

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

async function leased() {
  const company = await buildCompany(world)
  const lease = await buildRunningLease(world, {
    company,
    agreement: {
      start_day: '2026-01-01',
      lease_months: 12,
      end_day: '2026-12-31',
      bike_at: 'EMPLOYEE',
      buy_out_cents: Array(12).fill(50_000),
    },
  })
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
type Leased = Awaited<ReturnType<typeof leased>>

const open = (of: Leased, type: ClaimType = 'DAMAGE', as: Caller = of.person, key?: string) =>
  world.ok(insuranceClaims.create, {
    as,
    body: { beneficiaryEmployeeId: of.employeeId, type },
    ...(key ? { key } : {}),
  })
const told = { happenedDay: '2026-11-09', place: 'Pasila', description: 'Kaaduin kiskoilla.' }
const report = (as: Caller, claim: { insuranceId: string; version: number }, body: object = told) =>
  world.call(insuranceClaims.report, {
    as,
    params: { id: claim.insuranceId },
    body: { version: claim.version, ...body },
  })
const addPhoto = (as: Caller, id: string, body: Buffer = PNG) =>
  world.call(insuranceClaims.addPhoto, { as, params: { id }, body })
const take = (as: Caller, claim: { insuranceId: string; version: number }, step: string, more: object = {}) =>
  world.call(insuranceClaims.step, {
    as,
    params: { id: claim.insuranceId },
    body: { step: step as 'send', version: claim.version, ...more },
  })
const get = (as: Caller, id: string) => world.ok(insuranceClaims.get, { as, params: { id } })

/** A claim of damage whose proof is complete. */
async function complete(of: Leased) {
  const claim = await open(of)
  await report(of.person, claim)
  return (await addPhoto(of.person, claim.insuranceId)).body as typeof claim
}
const eventsOf = (of: Leased) =>
  db()
    .selectFrom('events')
    .select(['type', 'shared', 'data'])
    .where('company_id', '=', of.company.companyId)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()

describe('a claim of the person', () => {
  it('waits for what its type asks for, then for the staff and the insurer, who denies; an objection opens it again', async () => {
    const of = await leased()
    const claim = await open(of)
    expect(claim).toMatchObject({ status: 'PENDING', step: 'OPEN', type: 'DAMAGE', waitingFor: ['EMPLOYEE'] })
    expect(claim.missingPieces).toEqual(['DAY', 'PLACE', 'DESCRIPTION', 'PHOTO'])
    const half = (await report(of.person, claim)).body
    expect(half).toMatchObject({ step: 'OPEN', ...told, missingPieces: ['PHOTO'] })
    const whole = (await addPhoto(of.person, claim.insuranceId)).body
    expect(whole).toMatchObject({ step: 'PROOF_COMPLETE', waitingFor: ['STAFF'], leaseEffect: 'GOES_ON' })

    const sent = (await take(staff, whole as typeof claim, 'send', { insurerReference: 'V-1' })).body
    expect(sent).toMatchObject({ step: 'SENT_TO_INSURER', waitingFor: ['INSURER'], insurerReference: 'V-1' })
    const denied = (await take(staff, sent as typeof claim, 'deny', { reason: 'Ei lukittu.' })).body
    expect(denied).toMatchObject({
      step: 'DENIED',
      status: 'COMPLETED',
      waitingFor: [],
      denialReason: 'Ei lukittu.',
      objectUntil: '2027-01-09',
    })
    const ending = () =>
      db()
        .selectFrom('agreement_endings')
        .select('closed_at')
        .where('id', '=', claim.insuranceId)
        .executeTakeFirstOrThrow()
    expect((await ending()).closed_at).not.toBeNull()
    const again = (await take(of.person, denied as typeof claim, 'object', { reason: 'Se oli lukittu.' })).body
    expect(again).toMatchObject({ step: 'PROOF_COMPLETE', status: 'PENDING', objection: 'Se oli lukittu.' })
    expect((await ending()).closed_at).toBeNull()

    const events = await eventsOf(of)
    const shared = events.filter((event) => event.shared).map(({ type }) => type)
    expect(shared).toEqual(['INSURANCE_CASE_STARTED', 'INSURANCE_CASE_COMPLETED'])
    expect(JSON.stringify(events)).not.toMatch(/Pasila|kiskoilla|lukittu/)
  })

  it('is not opened twice for one event, nor by two at the same moment; a repeated key changes nothing', async () => {
    const of = await leased()
    const both = await Promise.all(
      [0, 1].map((place) =>
        world.call(insuranceClaims.create, {
          as: of.person,
          body: { beneficiaryEmployeeId: of.employeeId, type: 'THEFT' },
          key: `open ${place}`,
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'CLAIM_EXISTS' })
    const first = await open(of, 'LOSS', of.person, 'once')
    expect(await open(of, 'LOSS', of.person, 'once')).toEqual(first)
  })

  it('takes a day of the lease alone, and stays complete once it is', async () => {
    const of = await leased()
    const claim = await complete(of)
    for (const happenedDay of ['2026-11-11', '2027-01-01']) {
      const refused = await report(of.person, claim, { happenedDay })
      expect(refused.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'happenedDay' }] })
    }
    const emptied = await report(of.person, claim, { place: ' ' })
    expect(emptied.body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED', details: { unmet: ['PROOF_MISSING'] } })
    const photo = claim.photos[0]!.photoId
    const gone = await world.call(insuranceClaims.removePhoto, {
      as: of.person,
      params: { id: claim.insuranceId, photoId: photo },
    })
    expect(gone.body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
    expect(await get(of.person, claim.insuranceId)).toEqual(claim)
    expect((await report(of.person, { ...claim, version: 1 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  it('keeps ten photos without their position, and refuses what is none', async () => {
    const of = await leased()
    const claim = await open(of, 'VANDALISM')
    for (let count = 0; count < 10; count += 1) expect((await addPhoto(of.person, claim.insuranceId)).status).toBe(201)
    expect((await addPhoto(of.person, claim.insuranceId)).body).toMatchObject({ code: 'CLAIM_PHOTOS_FULL' })
    const heic = await addPhoto(of.person, claim.insuranceId, Buffer.from('\0\0\0\x18ftypheic and more'))
    expect(heic.body).toMatchObject({ code: 'FILE_NOT_ACCEPTED', details: { reason: 'HEIC' } })
    const { photos } = await get(of.person, claim.insuranceId)
    const params = { id: claim.insuranceId, photoId: photos[0]!.photoId }
    const picture = await world.call(insuranceClaims.photo, { as: of.person, params })
    expect(picture.raw.includes('GPS')).toBe(false)
    expect((await world.call(insuranceClaims.removePhoto, { as: of.person, params })).body).toMatchObject({
      version: 12,
    })
  })

  it('cancels a redemption that nobody has paid', async () => {
    const of = await leased()
    const offered = await world.ok(redemptions.create, {
      as: of.person,
      body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' },
    })
    await open(of)
    expect(await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })).toMatchObject({
      step: 'CANCELLED',
    })
  })

  it('refuses a redemption while it is open, its price too, and lets one begin once it is closed', async () => {
    const of = await leased()
    const claim = await open(of)
    const body = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
    const refusal = { code: 'REDEMPTION_STEP_NOT_ALLOWED', details: { step: 'start', unmet: ['CLAIM_OPEN'] } }
    expect((await world.call(redemptions.create, { as: of.person, body })).body).toMatchObject({
      code: 'CLAIM_OPEN',
      details: { process: { kind: 'CLAIM', id: claim.insuranceId } },
    })
    const query = { leasingAgreementId: of.agreementId }
    expect((await world.call(redemptions.quote, { as: of.person, query })).body).toMatchObject(refusal)
    const begun = await db().selectFrom('redemptions').select('id').where('agreement_id', '=', of.agreementId).execute()
    expect(begun).toEqual([])
    expect((await take(of.person, claim, 'cancel')).body.step).toBe('CANCELLED')
    expect(await world.ok(redemptions.create, { as: of.person, body })).toMatchObject({ step: 'OFFERED' })
  })

  it('cancels an unpaid redemption also when it goes on after a denial', async () => {
    const of = await leased()
    const claim = await complete(of)
    const sent = (await take(staff, claim, 'send')).body as typeof claim
    const denied = (await take(staff, sent, 'deny', { reason: 'Ei lukittu.' })).body as typeof claim
    const body = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
    const offered = await world.ok(redemptions.create, { as: of.person, body })
    expect((await take(of.person, denied, 'object', { reason: 'Se oli lukittu.' })).status).toBe(200)
    const { step } = await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })
    expect(step).toBe('CANCELLED')
  })

  it('before the bicycle is handed over, or after it was redeemed, is refused', async () => {
    const of = await leased()
    const refused = async () =>
      (
        await world.call(insuranceClaims.create, {
          as: of.person,
          body: { beneficiaryEmployeeId: of.employeeId, leasingAgreementId: of.agreementId, type: 'LOSS' },
        })
      ).body
    const set = (columns: object) =>
      db().updateTable('leasing_agreements').set(columns).where('id', '=', of.agreementId).execute()
    await set({ lease_state: 'NOT_STARTED' })
    expect(await refused()).toMatchObject({
      code: 'CLAIM_STEP_NOT_ALLOWED',
      details: { unmet: ['BIKE_NOT_DELIVERED'] },
    })
    await set({ lease_state: 'ENDED', end_reason: 'REDEEMED', ended_day: '2026-10-31' })
    expect(await refused()).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
  })
})

describe('staff', () => {
  it('do without a piece only with a reason, and only where it is missing', async () => {
    const of = await leased()
    const claim = await open(of, 'LOSS', staff)
    expect((await take(staff, claim, 'waive', { piece: 'DAY' })).body).toMatchObject({
      details: { unmet: ['REASON_MISSING'] },
    })
    expect((await take(staff, claim, 'waive', { piece: 'LOCK', reason: 'x' })).body).toMatchObject({
      details: { unmet: ['PIECE_NOT_MISSING'] },
    })
    const waived = (await take(staff, claim, 'waive', { piece: 'DAY', reason: 'Ei muista.' })).body
    expect(waived).toMatchObject({ waivedPieces: ['DAY'], missingPieces: ['PLACE', 'DESCRIPTION'] })
    expect(
      (await take(of.person, waived as typeof claim, 'waive', { piece: 'PLACE', reason: 'x' })).body,
    ).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
  })

  it('filter the list, and a super admin alone deletes a pending claim', async () => {
    const of = await leased()
    const claim = await open(of)
    const list = await world.ok(insuranceClaims.list, {
      as: staff,
      query: { type: 'DAMAGE', status: 'PENDING', searchTerm: claim.agreementNumber },
    })
    expect(list).toMatchObject({ total: 1, items: [{ insuranceId: claim.insuranceId }] })
    const remove = (as: Caller) => world.call(insuranceClaims.remove, { as, params: { id: claim.insuranceId } })
    expect((await remove(staff)).status).toBe(403)
    const superAdmin = await signedInAs(world, 'SUPER_ADMIN')
    expect((await remove(superAdmin)).body).toMatchObject({ status: 'CANCELLED', step: 'CANCELLED' })
    expect((await remove(superAdmin)).body).toMatchObject({ code: 'CLAIM_STEP_NOT_ALLOWED' })
  })
})

describe('what a claim has to tell', () => {
  it('is set by a super admin for claims that are opened afterwards, by one of two at the same moment', async () => {
    const of = await leased()
    const before = await open(of, 'LOSS')
    const superAdmin = await signedInAs(world, 'SUPER_ADMIN')
    const none = { DAY: false, PLACE: false, DESCRIPTION: false, POLICE_REPORT: false, LOCK: false, THIRD_PARTY: false }
    const set = (as: Caller, pieces: object, key?: string) =>
      world.call(insuranceClaims.setProofList, {
        as,
        body: { type: 'LOSS', version: 1, pieces: { ...none, PHOTO: false, ...pieces } },
        ...(key ? { key } : {}),
      })
    expect((await set(staff, { DAY: true })).status).toBe(403)
    expect((await world.call(insuranceClaims.proofLists, { as: of.employer })).status).toBe(403)
    expect((await set(superAdmin, {})).body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'pieces.DAY' }] })
    const both = await Promise.all(['one', 'other'].map((key) => set(superAdmin, { PHOTO: true }, key)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { items } = await world.ok(insuranceClaims.proofLists, { as: superAdmin })
    expect(items.find(({ type }) => type === 'LOSS')).toEqual({ type: 'LOSS', version: 2, pieces: ['PHOTO'] })
    expect((await get(of.person, before.insuranceId)).requiredPieces).toEqual(['DAY', 'PLACE', 'DESCRIPTION'])
    expect((await open(await leased(), 'LOSS')).requiredPieces).toEqual(['PHOTO'])
    await db()
      .updateTable('claim_proof_lists')
      .set({ pieces: ['DAY', 'PLACE', 'DESCRIPTION'] })
      .where('type', '=', 'LOSS')
      .execute()
  })
})

describe('an employer', () => {
  it('reads that there is a claim and how far it is, and nothing of what happened', async () => {
    const of = await leased()
    const claim = await complete(of)
    const seen = await get(of.employer, claim.insuranceId)
    expect(seen).toMatchObject({
      status: 'PENDING',
      step: 'PROOF_COMPLETE',
      type: null,
      leaseEffect: 'GOES_ON',
      allowedSteps: [],
    })
    expect(JSON.stringify(seen)).not.toMatch(/Pasila|kiskoilla|DAMAGE|PHOTO/)
    const list = (query: object) => world.ok(insuranceClaims.list, { as: of.employer, query })
    expect((await list({})).items.map(({ type }) => type)).toEqual([null])
    expect((await list({ type: 'DAMAGE' })).total).toBe(0)
    const photo = { as: of.employer, params: { id: claim.insuranceId, photoId: claim.photos[0]!.photoId } }
    expect((await world.call(insuranceClaims.photo, photo)).status).toBe(403)
    expect((await report(of.employer, claim)).status).toBe(403)
    const colleague = await leased()
    expect(
      (await world.call(insuranceClaims.get, { as: colleague.person, params: { id: claim.insuranceId } })).status,
    ).toBe(404)
  })
})

describe('the notice of a claim', () => {
  it('that the staff have opened is done once the person has told what happened', async () => {
    const of = await leased()
    const claim = await open(of, 'DAMAGE', staff)
    const [asked] = await noticesOf(world, of.person)
    expect(asked).toMatchObject({ done: false, read: false })
    await report(of.person, claim)
    await addPhoto(of.person, claim.insuranceId)
    expect((await noticesOf(world, of.person)).map(({ title, done }) => [title, done])).toContainEqual([
      `Hoidettu: ${asked!.title}`,
      true,
    ])
  })
})
