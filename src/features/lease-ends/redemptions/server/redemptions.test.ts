import { describe, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { writeOffInvoice } from '#features/money/invoices/ledger/server/write-off.ts'
import { seedTaxTables } from '#features/pricing/tax/server/seed.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { formatEuros } from '#platform/values/money.ts'
import { signedInAs } from '#testing/builders.ts'
import {
  accept,
  at,
  buyOut,
  db,
  invoiceOf,
  type Leased,
  leased,
  leaseOf,
  nightly,
  pay,
  prepareRedemptions,
  start,
  world,
} from '#testing/cases/redemption-cases.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import type { Caller } from '#testing/world.ts'
import { redemptionPayments, redemptions } from '../contract.ts'

prepareRedemptions()

/** What the payments of an invoice were posted to. */
const paidTo = (invoiceId: string) =>
  db()
    .selectFrom('ledger_rows')
    .select(['account', 'amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('payment_id', 'is not', null)
    .orderBy('amount_cents')
    .execute()

describe('an early redemption', () => {
  it('paid on the due day ends the lease at the month’s end and passes the title, and may be withdrawn from', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    await seedTaxTables(db(), world.env)
    const quote = await world.ok(redemptions.quote, { as: of.person, query: { leasingAgreementId: of.agreementId } })
    expect(quote).toMatchObject({
      endMonth: '2026-11',
      price: buyOut[10]! / 100,
      dueDay: '2026-11-30',
      offerValidUntil: '2026-11-25',
    })
    // At the last month's price a part is taxed: up to what its most costly euro would be.
    const query = { leasingAgreementId: of.agreementId, endMonth: quote.months.at(-1)!.month }
    const last = await world.ok(redemptions.quote, { as: of.person, query })
    expect(last.taxableDifference).toBeGreaterThan(0)
    expect(last.mostTax).toBeGreaterThan(last.taxableDifference * 0.4)
    expect(last.mostTax).toBeLessThan(last.taxableDifference * 0.7)
    expect([quote.paidSoFar, quote.leftToPay, quote.months.length]).toEqual([1_000, 100, 30])
    const offered = await start(of)
    expect(offered).toMatchObject({
      step: 'OFFERED',
      status: 'PENDING',
      price: buyOut[10]! / 100,
      waitingFor: ['EMPLOYEE'],
    })

    const sent = await accept(of, offered.id, offered.version)
    expect(sent).toMatchObject({ step: 'USER_PAYMENT_SENT', endsOn: '2026-11-30', invoice: { dueDay: '2026-11-30' } })
    expect(sent.invoice?.payPath).toMatch(/^\/maksu\//)
    const invoice = await invoiceOf(offered.id)
    expect(invoice).toMatchObject({
      purpose: 'REDEMPTION',
      party: 'PERSON',
      total_cents: buyOut[10],
      payment_status: 'NOT_PAID',
    })

    at('2026-11-30T18:00:00Z')
    await pay(offered.id, buyOut[10]!, '2026-11-30')
    const paid = await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })
    expect(paid.step, 'moved with the payment, before any job').not.toBe('USER_PAYMENT_SENT')
    expect(paid.waitingFor).not.toContain('EMPLOYEE')
    await nightly()
    // The operator's own lease tells no lessor; the lease runs until midnight.
    expect((await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })).step).toBe(
      'LESSOR_INVOICE_SENT',
    )
    expect((await leaseOf(of.agreementId)).lease_state).toBe('ACTIVE')
    at('2026-12-01T00:20:00Z')
    await nightly()
    const done = await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })
    expect(done).toMatchObject({
      step: 'DONE',
      status: 'COMPLETED',
      doneDay: '2026-12-01',
      withdrawUntil: '2026-12-15',
      hasTransferDocument: true,
    })
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'REDEEMED',
      ended_day: '2026-11-30',
      bike_at: 'SOLD',
    })
    expect((await invoiceOf(offered.id)).payment_status).toBe('COMPLETED')
    const document = await world.call(redemptions.transferDocument, { as: of.person, params: { id: offered.id } })
    expect(document.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(document.raw.includes('/ByteRange')).toBe(true)
    const named = await db()
      .selectFrom('leasing_agreements as a')
      .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
      .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['l.name as seller', 'u.first_name', 'u.last_name'])
      .where('a.id', '=', of.agreementId)
      .executeTakeFirstOrThrow()
    const price = formatEuros(buyOut[10]!, 'fi').replaceAll('\u00a0', ' ')
    expect(
      missingInPdf(document.raw, [
        'siirtynyt ostajalle 1.12.2026',
        `${named.first_name} ${named.last_name}`,
        named.seller,
        of.agreementNumber,
        invoice.number!,
        price,
      ]),
    ).toEqual([])

    at('2026-12-15T10:00:00Z')
    const withdrawal = {
      as: await world.signIn(of.userId),
      params: { id: offered.id },
      body: { step: 'withdraw' as const, version: done.version },
    }
    const back = await world.ok(redemptions.update, { ...withdrawal, key: 'withdraw once' })
    expect(back).toMatchObject({ step: 'WITHDRAWN', status: 'CANCELLED', waitingFor: ['STAFF'] })
    expect(await world.ok(redemptions.update, { ...withdrawal, key: 'withdraw once' })).toEqual(back)
    // The lease stays ended; the money is to be repaid.
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      bike_at: 'EMPLOYEE',
      redemption_taxable_cents: 0,
    })
    expect((await invoiceOf(offered.id)).open_cents).toBe(-buyOut[10]!)
    const taken = await world.ok(redemptions.update, {
      as: await signedInAs(world, 'INTERNAL_ADMIN'),
      params: { id: offered.id },
      body: { step: 'takeBack', version: back.version },
    })
    expect(taken.waitingFor).toEqual([])
    // The bicycle comes back once.
    expect(taken.allowedSteps).toEqual([{ step: 'takeBack', to: 'WITHDRAWN', allowed: false, unmet: ['BIKE_IS_BACK'] }])
  })

  it('not paid, or paid in part, by bank day and three comes to nothing: the lease goes on, the part is repaid', async () => {
    at('2026-11-10T08:00:00Z')
    const [unpaid, partly] = [await leased(), await leased()]
    const ids = new Map<Leased, string>()
    for (const of of [unpaid, partly]) {
      const offered = await start(of)
      await accept(of, offered.id, offered.version)
      ids.set(of, offered.id)
    }
    await pay(ids.get(partly)!, 100_000, '2026-11-30')
    at('2026-12-03T08:00:00Z')
    await nightly()
    // The lease waits for the payment, though its last day is over.
    expect(await leaseOf(partly.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: '2026-11-30' })
    at('2026-12-04T08:00:00Z')
    await nightly()
    for (const of of [unpaid, partly]) {
      const gone = await world.ok(redemptions.get, { as: of.person, params: { id: ids.get(of)! } })
      expect(gone).toMatchObject({ step: 'CANCELLED', status: 'CANCELLED' })
      expect(await leaseOf(of.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: null })
    }
    expect((await invoiceOf(ids.get(unpaid)!)).open_cents).toBe(0)
    expect(await invoiceOf(ids.get(partly)!)).toMatchObject({ open_cents: -100_000, payment_status: 'CANCELLED' })
    // Another may be started at once.
    expect((await start(unpaid)).step).toBe('OFFERED')
  })

  it('is not paid by a credit note or a write-off: no title passes without money', async () => {
    at('2026-11-10T08:00:00Z')
    const [credited, writtenOff] = [await leased(), await leased()]
    const ids = new Map<Leased, string>()
    for (const of of [credited, writtenOff]) {
      const offered = await start(of)
      await accept(of, offered.id, offered.version)
      ids.set(of, offered.id)
    }
    const bills = { credited: await invoiceOf(ids.get(credited)!), writtenOff: await invoiceOf(ids.get(writtenOff)!) }
    await world.services.database.transaction(async (tx) => {
      await creditInvoice(tx, world.services, { invoiceId: bills.credited.id, reason: 'T', actor: systemActor })
      await writeOffInvoice(tx, world.services, { invoiceId: bills.writtenOff.id, reason: 'T', actor: systemActor })
    })
    await nightly()
    for (const of of [credited, writtenOff])
      expect(await world.ok(redemptions.get, { as: of.person, params: { id: ids.get(of)! } })).toMatchObject({
        step: 'USER_PAYMENT_SENT',
      })
    at('2026-12-04T08:00:00Z')
    await nightly()
    for (const of of [credited, writtenOff]) {
      const gone = await world.ok(redemptions.get, { as: of.person, params: { id: ids.get(of)! } })
      expect(gone).toMatchObject({ step: 'CANCELLED' })
      expect(await leaseOf(of.agreementId)).toMatchObject({ lease_state: 'ACTIVE', ends_on: null, bike_at: 'EMPLOYEE' })
    }
  })

  it('paid late but within the three bank days still ends the lease on its day', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    await accept(of, offered.id, offered.version)
    at('2026-12-03T08:00:00Z')
    await pay(offered.id, buyOut[10]!, '2026-12-03')
    await nightly()
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      ended_day: '2026-11-30',
      end_reason: 'REDEEMED',
    })
  })

  it('paid by Svea is marked by staff, posted to Svea’s account, and passes the title', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    const sent = await accept(of, offered.id, offered.version, 'SVEA')
    expect(sent).toMatchObject({ step: 'USER_PAYMENT_SENT', paymentMethod: 'SVEA' })
    const { id: invoiceId } = await invoiceOf(offered.id)
    const body = { direction: 'IN', amount: buyOut[10]! / 100, paidDay: '2026-11-10', method: 'SVEA' } as const
    const own = await world.call(invoices.pay, { as: of.person, params: { id: invoiceId }, body })
    expect(own.status).toBe(403)
    await world.ok(invoices.pay, { as: await signedInAs(world, 'INTERNAL_ADMIN'), params: { id: invoiceId }, body })
    expect(await paidTo(invoiceId)).toEqual([
      { account: 'RECEIVABLES', amount_cents: -buyOut[10]! },
      { account: 'SVEA_CLEARING', amount_cents: buyOut[10] },
    ])
    expect(await invoiceOf(offered.id)).toMatchObject({ status: 'PAID', open_cents: 0, paid_cents: buyOut[10] })
    at('2026-12-01T00:20:00Z')
    await nightly()
    const done = await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })
    expect(done).toMatchObject({ step: 'DONE', status: 'COMPLETED', hasTransferDocument: true })
    expect((await invoiceOf(offered.id)).payment_status).toBe('COMPLETED')
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'REDEEMED',
      bike_at: 'SOLD',
    })
    const events = await db()
      .selectFrom('events')
      .select(['type', 'actor_kind'])
      .where('subject_id', '=', of.agreementId)
      .orderBy('position')
      .execute()
    // Each step is one event: started, offered, accepted, billed, paid, waiting for the end, ended, completed; then the title is sealed.
    // The operator's own lease tells no lessor.
    expect(events.map(({ type, actor_kind }) => `${type} ${actor_kind}`)).toEqual([
      'BIKE_REDEMPTION_STARTED EMPLOYEE',
      'PROCESS_STEP SYSTEM',
      'PROCESS_STEP EMPLOYEE',
      'BIKE_REDEMPTION_USER_PAYMENT_SENT EMPLOYEE',
      'BIKE_REDEMPTION_USER_PAYMENT_PAID SYSTEM',
      'PROCESS_STEP SYSTEM',
      'LEASING_AGREEMENT_ENDED SYSTEM',
      'BIKE_REDEMPTION_COMPLETED SYSTEM',
      'DOCUMENT_SEALED SYSTEM',
    ])
  })

  it('paid by Svea may be marked at its payment, too: to Svea’s account, by the staff alone, once', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    await accept(of, offered.id, offered.version, 'SVEA')
    const { id: invoiceId, payment_id: id } = await invoiceOf(offered.id)
    const params = { id }
    const mark = (as: Caller, body: object = {}) =>
      world.call(redemptionPayments.update, { as, params, body: { status: 'PAID', paidDay: '2026-11-10', ...body } })
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    for (const as of [of.person, admin]) expect((await mark(as)).status).toBe(403)
    const desk = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await mark(desk, { paidDay: '2026-11-11' })).body.fields).toMatchObject([{ path: 'paidDay' }])
    const earlier = { path: 'reason', code: 'EARLIER_YEAR' }
    expect((await mark(desk, { paidDay: '2025-11-10' })).body.fields).toMatchObject([earlier])
    const { version } = await world.ok(redemptionPayments.get, { as: desk, params })
    expect((await mark(desk, { version: version + 1 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await invoiceOf(offered.id)).toMatchObject({ paid_cents: 0, open_cents: buyOut[10] })
    expect((await mark(desk, { version })).body).toMatchObject({
      status: 'PAID',
      paymentMethod: 'SVEA',
      paidDay: '2026-11-10',
      open: 0,
    })
    expect((await mark(desk)).body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_ALLOWED' })
    expect(await invoiceOf(offered.id)).toMatchObject({ status: 'PAID', open_cents: 0, paid_cents: buyOut[10] })
    expect(await paidTo(invoiceId)).toEqual([
      { account: 'RECEIVABLES', amount_cents: -buyOut[10]! },
      { account: 'SVEA_CLEARING', amount_cents: buyOut[10] },
    ])
    at('2026-12-01T00:20:00Z')
    await nightly()
    expect((await invoiceOf(offered.id)).payment_status).toBe('COMPLETED')
    expect(await leaseOf(of.agreementId)).toMatchObject({ lease_state: 'ENDED', bike_at: 'SOLD' })
  })

  it('lapses with its offer, and is offered anew at the next month’s price', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    at('2026-11-26T08:00:00Z')
    const late = await world.call(redemptions.update, {
      as: of.person,
      params: { id: offered.id },
      body: { step: 'accept', version: offered.version, paymentMethod: 'INVOICE', hasReadInformation: true },
    })
    expect(late.body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_ALLOWED', details: { unmet: ['OFFER_LAPSED'] } })
    await nightly()
    const lapsed = await world.ok(redemptions.get, { as: of.person, params: { id: offered.id } })
    expect(lapsed).toMatchObject({ step: 'STARTED', waitingFor: ['EMPLOYEE'] })
    const again = await world.ok(redemptions.update, {
      as: of.person,
      params: { id: offered.id },
      body: { step: 'offer', version: lapsed.version },
    })
    expect(again).toMatchObject({ step: 'OFFERED', endMonth: '2026-12', price: buyOut[11]! / 100 })
  })
})
