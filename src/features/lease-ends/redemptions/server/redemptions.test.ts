import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endLeases } from '#features/leases/agreements/server/end-job.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { recordPayment } from '#features/money/invoices/ledger/server/payment-ledger.ts'
import { writeOffInvoice } from '#features/money/invoices/ledger/server/write-off.ts'
import { payments } from '#features/money/payments/contract.ts'
import { payrollDeductions } from '#features/money/payroll-deductions/contract.ts'
import { endDeductions } from '#features/money/payroll-deductions/server/end-job.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { leaseSchedule } from '#features/pricing/leasing/rules.ts'
import { createPdf } from '#platform/server/documents/pdf.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { formatEuros } from '#platform/values/money.ts'
import { assignRole, buildCompany, buildRunningLease, buildStore, signedInAs } from '#testing/builders.ts'
import { missingInPdf } from '#testing/files/pdf-words.ts'
import { findProgram } from '#testing/runs/programs.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { redemptionPayments, redemptions } from '../contract.ts'
import { followRedemptions, remindOfEnds } from './jobs.ts'

const schedule = leaseSchedule(
  300_000,
  {
    instalmentCents: 10_000,
    serviceShareCents: 2_200,
    yearlyInterestBasisPoints: 490,
    residualBasisPoints: 500,
    adminFeeCents: 1_500,
    minMonths: 12,
    maxMonths: 60,
    minPriceCents: 50_000,
    maxPriceCents: 450_000,
  },
  { day: '2026-01-01' },
)
if (!schedule.ok) throw new Error('no schedule')
const { buyOut } = schedule

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-10T08:00:00Z')
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** A company with a running lease of 40 months since January 2026, whose price at the end of November is 2,260.20. */
async function leased({ kind = 'OPERATOR' as 'OPERATOR' | 'GRENKE', lastWorkingDay = null as string | null } = {}) {
  const company = await buildCompany(world, {}, { lessor: { kind, invoice_email: 'lasku@rahoitus.example' } })
  const lease = await buildRunningLease(world, {
    company,
    ...(lastWorkingDay ? { employee: { last_working_day: lastWorkingDay } } : {}),
    agreement: {
      start_day: '2026-01-01',
      end_day: '2029-04-30',
      lease_months: 40,
      price_cents: 300_000,
      residual_cents: 15_000,
      buy_out_cents: [...buyOut],
      bike_at: 'EMPLOYEE',
    },
  })
  const { user_id } = await db()
    .selectFrom('beneficiary_employees')
    .select('user_id')
    .where('id', '=', lease.employeeId)
    .executeTakeFirstOrThrow()
  await assignRole(world, user_id, 'BIKE_BENEFICIARY')
  const person = await world.signIn(user_id)
  return { company, ...lease, person, userId: user_id }
}
type Leased = Awaited<ReturnType<typeof leased>>

const start = (of: Leased, as: Caller = of.person) =>
  world.ok(redemptions.create, { as, body: { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' } })

const accept = async (
  of: Leased,
  id: string,
  version: number,
  paymentMethod: 'INVOICE' | 'SVEA' | 'PAYROLL' | 'BATCH' = 'INVOICE',
) =>
  world.ok(redemptions.update, {
    as: of.person,
    params: { id },
    body: { step: 'accept', version, paymentMethod, hasReadInformation: true },
  })

const invoiceOf = (id: string) =>
  db()
    .selectFrom('redemptions as r')
    .innerJoin('redemption_payments as p', 'p.id', 'r.redemption_payment_id')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .selectAll('i')
    .select(['p.status as payment_status', 'p.id as payment_id'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()

const pay = async (id: string, amountCents: number, paidDay: string) =>
  payBill((await invoiceOf(id)).id, amountCents, paidDay)

async function payBill(invoiceId: string, amountCents: number, paidDay: string) {
  await world.services.database.transaction((tx) =>
    recordPayment(tx, world.services, {
      actor: systemActor,
      payment: { invoiceId, direction: 'IN', amountCents, paidDay, method: 'BANK', source: world.env.id() },
    }),
  )
}

/** What the payments of an invoice were posted to. */
const paidTo = (invoiceId: string) =>
  db()
    .selectFrom('ledger_rows')
    .select(['account', 'amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('payment_id', 'is not', null)
    .orderBy('amount_cents')
    .execute()

const leaseOf = (id: string) =>
  db()
    .selectFrom('leasing_agreements')
    .select(['lease_state', 'end_reason', 'ended_day', 'ends_on', 'bike_at', 'redemption_taxable_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const at = (instant: string) => world.env.setNow(instant)
const nightly = async () => {
  await followRedemptions.run(world.services)
  await endLeases.run(world.services)
  await followRedemptions.run(world.services)
}

describe('an early redemption', () => {
  it('paid on the due day ends the lease at the month’s end and passes the title, and may be withdrawn from', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const quote = await world.ok(redemptions.quote, { as: of.person, query: { leasingAgreementId: of.agreementId } })
    expect(quote).toMatchObject({
      endMonth: '2026-11',
      price: buyOut[10]! / 100,
      dueDay: '2026-11-30',
      offerValidUntil: '2026-11-25',
    })
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
      await writeOffInvoice(tx, world.env, { invoiceId: bills.writtenOff.id, reason: 'T', actor: systemActor })
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

/** What the employer says that it has kept of a month. */
async function keep(of: Leased, month: string, kept: number) {
  const as = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
  const { companyId } = of.company
  const { items } = await world.ok(payrollDeductions.list, { as, params: { companyId, month } })
  const { invoiceId, version, asked } = items[0]!
  await world.ok(payrollDeductions.confirm, { as, params: { companyId, month, invoiceId }, body: { kept, version } })
  return asked
}

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

describe('a redemption from the pay', () => {
  const begin = async (of: Leased, payrollMonths: number) => {
    const offered = await world.ok(redemptions.create, {
      as: of.person,
      body: { leasingAgreementId: of.agreementId, endMonth: '2027-01', reason: 'OWN_WISH' },
    })
    expect(offered).toMatchObject({ payrollMonthsLeft: 3, price: buyOut[12]! / 100 })
    const body = { step: 'accept' as const, version: offered.version, paymentMethod: 'PAYROLL' as const }
    return world.call(redemptions.update, {
      as: of.person,
      params: { id: offered.id },
      body: { ...body, hasReadInformation: true, payrollMonths },
    })
  }

  it('over three months of a leaver: two are kept, the third is billed to the person, and both bills pay it', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    expect((await begin(of, 4)).body).toMatchObject({ details: { unmet: ['NO_PAY_LEFT'] } })
    await world.ok(redemptions.remove, {
      as: await signedInAs(world, 'SUPER_ADMIN'),
      params: { id: (await world.ok(redemptions.list, { as: of.person })).items[0]!.id },
    })
    const sent = (await begin(of, 3)).body
    const { id } = sent
    const total = buyOut[12]!
    const part = Math.ceil(total / 3)
    expect(sent).toMatchObject({ step: 'USER_PAYMENT_SENT', payrollMonths: 3, waitingFor: ['EMPLOYER'] })
    expect(await invoiceOf(id)).toMatchObject({ party: 'EMPLOYER', total_cents: total, due_day: '2027-01-29' })
    expect(await keep(of, '2026-11', part / 100)).toBe(part / 100)
    at('2026-12-10T08:00:00Z')
    await keep(of, '2026-12', part / 100)
    await db()
      .updateTable('beneficiary_employees')
      .set({ last_working_day: '2026-12-31' })
      .where('id', '=', of.employeeId)
      .execute()
    at('2027-01-04T08:00:00Z')
    await endDeductions.run(world.services)
    await nightly()
    // What was kept is no payment yet: the employer pays it with its bill, of which the rest is taken off.
    const rest = total - 2 * part
    expect(await invoiceOf(id)).toMatchObject({ credited_cents: rest, open_cents: 2 * part })
    const person = await world.signIn(of.userId)
    const billed = await world.ok(redemptions.get, { as: person, params: { id } })
    expect(billed).toMatchObject({
      step: 'USER_PAYMENT_SENT',
      waitingFor: ['EMPLOYEE', 'EMPLOYER'],
      invoice: { open: rest / 100, dueDay: '2027-01-29' },
    })
    expect(billed.invoice?.payPath).toMatch(/^\/maksu\//)
    at('2027-01-20T08:00:00Z')
    await pay(id, 2 * part, '2027-01-20')
    await nightly()
    const desk = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await world.ok(redemptions.get, { as: desk, params: { id } })).waitingFor).toEqual(['EMPLOYEE'])
    const { rest_invoice_id: restId } = await db()
      .selectFrom('redemption_payments')
      .select('rest_invoice_id')
      .where('id', '=', (await invoiceOf(id)).payment_id)
      .executeTakeFirstOrThrow()
    await payBill(restId!, rest, '2027-01-20')
    await nightly()
    at('2027-02-01T08:00:00Z')
    await nightly()
    expect(await leaseOf(of.agreementId)).toMatchObject({
      lease_state: 'ENDED',
      end_reason: 'REDEEMED',
      bike_at: 'SOLD',
    })
    const done = await world.ok(redemptions.get, { as: await world.signIn(of.userId), params: { id } })
    const back = await world.ok(redemptions.update, {
      as: await world.signIn(of.userId),
      params: { id },
      body: { step: 'withdraw', version: done.version },
    })
    expect(back.step).toBe('WITHDRAWN')
    // Both bills are credited whole: what each has paid is to be repaid.
    expect((await invoiceOf(id)).open_cents).toBe(-2 * part)
  })

  it('kept whole is paid by the employer, and a bill of a redemption is not kept from the pay besides', async () => {
    at('2026-11-10T08:00:00Z')
    const [of, other] = [await leased(), await leased()]
    const { id } = (await begin(of, 1)).body
    await keep(of, '2026-11', buyOut[12]! / 100)
    await nightly()
    expect((await world.ok(redemptions.get, { as: of.person, params: { id } })).waitingFor).toEqual(['EMPLOYER'])
    await pay(id, buyOut[12]!, '2026-11-10')
    await nightly()
    expect((await world.ok(redemptions.get, { as: of.person, params: { id } })).step).toBe('LESSOR_INVOICE_SENT')
    const offered = await start(other)
    await accept(other, offered.id, offered.version)
    const bill = await invoiceOf(offered.id)
    const asked = await world.call(payrollDeductions.start, {
      as: other.person,
      params: { id: bill.id },
      body: { months: 2 },
    })
    expect(asked.body).toMatchObject({ code: 'DEDUCTION_NOT_ALLOWED' })
  })
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
    expect((await charge(of)).body).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
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

/** The store's invoice that was matched when the bicycle was bought. */
async function boughtFromStore({ company, orderId }: Leased) {
  const { bikeStoreId } = await buildStore(world)
  await db()
    .insertInto('invoices')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      order_id: orderId,
      direction: 'PURCHASE',
      party: 'STORE',
      stage: 'RECEIVED',
      status: 'RECEIVED',
      bike_store_id: bikeStoreId,
      number: 'K-1',
      issue_day: '2026-01-01',
      due_day: '2026-01-15',
      net_cents: 300_000,
      vat_cents: 0,
      total_cents: 300_000,
      matched_at: world.env.now(),
    })
    .execute()
}

describe('another lessor', () => {
  it('is told, bills within a euro or with a reason, and only then the title passes', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased({ kind: 'GRENKE' })
    await boughtFromStore(of)
    const offered = await start(of)
    await accept(of, offered.id, offered.version)
    await pay(offered.id, buyOut[10]!, '2026-11-20')
    await nightly()
    at('2026-12-01T00:20:00Z')
    await nightly()
    const waiting = await world.ok(redemptions.get, { as: staff, params: { id: offered.id } })
    expect(waiting).toMatchObject({ step: 'LESSOR_INVOICE_SENT', waitingFor: ['LESSOR', 'STAFF'] })
    const match = (total: number, reason?: string) =>
      world.call(redemptions.update, {
        as: staff,
        params: { id: offered.id },
        body: {
          step: 'matchLessorInvoice',
          version: waiting.version,
          lessorInvoice: { number: 'G-1', total, issueDay: '2026-12-01', dueDay: '2026-12-15' },
          ...(reason ? { reason } : {}),
        },
      })
    expect((await match((buyOut[10]! + 101) / 100)).body).toMatchObject({ code: 'INVOICE_DIFFERENCE_NEEDS_REASON' })
    expect((await match((buyOut[10]! + 100) / 100)).body).toMatchObject({ step: 'DONE', hasLessorInvoice: true })
    const mails = await sql<{
      count: number
    }>`select count(*)::int as count from outbox where recipient = 'lasku@rahoitus.example'`.execute(db())
    expect(mails.rows[0]!.count).toBe(1)
  })
})

describe('who may', () => {
  it('see and take it: nobody of another company, the employer for a leaver alone, and for what the employer pays', async () => {
    at('2026-11-10T08:00:00Z')
    const [of, other, leaver] = [await leased(), await leased(), await leased({ lastWorkingDay: '2026-11-30' })]
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    const offered = await start(of)
    const body = { step: 'cancel' as const, version: offered.version }
    for (const stranger of [
      other.person,
      await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: other.company.companyId }),
    ]) {
      expect((await world.call(redemptions.get, { as: stranger, params: { id: offered.id } })).status).toBe(404)
      expect((await world.call(redemptions.update, { as: stranger, params: { id: offered.id }, body })).status).toBe(
        404,
      )
      expect(
        (await world.call(redemptions.transferDocument, { as: stranger, params: { id: offered.id } })).status,
      ).toBe(404)
      expect((await world.ok(redemptions.list, { as: stranger })).totalCount).toBe(0)
    }
    const own = await world.call(redemptions.create, {
      as: admin,
      body: { leasingAgreementId: of.agreementId, reason: 'LEAVING' },
    })
    expect(own.body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_ALLOWED', details: { unmet: ['NOT_LEAVING'] } })
    const invoice = await world.call(redemptions.update, {
      as: admin,
      params: { id: offered.id },
      body: { step: 'acceptForEmployee', version: offered.version, paymentMethod: 'INVOICE' },
    })
    expect(invoice.body).toMatchObject({ details: { unmet: ['EMPLOYER_DOES_NOT_PAY'] } })
    const leaversAdmin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: leaver.company.companyId })
    const started = await start(leaver, leaversAdmin)
    const paid = await world.ok(redemptions.update, {
      as: leaversAdmin,
      params: { id: started.id },
      body: { step: 'acceptForEmployee', version: started.version, paymentMethod: 'PAYROLL' },
    })
    expect(paid).toMatchObject({ step: 'USER_PAYMENT_SENT', waitingFor: ['EMPLOYER'] })
    expect(await invoiceOf(started.id)).toMatchObject({
      party: 'EMPLOYER',
      purpose: 'REDEMPTION',
      total_cents: buyOut[10],
    })
  })

  it('are not decided for oneself: neither the price nor the money of one’s own redemption', async () => {
    const of = await leased()
    await assignRole(world, of.userId, 'INTERNAL_ADMIN')
    of.person = await world.signIn(of.userId)
    const started = await start(of)
    const update = (body: object) =>
      world.call(redemptions.update, { as: of.person, params: { id: started.id }, body: body as never })
    const cheap = { step: 'revise', version: started.version, price: 1, reason: 'Naarmu' }
    expect((await update(cheap)).body).toMatchObject({ code: 'REDEMPTION_STEP_NOT_PERMITTED' })
    expect(started.allowedSteps.map(({ step }) => step)).not.toContain('revise')
    await accept(of, started.id, started.version)
    const { id, payment_id, version } = await invoiceOf(started.id)
    const as = of.person
    const today = '2026-11-10'
    const refused = [
      await world.call(redemptionPayments.update, { as, params: { id: payment_id }, body: { status: 'PAID' } }),
      await world.call(invoices.pay, {
        as,
        params: { id },
        body: { direction: 'IN', amount: 1, paidDay: today, method: 'MANUAL', reason: 'Kassa' },
      }),
      await world.call(invoices.credit, { as, params: { id }, body: { reason: 'Väärä' } }),
      await world.call(invoices.writeOff, { as, params: { id }, body: { reason: 'Ei maksa', version } }),
    ]
    expect(refused.map(({ body }) => (body as { code?: string }).code)).toEqual(refused.map(() => 'NOT_FOR_ONESELF'))
    expect(await invoiceOf(started.id)).toMatchObject({ paid_cents: 0, written_off_cents: 0 })
    expect((await world.ok(redemptions.get, { as, params: { id: started.id } })).step).toBe('USER_PAYMENT_SENT')
  })

  it('is one at a time: of two people at once one starts, and one accepts', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const body = { leasingAgreementId: of.agreementId, reason: 'OWN_WISH' as const }
    const begun = await Promise.all([of.person, staff].map((as) => world.call(redemptions.create, { as, body })))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { items } = await world.ok(redemptions.list, { as: of.person })
    const [row] = items
    const accepted = {
      step: 'accept' as const,
      version: row!.version,
      paymentMethod: 'INVOICE' as const,
      hasReadInformation: true,
    }
    const replies = await Promise.all(
      [1, 2].map(() => world.call(redemptions.update, { as: of.person, params: { id: row!.id }, body: accepted })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const bills = await world.ok(payments.list, { as: of.person })
    expect(bills.items.length).toBe(1)
  })
})

describe('staff', () => {
  it('set a price with a reason, keep offers in every form of the file, and refuse what is none', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const offered = await start(of)
    const params = { id: offered.id }
    const without = await world.call(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 2_000 },
    })
    expect(without.body).toMatchObject({ details: { unmet: ['REASON_MISSING'] } })
    // A bill of nothing would never be paid.
    const gift = await world.call(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 0, reason: 'Lahja' },
    })
    expect(gift.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'price' }] })
    const revised = await world.ok(redemptions.update, {
      as: staff,
      params,
      body: { step: 'revise', version: offered.version, price: 1_500, fairValue: 1_900, reason: 'Arviokirja' },
    })
    expect(revised).toMatchObject({
      step: 'OFFERED',
      price: 1_500,
      fairValue: 1_900,
      taxableDifference: 400,
      ownPriceReason: 'Arviokirja',
    })
    const seen = await world.ok(redemptions.get, { as: of.person, params })
    expect(seen.ownPriceReason).toBeNull()

    const page = await createPdf({ title: 'T', language: 'fi', brand: demoBrand, at: new Date(0), headline: 'T' })
    page.title('T')
    const pdf = await page.finish()
    const upload = (body: Buffer, contentType: string) =>
      world.call(redemptions.upload, {
        as: staff,
        query: { bikeRedemptionId: offered.id, fileName: 'tarjous.html' },
        body,
        headers: { 'content-type': contentType },
      })
    const base64 = pdf.toString('base64')
    const bodies = [
      [pdf, 'application/pdf'],
      [Buffer.from(JSON.stringify({ contentType: 'application/pdf', content: base64 })), 'application/json'],
      [Buffer.from(JSON.stringify(base64)), 'application/json'],
    ] as const
    for (const [body, type] of bodies) expect((await upload(body, type)).status).toBe(201)
    expect((await upload(Buffer.from('"aGVp"'), 'application/json')).body).toMatchObject({ code: 'FILE_NOT_ACCEPTED' })
    const { redemptionOffers } = await world.ok(redemptions.get, { as: of.person, params })
    expect(redemptionOffers.length).toBe(3)
    const file = { params: { id: offered.id, offerId: redemptionOffers[0]!.redemptionOfferId } }
    const offer = await world.call(redemptions.offerFile, { as: of.person, ...file })
    expect(offer.raw.equals(pdf)).toBe(true)
    expect(offer.headers['content-type']).toBe('application/pdf')
    expect(offer.headers['content-disposition']).toContain('tarjous.html.pdf')
    expect((await world.call(redemptions.offerFile, { as: (await leased()).person, ...file })).status).toBe(404)

    const { version } = await world.ok(redemptions.get, { as: of.person, params })
    await world.ok(redemptions.update, { as: of.person, params, body: { step: 'cancel', version } })
    expect(await upload(pdf, 'application/pdf')).toMatchObject({
      status: 409,
      body: { code: 'REDEMPTION_STEP_NOT_ALLOWED' },
    })
    expect((await world.ok(redemptions.get, { as: staff, params })).redemptionOffers.length).toBe(3)
  })

  it('bill a batch of one company at once, mark it paid, and payroll hears of the taxable difference', async () => {
    at('2026-11-10T08:00:00Z')
    const of = await leased()
    const mate = await buildRunningLease(world, {
      company: of.company,
      agreement: {
        start_day: '2026-01-01',
        end_day: '2029-04-30',
        lease_months: 40,
        price_cents: 300_000,
        residual_cents: 15_000,
        buy_out_cents: [...buyOut],
        bike_at: 'EMPLOYEE',
      },
    })
    const ids: string[] = []
    for (const agreementId of [of.agreementId, mate.agreementId]) {
      const made = await world.ok(redemptions.create, {
        as: staff,
        body: { leasingAgreementId: agreementId, reason: 'OWN_WISH' },
      })
      const revised = await world.ok(redemptions.update, {
        as: staff,
        params: { id: made.id },
        body: { step: 'revise', version: made.version, price: 1_000, reason: 'Sopimus' },
      })
      const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
      const accepted = await world.ok(redemptions.update, {
        as: admin,
        params: { id: made.id },
        body: { step: 'acceptForEmployee', version: revised.version, paymentMethod: 'BATCH' },
      })
      expect(accepted).toMatchObject({ step: 'ACCEPTED', waitingFor: ['STAFF'] })
      ids.push(made.id)
    }
    const desk = await signedInAs(world, 'INTERNAL_ADMIN')
    // The employer has accepted to pay, by the end of the month: no bill to the person, and none for years to come.
    const otherwise = async (more: object) => {
      const body = { bikeRedemptionIds: [ids[0]!], paymentMethod: 'BATCH' as const, ...more }
      return (await world.call(redemptionPayments.create, { as: staff, body })).body as { fields?: { path: string }[] }
    }
    expect((await otherwise({ paymentMethod: 'INVOICE' })).fields?.[0]?.path).toBe('paymentMethod')
    expect((await otherwise({ dueDay: '2026-12-01' })).fields?.[0]?.path).toBe('dueDay')
    const together = { bikeRedemptionIds: ids, paymentMethod: 'BATCH' as const }
    const made = await Promise.all(
      [staff, desk].map((as) => world.call(redemptionPayments.create, { as, body: together })),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'REDEMPTION_PAYMENT_EXISTS' })
    const batch = made.find(({ status }) => status === 201)!.body
    expect(batch).toMatchObject({ status: 'PENDING', amount: 2_000, invoiceId: null })
    const twice = await world.call(redemptionPayments.create, {
      as: staff,
      body: { bikeRedemptionIds: [ids[0]!], paymentMethod: 'BATCH' },
    })
    expect(twice.body).toMatchObject({ code: 'REDEMPTION_PAYMENT_EXISTS' })
    const params = { id: batch.id }
    const sent = await world.ok(redemptionPayments.update, {
      as: staff,
      params,
      body: { status: 'NOT_PAID', version: batch.version },
    })
    expect(sent).toMatchObject({ status: 'NOT_PAID', open: 2_000 })
    // One leaves the batch: its line alone is credited.
    const gone = await world.ok(redemptions.get, { as: staff, params: { id: ids[1]! } })
    await world.ok(redemptions.update, {
      as: staff,
      params: { id: ids[1]! },
      body: { step: 'cancel', version: gone.version },
    })
    const left = await world.ok(redemptionPayments.get, { as: staff, params })
    expect(left).toMatchObject({ status: 'NOT_PAID', open: 1_000 })
    const paid = await world.ok(redemptionPayments.update, {
      as: staff,
      params,
      body: { status: 'PAID', paidDay: '2026-11-09', reason: 'Tiliote', version: left.version },
    })
    expect(paid).toMatchObject({ status: 'PAID', open: 0 })
    expect(await invoiceOf(ids[0]!)).toMatchObject({ status: 'MARKED_PAID' })

    at('2026-12-01T00:20:00Z')
    await nightly()
    expect((await world.ok(redemptionPayments.get, { as: staff, params })).status).toBe('COMPLETED')
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: of.company.companyId })
    const december = await world.ok(reporting.rows, {
      as: admin,
      params: { companyId: of.company.companyId, month: '2026-12' },
      query: {},
    })
    const row = december.items.find((item) => item.event === 'REDEEMED')
    // After 11 months the bicycle is worth 61.67 % of 3,000.00.
    expect(row).toMatchObject({ taxValue: 0, redemptionTaxableDifference: 850.1 })
  })
})

it('is billed, and credited, at the VAT rate of the day on which the title passes', async () => {
  at('2026-11-10T08:00:00Z')
  await db()
    .insertInto('vat_rates')
    .values({ id: world.env.id(), country: 'FI', basis_points: 2_400, valid_from: '2026-12-01' })
    .execute()
  const of = await leased()
  const offered = await world.ok(redemptions.create, {
    as: of.person,
    body: { leasingAgreementId: of.agreementId, endMonth: '2026-12', reason: 'OWN_WISH' },
  })
  const sent = await accept(of, offered.id, offered.version)
  await world.ok(redemptions.update, {
    as: of.person,
    params: { id: offered.id },
    body: { step: 'cancel', version: sent.version },
  })
  const lines = await db()
    .selectFrom('invoice_lines')
    .select(['gross_cents', 'vat_basis_points'])
    .where('agreement_id', '=', of.agreementId)
    .orderBy('gross_cents')
    .execute()
  expect(lines).toEqual([
    { gross_cents: -buyOut[11]!, vat_basis_points: 2_400 },
    { gross_cents: buyOut[11], vat_basis_points: 2_400 },
  ])
})
