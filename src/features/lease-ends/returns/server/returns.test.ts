import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { leaseChanges } from '#features/leases/lease-changes/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { assignRole, buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { returns } from '../contract.ts'
import type { ReturnStep } from '../rules/words.ts'
import { followReturns } from './jobs.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const at = (instant: string) => world.env.setNow(instant)
/** Sessions end as days pass. */
async function later(instant: string, of: { person: Caller; employer: Caller }) {
  at(instant)
  staff = await world.signIn(staff.userId)
  of.person = await world.signIn(of.person.userId)
  of.employer = await world.signIn(of.employer.userId)
}
const nightly = async () => {
  await endLeases.run(world.services)
  await followReturns.run(world.services)
}

/** A running lease from January 2026 to April 2029, of a company whose people may ask for a return. */
async function leased({
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
type Leased = Awaited<ReturnType<typeof leased>>

type Reason = 'RESIGNED' | 'DISMISSED' | 'LAID_OFF' | 'OTHER'
const ask = (of: Leased, as: Caller = of.person, reason: Reason = 'RESIGNED') =>
  world.ok(returns.create, { as, body: { leasingAgreementId: of.agreementId, reason } })

type Body = Partial<BodyOf<typeof returns.update>>
async function step(id: string, name: ReturnStep, as: Caller, body: Body = {}) {
  const { version } = await world.ok(returns.get, { as: staff, params: { id } })
  return world.ok(returns.update, { as, params: { id }, body: { step: name, version, ...body } })
}

async function tokenOf(id: string, companyId: string) {
  const { token } = await createLinkToken(db(), world.env, { purpose: 'return', days: 30, companyId, subjectId: id })
  return token
}

/** The store's photo and word. */
async function bring(of: Leased, id: string, receivedDay: string) {
  const token = await tokenOf(id, of.companyId)
  await world.ok(returns.addPhoto, { params: { token }, body: png as never })
  return world.ok(returns.receive, { params: { token }, body: { receivedDay } })
}

const lease = (of: Leased) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'end_reason', 'ended_day', 'ends_on', 'bike_at', 'kept_from'])
    .where('id', '=', of.agreementId)
    .executeTakeFirstOrThrow()

const bills = (of: Leased) =>
  db()
    .selectFrom('invoices')
    .select(['party', 'purpose', 'total_cents', 'vat_cents'])
    .where('company_id', '=', of.companyId)
    .orderBy('party')
    .execute()

/** What a person has been told by mail, the newest first. */
const mailsOf = async ({ person }: Leased) =>
  (
    await db()
      .selectFrom('outbox')
      .select('body_text')
      .where('user_id', '=', person.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  ).map(({ body_text }) => body_text.replaceAll('\u00a0', ' '))

const mailsTo = async (text: string) =>
  (await db().selectFrom('outbox').select('subject').where('subject', 'like', `%${text}%`).execute()).length

describe('a return', () => {
  it('that a leaver asks for ends the lease as returned and bills the person', async () => {
    const of = await leased()
    const quote = await world.ok(returns.quote, { as: of.person, query: { leasingAgreementId: of.agreementId } })
    expect(quote).toMatchObject({ unmet: [], total: 349, endMonth: '2026-11', noticeDay: 20, keptFrom: null })
    const asked = await ask(of)
    expect(asked).toMatchObject({ step: 'REQUESTED', waitingFor: ['EMPLOYER'], payer: null })
    const approved = await step(asked.id, 'approve', of.employer, { payer: 'EMPLOYEE' })
    expect(approved).toMatchObject({ step: 'APPROVED', waitingFor: ['EMPLOYEE', 'STORE'] })
    expect(await lease(of)).toMatchObject({ ends_on: '2026-11-30', lease_state: 'ACTIVE' })
    expect(await mailsTo('Pyörä palautetaan liikkeeseenne')).toBe(1)
    expect(await bring(of, asked.id, '2026-11-10')).toMatchObject({ step: 'RECEIVED', photos: 1 })
    const inspected = await step(asked.id, 'inspect', staff, { bikeAt: 'LESSOR', damages: [] })
    expect(inspected).toMatchObject({ step: 'INSPECTED', waitingFor: [], photos: [{}] })
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    expect(await lease(of)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'RETURNED',
      ended_day: '2026-11-30',
      bike_at: 'LESSOR',
    })
    const done = await world.ok(returns.get, { as: of.person, params: { id: asked.id } })
    expect(done).toMatchObject({ step: 'DONE', hasReceipt: true, doneDay: '2026-12-01', allowedSteps: [] })
    expect(await bills(of)).toEqual([{ party: 'PERSON', purpose: 'RETURN_FEE', total_cents: 34_900, vat_cents: 7_091 }])
    const receipt = await world.call(returns.receipt, { as: of.person, params: { id: asked.id } })
    expect(receipt.status).toBe(200)
    const { company, first, last } = await db()
      .selectFrom('companies as c')
      .innerJoin('beneficiary_employees as e', 'e.company_id', 'c.id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['c.name as company', 'u.first_name as first', 'u.last_name as last'])
      .where('e.id', '=', of.employeeId)
      .executeTakeFirstOrThrow()
    expect(
      missingInPdf(receipt.raw, [
        'vastaanotettu 10.11.2026',
        'päättynyt: 11/2026',
        `${first} ${last}`,
        company,
        of.agreementNumber,
        asked.storeName!,
        '349,00 €',
        'Työntekijä',
        'ei kirjattu vaurioita',
      ]),
    ).toEqual([])
  })

  it('after a dismissal is asked for and paid by the employer', async () => {
    const of = await leased({ lastWorkingDay: '2026-11-30' })
    const asked = await ask(of, of.employer, 'DISMISSED')
    expect(asked).toMatchObject({ step: 'APPROVED', payer: 'EMPLOYER', askedBy: 'EMPLOYER' })
    const refused = await world.call(returns.update, {
      as: of.person,
      params: { id: asked.id },
      body: { step: 'cancel', version: asked.version },
    })
    expect(refused.body).toMatchObject({ code: 'RETURN_STEP_NOT_ALLOWED', details: { unmet: ['NOT_YOUR_REQUEST'] } })
    const token = await tokenOf(asked.id, of.companyId)
    await world.ok(returns.addPhoto, { params: { token }, body: png as never })
    const before = await world.call(returns.receive, { params: { token }, body: { receivedDay: '2026-01-10' } })
    expect(before.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'receivedDay' }] })
    await bring(of, asked.id, '2026-11-10')
    await step(asked.id, 'inspect', staff, {})
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    expect((await bills(of)).map(({ party, total_cents }) => [party, total_cents])).toEqual([['EMPLOYER', 34_900]])
  })

  it('that the employer wishes for another reason is not the person’s to pay', async () => {
    const of = await leased({ lastWorkingDay: '2026-11-30' })
    expect(await ask(of, of.employer, 'OTHER')).toMatchObject({ step: 'APPROVED', payer: 'EMPLOYER' })
  })

  it('that nobody answered before the term ended lapses, and the staff take the bicycle back free of charge', async () => {
    const of = await leased({ endDay: '2026-12-31' })
    const { id } = await ask(of)
    await later('2027-01-02T08:00:00Z', of)
    await nightly()
    expect(await world.ok(returns.get, { as: staff, params: { id } })).toMatchObject({ step: 'CANCELLED' })
    expect((await mailsOf(of))[0]).toContain('leasingkausi on päättynyt')
    const taken = await world.ok(returns.takeBack, { as: staff, body: { leasingAgreementId: of.agreementId } })
    expect(taken).toMatchObject({ step: 'APPROVED', total: 0 })
    expect((await mailsOf(of))[0]).toContain('ilman palautusmaksua')
  })

  it('is shared to the cent, and damage is outside the tax', async () => {
    const of = await leased()
    const { id } = await ask(of)
    await step(id, 'approve', of.employer, { payer: 'SHARED' })
    await step(id, 'receive', staff, { receivedDay: '2026-11-10' })
    const damages = [{ description: 'Etuvanne', amount: 80 }]
    const inspected = await step(id, 'inspect', staff, { damages })
    expect(inspected).toMatchObject({ damages, objectionUntil: '2026-11-24', waitingFor: ['EMPLOYEE'] })
    expect((await mailsOf(of))[0]).toContain('80,00 €')
    const objected = await step(id, 'object', of.person, { reason: 'Vanne oli vääntynyt jo uutena.' })
    expect(objected.waitingFor).toEqual(['STAFF'])
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    expect((await world.ok(returns.get, { as: staff, params: { id } })).step).toBe('INSPECTED')
    const { version } = await world.ok(returns.get, { as: staff, params: { id } })
    const dearer = await world.call(returns.update, {
      as: staff,
      params: { id },
      body: { step: 'answerObjection', version, reason: 'Lisää.', damages: [{ description: 'Etuvanne', amount: 81 }] },
    })
    expect(dearer.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'damages' }] })
    const answered = await step(id, 'answerObjection', staff, {
      reason: 'Hyvitämme puolet.',
      damages: [{ description: 'Etuvanne', amount: 40 }],
    })
    expect(answered).toMatchObject({ step: 'DONE', objectionAnswer: 'Hyvitämme puolet.' })
    expect((await mailsOf(of)).some((text) => text.includes('yhteensä 40,00 €'))).toBe(true)
    expect((await bills(of)).map(({ party, total_cents }) => [party, total_cents])).toEqual([
      ['EMPLOYER', 17_450],
      ['PERSON', 21_450],
    ])
  })

  it('that does not come in time goes on to the next month, and lapses with the term', async () => {
    const of = await leased({ endDay: '2026-12-31' })
    const { id } = await ask(of)
    await step(id, 'approve', of.employer, { payer: 'EMPLOYER' })
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    await nightly()
    expect(await lease(of)).toMatchObject({ lease_state: 'ACTIVE', ends_on: '2026-12-31' })
    expect((await world.ok(returns.get, { as: of.person, params: { id } })).endMonth).toBe('2026-12')
    await later('2027-01-01T08:00:00Z', of)
    await nightly()
    expect((await world.ok(returns.get, { as: of.person, params: { id } })).step).toBe('CANCELLED')
    await nightly()
    expect(await lease(of)).toMatchObject({ lease_state: 'ENDED', end_reason: 'TERM', bike_at: 'EMPLOYEE' })
    const taken = await world.ok(returns.takeBack, { as: staff, body: { leasingAgreementId: of.agreementId } })
    expect(taken).toMatchObject({ step: 'APPROVED', total: 0, reason: 'TERM_OVER' })
    await step(taken.id, 'receive', staff, { receivedDay: '2027-01-01' })
    expect(await step(taken.id, 'inspect', staff, {})).toMatchObject({ step: 'DONE' })
    expect([await bills(of), (await lease(of)).bike_at]).toEqual([[], 'STORE'])
  })

  it('that came in time and is entered late ends the lease in the month that was agreed', async () => {
    const of = await leased()
    const { id } = await ask(of)
    await step(id, 'approve', of.employer, { payer: 'EMPLOYER' })
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    expect(await lease(of)).toMatchObject({ lease_state: 'ACTIVE', ends_on: '2026-12-31' })
    const received = await step(id, 'receive', staff, { receivedDay: '2026-11-28' })
    expect(received).toMatchObject({ step: 'RECEIVED', endMonth: '2026-11' })
    await nightly()
    expect(await lease(of)).toMatchObject({ lease_state: 'ENDED', end_reason: 'RETURNED', ended_day: '2026-11-30' })
  })

  it('without a store waits for the staff to choose one, and the store before hears that nothing comes', async () => {
    const of = await leased()
    await db().updateTable('orders').set({ bike_store_id: null }).where('id', '=', of.orderId).execute()
    const { id } = await ask(of)
    const approved = await step(id, 'approve', of.employer, { payer: 'EMPLOYER' })
    expect(approved).toMatchObject({ storeName: null, waitingFor: ['EMPLOYEE', 'STAFF'] })
    expect((await mailsOf(of))[0]).toContain('liike, jonka kerromme sinulle')
    const [first, second] = [await buildStore(world), await buildStore(world)]
    const chosen = await step(id, 'chooseStore', staff, { bikeStoreId: first.bikeStoreId })
    expect(chosen).toMatchObject({ step: 'APPROVED', waitingFor: ['EMPLOYEE', 'STORE'] })
    expect((await mailsOf(of))[0]).toContain(chosen.storeName)
    const before = await mailsTo('Palautus on peruttu')
    await step(id, 'chooseStore', staff, { bikeStoreId: second.bikeStoreId })
    expect(await mailsTo('Palautus on peruttu')).toBe(before + 1)
    const none = await world.call(returns.update, {
      as: staff,
      params: { id },
      body: { step: 'chooseStore', version: chosen.version, bikeStoreId: of.agreementId },
    })
    expect(none.status).toBe(409)
  })

  it('that comes before the last month leaves the months that are left without a benefit', async () => {
    const of = await leased()
    const { id } = await world.ok(returns.create, {
      as: of.person,
      body: { leasingAgreementId: of.agreementId, reason: 'OTHER', endMonth: '2027-01' },
    })
    await step(id, 'approve', of.employer, { payer: 'EMPLOYEE' })
    await bring(of, id, '2026-11-10')
    const payers = await db()
      .selectFrom('payroll_payers')
      .select(['from_month', 'to_month', 'payer'])
      .where('agreement_id', '=', of.agreementId)
      .execute()
    expect(payers).toEqual([{ from_month: '2026-12', to_month: null, payer: 'RETURNED' }])
  })
})

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
    expect((await world.call(returns.addPhoto, { params: { token }, body: png as never })).status).toBe(409)
    await step(id, 'approve', of.employer, { payer: 'EMPLOYER' })
    const receive = () => world.call(returns.receive, { params: { token }, body: { receivedDay: '2026-11-10' } })
    expect((await receive()).body).toMatchObject({ details: { unmet: ['PHOTO_MISSING'] } })
    const page = Buffer.from('<html></html>')
    expect((await world.call(returns.addPhoto, { params: { token }, body: page as never })).body).toMatchObject({
      code: 'FILE_NOT_ACCEPTED',
    })
    for (let photo = 0; photo < 10; photo++) await world.ok(returns.addPhoto, { params: { token }, body: png as never })
    expect((await world.call(returns.addPhoto, { params: { token }, body: png as never })).status).toBe(409)
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

describe('a bicycle that the employer keeps', () => {
  const keep = (of: Leased, fromMonth: string, bikeAt: 'EMPLOYER' | 'EMPLOYEE') =>
    world.call(returns.keep, { as: of.employer, body: { leasingAgreementId: of.agreementId, fromMonth, bikeAt } })

  const rowOf = async (of: Leased, month: string) => {
    const report = await world.ok(reporting.rows, {
      as: staff,
      params: { companyId: of.companyId, month },
    })
    return report.items.find(({ agreementNumber }) => agreementNumber === of.agreementNumber)
  }

  it('is no benefit at the employer, and one at its cost at the person’s home', async () => {
    const [taken, home] = [await leased(), await leased()]
    expect((await keep(taken, '2026-12', 'EMPLOYER')).status).toBe(200)
    expect((await keep(home, '2026-12', 'EMPLOYEE')).status).toBe(200)
    expect([(await lease(taken)).bike_at, (await lease(taken)).kept_from]).toEqual(['EMPLOYER', '2026-12'])
    await later('2026-12-15T08:00:00Z', taken)
    expect(await rowOf(taken, '2026-12')).toMatchObject({ taxValue: 0, code364: 0, grossLowering: 0 })
    expect(await rowOf(home, '2026-12')).toMatchObject({ taxValue: 100, code364: 100, code420: 0, grossLowering: 0 })
    expect(await rowOf(home, '2026-11')).toMatchObject({ grossLowering: 100 })
    const quote = await world.ok(returns.quote, { as: taken.person, query: { leasingAgreementId: taken.agreementId } })
    expect(quote).toMatchObject({ keptFrom: '2026-12', unmet: ['LEASE_NOT_RUNNING'] })
    const redeem = { leasingAgreementId: taken.agreementId, reason: 'OWN_WISH' as const }
    expect((await world.call(redemptions.create, { as: taken.person, body: redeem })).body).toMatchObject({
      details: { unmet: ['LEASE_NOT_REDEEMABLE'] },
    })
  })

  it('comes back at the employer’s cost, damage and all, and the employer alone may object', async () => {
    const of = await leased({ lastWorkingDay: '2026-11-30' })
    await keep(of, '2026-11', 'EMPLOYER')
    const dear = await world.call(returns.create, {
      as: of.employer,
      body: { leasingAgreementId: of.agreementId, reason: 'RESIGNED', payer: 'EMPLOYEE' },
    })
    expect(dear.body).toMatchObject({ details: { unmet: ['PAYER_AGAINST_PRICE_LIST'] } })
    const { id, payer } = await ask(of, of.employer)
    expect(payer).toBe('EMPLOYER')
    await step(id, 'receive', staff, { receivedDay: '2026-11-10' })
    const inspected = await step(id, 'inspect', staff, { damages: [{ description: 'Etuvanne', amount: 80 }] })
    expect(inspected).toMatchObject({ isFromEmployer: true, waitingFor: ['EMPLOYER'] })
    const object = { step: 'object' as const, version: inspected.version, reason: 'Ei ole vaurio.' }
    const own = await world.call(returns.update, { as: of.person, params: { id }, body: object })
    expect(own.body).toMatchObject({ details: { unmet: ['EMPLOYER_HAS_BIKE'] } })
    await world.ok(returns.update, { as: of.employer, params: { id }, body: object })
    expect((await step(id, 'answerObjection', staff, { reason: 'On se.' })).step).toBe('INSPECTED')
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    await nightly()
    // 349.00 with VAT, 80.00 without.
    expect(await bills(of)).toEqual([
      { party: 'EMPLOYER', purpose: 'RETURN_FEE', total_cents: 42_900, vat_cents: 7_091 },
    ])
  })

  it('goes on for a month when it is not brought in time, which its employer hears and the person does not', async () => {
    const [kept, own] = [await leased({ lastWorkingDay: '2026-11-30' }), await leased({ lastWorkingDay: '2026-11-30' })]
    await keep(kept, '2026-11', 'EMPLOYER')
    const asked = [await ask(kept, kept.employer), await ask(own, own.employer)]
    await later('2026-12-01T08:00:00Z', kept)
    await nightly()
    const told = 'ei palautettu ajoissa'
    for (const [index, of] of [kept, own].entries()) {
      const { endMonth, waitingFor } = await world.ok(returns.get, { as: staff, params: { id: asked[index]!.id } })
      expect([endMonth, waitingFor]).toEqual(['2026-12', [of === kept ? 'EMPLOYER' : 'EMPLOYEE', 'STORE']])
      const mails = [await mailsOf(of), await mailsOf({ ...of, person: of.employer })]
      expect(mails.map((texts) => texts.filter((text) => text.includes(told)).length)).toEqual([of === kept ? 0 : 1, 1])
    }
  })

  it('is taken back when the term is over, or bought by the employer, and stands among the tasks until then', async () => {
    const waits = async (of: Leased) => {
      const { data } = await world.ok(tasks.list, { as: staff })
      return data.some(({ action, link }) => action === 'settleEndedLease' && link.includes(of.agreementId))
    }
    const employersTasks = async () => {
      const { data } = await world.ok(tasks.list, { as: back.employer })
      return data.filter(({ action }) => action === 'bringKeptBike').map(({ link }) => link)
    }
    const term = { endDay: '2026-12-31', lessor: { kind: 'OPERATOR' } } as const
    const [back, bought] = [await leased(term), await leased(term)]
    for (const of of [back, bought]) await keep(of, '2026-12', 'EMPLOYER')
    expect(await waits(back)).toBe(false)
    await later('2027-01-01T08:00:00Z', back)
    bought.employer = await world.signIn(bought.employer.userId)
    await nightly()
    expect([await waits(back), await waits(bought)]).toEqual([true, true])
    const taken = await world.ok(returns.takeBack, { as: staff, body: { leasingAgreementId: back.agreementId } })
    const { id } = taken
    // The employer has the bicycle, so it brings it; the person is asked for nothing.
    expect(taken.waitingFor).toEqual(['EMPLOYER', 'STORE'])
    expect((await mailsOf({ ...back, person: back.employer }))[0]).toContain('Viekää se tänne')
    expect((await mailsOf(back)).filter((text) => text.includes('palautusmaksua'))).toEqual([])
    expect(await employersTasks()).toEqual([pageUrl('employerReturns', {}, { open: id })])
    await step(id, 'receive', staff, { receivedDay: '2027-01-01' })
    expect(await employersTasks()).toEqual([])
    expect(await step(id, 'inspect', staff, {})).toMatchObject({ step: 'DONE', isFromEmployer: true, total: 0 })
    const buying = { leasingAgreementId: bought.agreementId, reason: 'END_OF_LEASE', buyer: 'EMPLOYER' } as const
    const offered = await world.ok(redemptions.create, { as: bought.employer, body: buying })
    const sold = await world.ok(redemptions.update, {
      as: bought.employer,
      params: { id: offered.id },
      body: { step: 'acceptForEmployee', version: offered.version, paymentMethod: 'INVOICE' },
    })
    await world.ok(redemptionPayments.update, {
      as: staff,
      params: { id: sold.redemptionPaymentId! },
      body: { status: 'PAID' },
    })
    expect(await lease(bought)).toMatchObject({ bike_at: 'EMPLOYER', kept_from: null })
    expect([await waits(back), await waits(bought)]).toEqual([false, false])
    // What the employer has bought nobody takes back.
    const late = await world.call(returns.takeBack, { as: staff, body: { leasingAgreementId: bought.agreementId } })
    expect(late.body).toMatchObject({ details: { unmet: ['TERM_NOT_OVER'] } })
  })

  it('goes back: by the employer before its first month, later by the staff with the person’s word', async () => {
    const of = await leased()
    const release = (as: Caller, reason?: string) =>
      world.call(returns.release, { as, body: { leasingAgreementId: of.agreementId, ...(reason ? { reason } : {}) } })
    expect((await release(of.employer)).body).toMatchObject({ code: 'BIKE_NOT_RELEASED' })
    await keep(of, '2026-12', 'EMPLOYER')
    expect((await release(of.person)).status).toBe(403)
    expect((await release(of.employer)).body).toMatchObject({ keptFrom: null })
    expect(await lease(of)).toMatchObject({ bike_at: 'EMPLOYEE', kept_from: null })
    await keep(of, '2026-12', 'EMPLOYER')
    await later('2026-12-10T08:00:00Z', of)
    expect((await release(of.employer)).body).toMatchObject({ code: 'BIKE_NOT_RELEASED' })
    expect((await release(staff)).body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'reason' }] })
    expect((await release(staff, 'Sähköposti 9.12.')).status).toBe(200)
    expect(await rowOf(of, '2026-12')).toMatchObject({ taxValue: 0 })
    await later('2027-01-15T08:00:00Z', of)
    expect(await rowOf(of, '2027-01')).toMatchObject({ grossLowering: 100 })
    const stranger = await leased()
    expect((await release(stranger.employer)).status).toBe(404)
  })

  it('is kept by one of two who decide at the same moment, and its person is told once', async () => {
    const of = await leased()
    const mate = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.companyId })
    const replies = await Promise.all([
      keep(of, '2026-12', 'EMPLOYER'),
      keep({ ...of, employer: mate }, '2027-01', 'EMPLOYEE'),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'BIKE_NOT_KEPT' })
    const kept = replies.find(({ status }) => status === 200)!.body
    expect((await lease(of)).kept_from).toBe(kept.keptFrom)
    const told = await db()
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', of.person.userId)
      .where('template', '=', 'returns:notice.kept')
      .execute()
    expect(told).toHaveLength(1)
  })

  it('is not one whose month is past, whose lease is being ended, or a foreign one', async () => {
    const of = await leased()
    expect((await keep(of, '2026-10', 'EMPLOYER')).body).toMatchObject({ code: 'BIKE_NOT_KEPT' })
    const planned = await leased()
    await world.ok(absencePlans.create, {
      as: planned.employer,
      body: { leasingAgreementId: planned.agreementId, kind: 'LAY_OFF', fromDay: '2026-11-15', toDay: '2027-01-31' },
    })
    // The month itself would do: the words name what stands in the way.
    expect((await keep(planned, '2026-12', 'EMPLOYER')).body).toMatchObject({
      code: 'BIKE_NOT_KEPT',
      message: expect.stringContaining('an absence plan is open'),
    })
    await ask(of)
    expect((await keep(of, '2026-12', 'EMPLOYER')).body).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
    const other = await leased()
    expect((await keep({ ...other, agreementId: of.agreementId }, '2026-12', 'EMPLOYER')).status).toBe(404)
  })
})

describe('a fee that the person is to pay on the word of the employer', () => {
  /** The employer says that its leaver has resigned; the bicycle comes back whole and the lease ends. */
  async function inspected() {
    const of = await leased({ lastWorkingDay: '2026-11-30' })
    const { id, payer } = await ask(of, of.employer)
    expect(payer).toBe('EMPLOYEE')
    expect((await mailsOf(of))[0]).toContain('syyksi on ilmoitettu: Oma irtisanoutuminen')
    await step(id, 'receive', staff, { receivedDay: '2026-11-10' })
    await later('2026-11-25T08:00:00Z', of)
    return { of, id, view: await step(id, 'inspect', staff, { damages: [] }) }
  }
  const stateOf = async (id: string) => (await world.ok(returns.get, { as: staff, params: { id } })).step
  const paid = async (of: Leased) => (await bills(of)).map(({ party, total_cents }) => [party, total_cents])

  it('is billed only once the fourteen days to object are over', async () => {
    const { of, id, view } = await inspected()
    expect(view).toMatchObject({ waitingFor: ['EMPLOYEE'], objectionUntil: '2026-12-09', isFeeOnOthersWord: true })
    expect((await mailsOf(of))[0]).toContain('peritään sinulta 349,00 €')
    await later('2026-12-09T08:00:00Z', of)
    await nightly()
    expect(await lease(of)).toMatchObject({ lease_state: 'ENDED' })
    expect(await stateOf(id)).toBe('INSPECTED')
    expect(await paid(of)).toEqual([])
    await later('2026-12-10T08:00:00Z', of)
    await nightly()
    expect(await stateOf(id)).toBe('DONE')
    expect(await paid(of)).toEqual([['PERSON', 34_900]])
  })

  it('goes to the employer where the staff find the objection right, and the employer hears of it', async () => {
    const { of, id } = await inspected()
    const objected = await step(id, 'object', of.person, { reason: 'Minut irtisanottiin.' })
    expect(objected.waitingFor).toEqual(['STAFF'])
    await later('2026-12-20T08:00:00Z', of)
    await nightly()
    expect(await paid(of)).toEqual([])
    const { version } = await world.ok(returns.get, { as: staff, params: { id } })
    const body = { step: 'answerObjection' as const, version, reason: 'Ei käy.', payer: 'EMPLOYEE' as const }
    for (const as of [of.employer, of.person]) {
      const refused = await world.call(returns.update, { as, params: { id }, body })
      expect(refused.body).toMatchObject({ code: 'RETURN_STEP_NOT_PERMITTED' })
    }
    const reason = 'Irtisanomisilmoitus näyttää työnantajan irtisanoneen.'
    const answered = await step(id, 'answerObjection', staff, { reason, payer: 'EMPLOYER' })
    expect(answered).toMatchObject({ step: 'DONE', payer: 'EMPLOYER' })
    expect(await paid(of)).toEqual([['EMPLOYER', 34_900]])
    expect((await mailsOf(of)).some((text) => text.includes('Osuutesi palautusmaksusta on 0,00 €'))).toBe(true)
    const told = await mailsOf({ ...of, person: of.employer })
    expect(told.some((text) => text.includes('Osuutenne palautusmaksusta on nyt 349,00 €'))).toBe(true)
  })

  it('stays the person’s where the staff find the employer right', async () => {
    const { of, id } = await inspected()
    await step(id, 'object', of.person, { reason: 'Minut irtisanottiin.' })
    await step(id, 'answerObjection', staff, { reason: 'Oma irtisanoutumisilmoituksesi on meillä.' })
    expect(await mailsTo('Palautusmaksun maksaja vaihtui')).toBe(1)
    await later('2026-12-01T08:00:00Z', of)
    await nightly()
    expect(await paid(of)).toEqual([['PERSON', 34_900]])
  })

  it('is no matter of dispute where the person has given the reason, damage or none', async () => {
    const of = await leased()
    const { id } = await ask(of)
    await step(id, 'approve', of.employer, { payer: 'SHARED' })
    await step(id, 'receive', staff, { receivedDay: '2026-11-10' })
    const damages = [{ description: 'Etuvanne', amount: 80 }]
    expect(await step(id, 'inspect', staff, { damages })).toMatchObject({ isFeeOnOthersWord: false })
    await step(id, 'object', of.person, { reason: 'Vanne oli vääntynyt jo uutena.' })
    const { version } = await world.ok(returns.get, { as: staff, params: { id } })
    for (const payer of ['EMPLOYER', 'EMPLOYEE'] as const) {
      const body = { step: 'answerObjection' as const, version, reason: 'Näin on.', payer }
      const refused = await world.call(returns.update, { as: staff, params: { id }, body })
      expect(refused.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'payer' }] })
    }
    expect(await world.ok(returns.get, { as: staff, params: { id } })).toMatchObject({ version, payer: 'SHARED' })
  })
})
