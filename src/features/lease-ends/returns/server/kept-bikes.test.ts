import { describe, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { redemptionPayments, redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { signedInAs } from '#testing/builders.ts'
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
  prepareReturns,
  staff,
  step,
  world,
} from '#testing/cases/return-cases.ts'
import type { Caller } from '#testing/world.ts'
import { returns } from '../contract.ts'

prepareReturns()

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
