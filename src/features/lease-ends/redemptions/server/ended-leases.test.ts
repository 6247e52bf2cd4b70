import { describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { assignRole, signedInAs } from '#testing/builders.ts'
import {
  at,
  db,
  invoiceOf,
  type Leased,
  leased,
  leaseOf,
  nightly,
  pay,
  prepareRedemptions,
  world,
} from '#testing/cases/redemption-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { findProgram } from '#testing/runs/programs.ts'
import type { Caller } from '#testing/world.ts'
import { redemptions } from '../contract.ts'
import { remindOfEnds } from './jobs.ts'

prepareRedemptions()

it('the end of a lease is told 90, 30 and 7 days before, once each, and no more once a choice is made', async () => {
  at('2026-11-10T08:00:00Z')
  const [of, chosen] = [await leased(), await leased()]
  const reminders = async ({ userId }: Leased) =>
    (
      await db()
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', userId)
        .where('template', '=', 'redemptions:notice.ends')
        .execute()
    ).length
  const counts: number[][] = []
  // The term ends on 30 April 2029.
  for (const day of [
    '2029-01-29',
    '2029-01-30',
    '2029-01-31',
    '2029-03-30',
    '2029-03-31',
    '2029-04-23',
    '2029-04-29',
  ]) {
    at(`${day}T08:00:00Z`)
    await remindOfEnds.run(world.services)
    await remindOfEnds.run(world.services)
    counts.push([await reminders(of), await reminders(chosen)])
    if (day === '2029-01-31') {
      const person = await world.signIn(chosen.userId)
      await world.ok(redemptions.create, {
        as: person,
        body: { leasingAgreementId: chosen.agreementId, reason: 'OWN_WISH' },
      })
    }
  }
  expect(counts).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 1],
  ])
})

describe('a lease that is over by 35 days without a choice', () => {
  /** Over since 31.10.2026, with the bicycle still at the person's. */
  async function over(buys: boolean) {
    at('2026-12-04T08:00:00Z')
    const of = await leased()
    await db()
      .updateTable('leasing_agreements')
      .set({ lease_state: 'ENDED', end_reason: 'TERM', ended_day: '2026-10-31', end_day: '2026-10-31' })
      .where('id', '=', of.agreementId)
      .execute()
    if (buys)
      await db()
        .insertInto('bike_policies')
        .values({
          id: world.env.id(),
          company_id: of.company.companyId,
          number: 100,
          end_of_lease_default: 'EMPLOYER_BUYS',
        })
        .execute()
    return of
  }
  const charge = async (of: Leased, as?: Caller) =>
    world.call(redemptions.chargeEmployer, {
      as: as ?? (await signedInAs(world, 'INTERNAL_ADMIN')),
      body: { leasingAgreementId: of.agreementId },
    })

  /** Whether the lease stands among the tasks of the staff. */
  const waits = async (of: Leased) => {
    const { data } = await world.ok(tasks.list, { as: await signedInAs(world, 'INTERNAL_ADMIN') })
    return data.some(({ action, link }) => action === 'settleEndedLease' && link.includes(of.agreementId))
  }

  it('is billed to the employer at the residual from day 35 on, owed as any bill, and then the employer’s own', async () => {
    const of = await over(true)
    expect((await charge(of)).body).toMatchObject({ details: { unmet: ['TIME_TO_CHOOSE_LEFT'] } })
    at('2026-12-05T08:00:00Z')
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    expect((await charge(of, admin)).status).toBe(403)
    const query = { leasingAgreementId: of.agreementId, buyer: 'EMPLOYER' as const }
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    expect(await world.ok(redemptions.quote, { as, query })).toMatchObject({ total: 150 })
    const charged = await charge(of)
    expect(charged.status).toBe(201)
    const { id } = charged.body
    expect(charged.body).toMatchObject({ step: 'USER_PAYMENT_SENT', buyer: 'EMPLOYER', total: 150 })
    expect(await invoiceOf(id)).toMatchObject({ party: 'EMPLOYER', total_cents: 15_000, due_day: '2026-12-19' })
    // Neither the employer nor the person calls off what the policy makes the employer owe.
    for (const as of [admin, await world.signIn(of.userId)]) {
      const body = { step: 'cancel' as const, version: charged.body.version }
      const refused = await world.call(redemptions.update, { as, params: { id }, body })
      expect(refused.body).toMatchObject({ details: { unmet: ['EMPLOYER_OWES'] } })
    }
    const beside = await world.call(redemptions.markLost, {
      as: await signedInAs(world, 'INTERNAL_ADMIN'),
      body: { leasingAgreementId: of.agreementId, reason: 'Ei vastaa' },
    })
    // What refuses names the process that it waits for.
    for (const { body } of [await charge(of), beside])
      expect(body).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS', details: { process: { kind: 'BUY_OUT', id } } })
    at('2027-01-10T08:00:00Z')
    await nightly()
    expect((await invoiceOf(id)).open_cents).toBe(15_000)
    await pay(id, 15_000, '2027-01-10')
    await nightly()
    expect(await leaseOf(of.agreementId)).toMatchObject({ end_reason: 'TERM', bike_at: 'EMPLOYER' })
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const document = await world.call(redemptions.transferDocument, { as: staff, params: { id } })
    expect(missingInPdf(document.raw, ['Kauppahinta on maksettu'])).toEqual([])
    // Only a consumer may withdraw.
    expect(missingInPdf(document.raw, ['peruuttaa kaupan', 'käyvästä arvosta'])).toHaveLength(
      findProgram('pdftotext') ? 2 : 0,
    )
  })

  it('is not, where the policy does not say so; a lost one stays lost when the employer has paid it', async () => {
    const [refused, lost] = [await over(false), await over(true)]
    at('2026-12-05T08:00:00Z')
    expect((await charge(refused)).body).toMatchObject({ details: { unmet: ['EMPLOYER_DOES_NOT_BUY'] } })
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    const mark = (of: Leased) =>
      world.call(redemptions.markLost, { as, body: { leasingAgreementId: of.agreementId, reason: 'Ei vastaa' } })
    expect((await mark(lost)).body).toMatchObject({ bikeAt: 'LOST' })
    expect((await mark(lost)).body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_ALLOWED' })
    expect(await waits(lost)).toBe(true)
    const { body } = await charge(lost)
    await pay(body.id, 15_000, '2026-12-05')
    await nightly()
    expect(await leaseOf(lost.agreementId)).toMatchObject({ bike_at: 'LOST' })
    expect((await world.ok(redemptions.get, { as, params: { id: body.id } })).step).toBe('DONE')
    expect(await waits(lost)).toBe(false)
  })

  it('and lost stays with the staff until it is found or its matter is closed; both sides hear of each', async () => {
    const of = await over(false)
    const as = await signedInAs(world, 'INTERNAL_ADMIN')
    at('2026-12-05T08:00:00Z')
    const ask = { as, body: { leasingAgreementId: of.agreementId, reason: 'Ei vastaa.' } }
    const settle = (outcome: 'FOUND' | 'CLOSED') =>
      world.call(redemptions.settleLost, { as, body: { ...ask.body, outcome } })
    expect((await settle('CLOSED')).body).toMatchObject({ details: { unmet: ['NOT_LOST'] } })
    await world.ok(redemptions.markLost, ask)
    expect((await settle('FOUND')).body).toMatchObject({ bikeAt: 'EMPLOYEE' })
    await world.ok(redemptions.markLost, ask)
    expect(await waits(of)).toBe(true)
    expect((await settle('CLOSED')).body).toMatchObject({ bikeAt: 'LOST' })
    expect(await waits(of)).toBe(false)
    expect((await settle('FOUND')).status).toBe(409)
    const told = await db()
      .selectFrom('notifications')
      .select('template')
      .where('company_id', '=', of.company.companyId)
      .where('template', 'like', 'redemptions:%Lost')
      .where('user_id', '=', of.person.userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(told.map(({ template }) => template.split('.').at(-1)).toSorted()).toEqual(
      ['closeLost', 'foundLost', 'markLost', 'markLost'].toSorted(),
    )
  })

  it('is not marked as lost by the one who had it', async () => {
    const of = await over(false)
    at('2026-12-05T08:00:00Z')
    await assignRole(world, of.person.userId, 'INTERNAL_ADMIN')
    const as = await world.signIn(of.person.userId)
    const body = { leasingAgreementId: of.agreementId, reason: 'Hukassa' }
    expect((await world.call(redemptions.markLost, { as, body })).body).toMatchObject({ code: 'NOT_FOR_ONESELF' })
    expect((await leaseOf(of.agreementId)).bike_at).toBe('EMPLOYEE')
  })
})
