import { describe, expect, it } from 'vitest'
import { assignRole, buildStore } from '#testing/builders.ts'
import {
  ask,
  bills,
  db,
  type Leased,
  later,
  lease,
  leased,
  mailsOf,
  mailsTo,
  nightly,
  png,
  prepareReturns,
  staff,
  step,
  tokenOf,
  world,
} from '#testing/cases/return-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { returns } from '../contract.ts'

prepareReturns()

/** The store's photo and word. */
async function bring(of: Leased, id: string, receivedDay: string) {
  const token = await tokenOf(id, of.companyId)
  await world.ok(returns.addPhoto, { params: { token }, body: png })
  return world.ok(returns.receive, { params: { token }, body: { receivedDay } })
}

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
        'päättynyt kuukauden 11/2026 lopussa',
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
    await world.ok(returns.addPhoto, { params: { token }, body: png })
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

it('what waits for an employer stands before what waits for others or nobody; the staff’s list is by age', async () => {
  const [older, newer] = [await leased(), await leased()]
  await assignRole(world, older.employer.userId, 'EMPLOYER_ADMIN', { companyId: newer.companyId })
  const hr = await world.signIn(older.employer.userId)
  const waiting = await ask(older)
  const going = await ask(newer)
  await step(going.id, 'approve', newer.employer, { payer: 'EMPLOYEE' })
  const ids = async (as: typeof hr) =>
    (await world.ok(returns.list, { as, query: { limit: 50 } })).items.map(({ id }) => id)
  expect(await ids(hr)).toEqual([waiting.id, going.id])
  expect((await ids(staff)).filter((id) => id === waiting.id || id === going.id)).toEqual([going.id, waiting.id])
})
