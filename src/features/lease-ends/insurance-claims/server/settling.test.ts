import { describe, expect, it } from 'vitest'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { signedInAs } from '#testing/builders.ts'
import {
  accounts,
  type Claimed,
  db,
  leased,
  prepareClaims,
  sent,
  staff,
  take,
  taken,
  world,
} from '#testing/cases/claim-cases.ts'
import type { Caller } from '#testing/world.ts'
import { insuranceClaims } from '../contract.ts'

prepareClaims()

const noticesOf = async ({ userId }: Caller) =>
  (await db().selectFrom('notifications').select('template').where('user_id', '=', userId).execute()).map(
    ({ template }) => template,
  )

describe('a decided claim', () => {
  it('is a receivable of the insurer that is received in parts, and never more than it', async () => {
    const of = await leased()
    const claim = await sent(of)
    expect(claim).toMatchObject({ cover: 2640, closing: null })
    expect((await take(staff, claim, 'decide')).body).toMatchObject({ details: { unmet: ['SUM_MISSING'] } })
    const decided = await taken(staff, claim, 'decide', { compensation: 2440 })
    expect(decided).toMatchObject({
      step: 'INSURER_DECIDED',
      decidedDay: '2026-12-10',
      compensation: 2440,
      received: 0,
      waitingFor: ['STAFF', 'INSURER'],
    })
    expect(await accounts(claim.insuranceId)).toEqual({
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 244_000,
    })
    const tooMuch = await take(staff, decided, 'receive', { amount: 2440.01, paidDay: '2026-12-10' })
    expect(tooMuch.body).toMatchObject({ fields: [{ path: 'amount', code: 'TOO_LARGE', limit: 2440 }] })
    const tooLate = await take(staff, decided, 'receive', { amount: 1, paidDay: '2026-12-11' })
    expect(tooLate.body).toMatchObject({ fields: [{ path: 'paidDay', code: 'TOO_LARGE' }] })

    const lastYear = await take(staff, decided, 'receive', { amount: 1, paidDay: '2025-12-31' })
    expect(lastYear.body.fields).toMatchObject([{ path: 'reason', code: 'EARLIER_YEAR' }])
    const part = { amount: 2000, paidDay: '2026-12-09' }
    const once = await take(staff, decided, 'receive', part, 'part')
    expect(once.body).toMatchObject({ received: 2000 })
    expect((await take(staff, decided, 'receive', part, 'part')).body).toEqual(once.body)
    const rest = await taken(staff, once.body as Claimed, 'receive', { amount: 440, paidDay: '2026-12-10' })
    expect(rest).toMatchObject({ received: 2440, waitingFor: ['STAFF'] })
    expect(await accounts(claim.insuranceId)).toEqual({
      BANK: 244_000,
      INSURANCE_COMPENSATIONS: -244_000,
      INSURANCE_RECEIVABLES: 0,
    })
    const refused = await take(staff, rest, 'receive', { amount: 1, paidDay: '2026-12-10' })
    expect(refused.body).toMatchObject({ details: { unmet: ['COMPENSATION_COMPLETE'] } })
    expect((await take(staff, rest, 'cancel')).body).toMatchObject({ details: { unmet: ['COMPENSATION_RECEIVED'] } })
  })

  it('is decided by one of two at the same moment, and by nobody but the staff', async () => {
    const of = await leased()
    const claim = await sent(of)
    expect((await take(of.person, claim, 'decide', { compensation: 1 })).body).toMatchObject({
      code: 'CLAIM_STEP_NOT_PERMITTED',
    })
    expect((await take(of.employer, claim, 'decide', { compensation: 1 })).status).toBe(403)
    const both = await Promise.all([100, 200].map((compensation) => take(staff, claim, 'decide', { compensation })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { INSURANCE_RECEIVABLES } = await accounts(claim.insuranceId)
    expect([10_000, 20_000]).toContain(INSURANCE_RECEIVABLES)
  })

  it('is withdrawn by the staff when the bicycle is found, and nothing is expected any more', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    expect((await take(of.person, decided, 'cancel')).body).toMatchObject({ code: 'CLAIM_STEP_NOT_PERMITTED' })
    expect(await taken(staff, decided, 'cancel')).toMatchObject({ status: 'CANCELLED', compensation: null })
    expect(await accounts(decided.insuranceId)).toEqual({ INSURANCE_COMPENSATIONS: 0, INSURANCE_RECEIVABLES: 0 })
  })
})

describe('the end of a lease by a claim', () => {
  it('bills the person what the compensation leaves, tells everybody, and comes with the month', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2140 })
    const closing = { endsOn: '2026-12-31', buyOut: 2400, left: 260, surplus: 0, payer: 'EMPLOYEE' }
    expect(decided).toMatchObject({ closing: { ...closing, invoiceNumber: null } })
    const ended = await taken(staff, decided, 'endLease')
    expect(ended).toMatchObject({ step: 'LEASE_ENDED', status: 'COMPLETED', leaseEffect: 'ENDS', closing })
    const bills = await db()
      .selectFrom('invoices')
      .select(['party', 'purpose', 'total_cents', 'vat_cents'])
      .where('agreement_id', '=', of.agreementId)
      .execute()
    expect(bills).toEqual([{ party: 'PERSON', purpose: 'OTHER', total_cents: 26_000, vat_cents: 0 }])
    const events = await db()
      .selectFrom('events')
      .select('type')
      .where('company_id', '=', of.company.companyId)
      .where('type', 'like', 'INSURANCE%')
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'INSURANCE_CASE_STARTED',
      'INSURANCE_END_OF_LEASING_COMPLETED',
      'INSURANCE_CASE_GRENKE_INVOICE_SENT',
      'INSURANCE_CASE_COMPLETED',
    ])
    const seen = await world.ok(insuranceClaims.get, { as: of.employer, params: { id: ended.insuranceId } })
    expect(seen).toMatchObject({ leaseEffect: 'ENDS', leaseEndsOn: '2026-12-31', compensation: null, closing: null })
    const mails = await db()
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'insurance-claims:mail.closing')
      .where('company_id', '=', of.company.companyId)
      .execute()
    expect(mails).toEqual([{ recipient: 'lasku@rahoitus.example' }])
    expect(await noticesOf(of.employer)).toContain('insurance-claims:employerNotice.LEASE_ENDED')
    expect(await noticesOf(of.person)).toContain('insurance-claims:notice.became.LEASE_ENDED')

    world.env.setNow('2027-01-01T08:00:00Z')
    await endLeases.run(world.services)
    const lease = await db()
      .selectFrom('leasing_agreements')
      .select(['lease_state', 'end_reason', 'ended_day', 'bike_at'])
      .where('id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    expect(lease).toEqual({
      lease_state: 'ENDED',
      end_reason: 'INSURANCE',
      ended_day: '2026-12-31',
      bike_at: 'LOST',
    })
    const later = await signedInAs(world, 'INTERNAL_ADMIN')
    const paid = await taken(later, ended, 'receive', { amount: 2140, paidDay: '2026-12-31', reason: 'Tiliote' })
    expect(paid).toMatchObject({ received: 2140, waitingFor: [], leaseEffect: 'ENDED', closing })
  })

  it('leaves nobody anything to pay where the compensation is as much, and shows a surplus', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2440 })
    expect(decided).toMatchObject({ closing: { left: 0, surplus: 40 } })
    await taken(staff, decided, 'endLease')
    const bills = await db().selectFrom('invoices').select('id').where('agreement_id', '=', of.agreementId).execute()
    expect(bills).toEqual([])
  })

  it('bills the employer where its policy says so', async () => {
    const of = await leased({ payer: 'EMPLOYER' })
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    expect(await taken(staff, decided, 'endLease')).toMatchObject({ closing: { left: 400, payer: 'EMPLOYER' } })
    const bills = await db()
      .selectFrom('invoices')
      .select(['party', 'total_cents', 'vat_cents'])
      .where('agreement_id', '=', of.agreementId)
      .execute()
    expect(bills).toEqual([{ party: 'EMPLOYER', total_cents: 40_000, vat_cents: 0 }])
  })

  it('is refused where another end is set, a redemption is paid, or the lease has not begun', async () => {
    const of = await leased()
    const decided = await taken(staff, await sent(of), 'decide', { compensation: 2000 })
    const set = (columns: object) =>
      db().updateTable('leasing_agreements').set(columns).where('id', '=', of.agreementId).execute()
    const refused = async () => (await take(staff, decided, 'endLease')).body
    const other = world.env.id()
    await db()
      .insertInto('agreement_endings')
      .values({ id: other, company_id: of.company.companyId, agreement_id: of.agreementId, kind: 'REDEMPTION' })
      .execute()
    await set({ ends_on: '2027-01-31', ends_as: 'REDEEMED', ends_by: other })
    expect(await refused()).toMatchObject({ details: { unmet: ['LEASE_ENDS_OTHERWISE'] } })
    await set({ ends_on: null, ends_as: null, ends_by: null })
    await db()
      .insertInto('redemptions')
      .values({
        id: other,
        company_id: of.company.companyId,
        agreement_id: of.agreementId,
        beneficiary_employee_id: of.employeeId,
        step: 'USER_PAYMENT_PAID',
        reason: 'OWN_WISH',
        end_month: '2026-12',
      })
      .execute()
    expect(await refused()).toMatchObject({ details: { unmet: ['REDEMPTION_PAID'] } })
    const seen = await world.ok(insuranceClaims.get, { as: staff, params: { id: decided.insuranceId } })
    expect(seen).toMatchObject({ step: 'INSURER_DECIDED', hasPaidRedemption: true })
    await db().deleteFrom('redemptions').where('id', '=', other).execute()
    await set({ lease_state: 'NOT_STARTED', start_day: null, end_day: null })
    expect(await refused()).toMatchObject({ details: { unmet: ['LEASE_NOT_STARTED'] } })
  })
})
