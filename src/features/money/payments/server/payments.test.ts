import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { notifications } from '#features/ground/notifications/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { settleOnline, settleOnlinePayments } from '#features/money/banking/server/matching/settlements.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { billingSettings } from '#features/money/invoices/settings-contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs, stepUp } from '#testing/builders.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { bankBrings } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { payments } from '../contract.ts'
import { startDemoPaytrail } from './demo-peer.ts'
import { askOldAttempts, remindOfInvoices } from './jobs.ts'
import { signatureOf } from './paytrail-client.ts'
import { openRefund } from './refund.ts'
import { sendRefunds } from './refund-job.ts'

let world: World
let peer: Awaited<ReturnType<typeof startDemoPaytrail>>
let staff: Caller
let person: Caller
let employeeId: string

beforeAll(async () => {
  peer = await startDemoPaytrail()
  world = await openWorld({
    variables: {
      PAYTRAIL_URL: peer.config.url,
      PAYTRAIL_MERCHANT_ID: peer.config.merchantId,
      PAYTRAIL_SECRET: peer.config.secret,
      SVEA_URL: 'https://svea.example/pay?ref={reference}&sum={amount}',
    },
  })
  const company = await buildCompany(world)
  const employee = await buildEmployee(world, company)
  employeeId = employee.employeeId
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  person = await world.signIn(employee.userId)
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

const bill = (amount = 125.5, key?: string, isDraft = false) =>
  world.call(payments.create, {
    as: staff,
    body: { beneficiaryEmployeeId: employeeId, description: 'Uusi lukko', amount, hasVat: true, isDraft },
    ...(key ? { key } : {}),
  })
const get = (id: string) => world.ok(invoices.get, { as: staff, params: { id } })

/** A bill with the token of its page. */
async function open(amount?: number) {
  const { invoiceId } = (await bill(amount)).body
  const own = await world.ok(payments.list, { as: person })
  const token = own.items.find((row) => row.invoiceId === invoiceId)!.payPath!.replace('/maksu/', '')
  return { invoiceId, token }
}

/** Begins an online payment; answers the service's transaction. */
async function begin(token: string) {
  const { href } = await world.ok(payments.payOnline, { params: { token }, body: {} })
  return href.split('/').at(-1)!
}

async function news(transactionId: string, status: string, more: Record<string, string> = {}) {
  const row = await world.services.database.primary
    .selectFrom('paytrail_attempts')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const query = {
    'checkout-amount': String(row.amount_cents),
    'checkout-stamp': row.id,
    'checkout-transaction-id': transactionId,
    'checkout-status': status,
    ...more,
  }
  return signedNews(query)
}
const signedNews = (own: Record<string, string>) => {
  const query = {
    'checkout-account': peer.config.merchantId,
    'checkout-algorithm': 'sha256',
    'checkout-reference': '123',
    ...own,
  }
  return { ...query, signature: signatureOf(peer.config.secret, query) }
}
const tell = (query: Record<string, string>) => world.call(payments.paytrailCallback, { query: query as never })

describe('a user payment', () => {
  it('is billed once when the call is repeated, mailed with its page, and listed to the person and to staff', async () => {
    const key = '33333333-3333-4333-8333-333333333333'
    const first = await bill(10, key)
    expect(first.status).toBe(201)
    expect((await bill(10, key)).body.invoiceId).toBe(first.body.invoiceId)
    const page = await world.ok(payments.optimized, { as: staff, query: { isUserPaymentDone: false } })
    expect(page).toMatchObject({ page: 1, pageSize: 10 })
    expect(page.items[0]).toMatchObject({ amount: 10, state: 'SENT', isUserPaymentDone: false, payPath: null })
    const mail = await world.services.database.primary
      .selectFrom('outbox')
      .select('body_text')
      .where('template', '=', 'invoices:mail.toPay')
      .executeTakeFirstOrThrow()
    expect(mail.body_text).toContain('/maksu/')
  })

  it('is found by what the list searches and filters, ten to a page unless told', async () => {
    const { userId } = await world.services.database.primary
      .selectFrom('beneficiary_employees')
      .select('user_id as userId')
      .where('id', '=', employeeId)
      .executeTakeFirstOrThrow()
    const name = { first_name: 'Suodatin', last_name: 'Testaaja' }
    await world.services.database.primary.updateTable('users').set(name).where('id', '=', userId).execute()
    const [open, done, draft] = [(await bill(71)).body, (await bill(72)).body, (await bill(73, undefined, true)).body]
    const set = (id: string, change: object) =>
      world.services.database.primary.updateTable('invoices').set(change).where('id', '=', id).execute()
    const at = (day: string) => new Date(`${day}T10:00:00Z`)
    await set(open.invoiceId, { created_at: at('2020-01-10'), sent_at: at('2020-01-12') })
    await set(done.invoiceId, { created_at: at('2020-02-10'), sent_at: at('2020-02-12') })
    await set(draft.invoiceId, { created_at: at('2020-03-10') })
    await world.ok(invoices.pay, {
      as: staff,
      params: { id: done.invoiceId },
      body: { direction: 'IN', amount: 72, paidDay: '2020-02-20', method: 'BANK', reason: 'Tiliote' },
    })
    const found = async (query: object) => {
      const days = { createdFrom: '2020-01-01', createdTo: '2020-12-31' }
      const page = await world.ok(payments.optimized, {
        as: staff,
        query: { ...days, pageSize: 100, ...query } as never,
      })
      return page.items.map(({ amount }) => amount).toSorted()
    }
    expect(await found({})).toEqual([71, 72, 73])
    expect(await found({ createdTo: '2020-02-10' })).toEqual([71, 72])
    expect(await found({ createdFrom: '2020-02-11' })).toEqual([73])
    expect(await found({ sentFrom: '2020-01-12', sentTo: '2020-01-12' })).toEqual([71])
    expect(await found({ paidFrom: '2020-02-20', paidTo: '2020-02-20' })).toEqual([72])
    expect(await found({ paidFrom: '2020-02-21' })).toEqual([])
    expect(await found({ isUserPaymentDone: true })).toEqual([72])
    expect(await found({ isUserPaymentDone: false })).toEqual([71, 73])
    expect(await found({ searchTerm: '  suodatin ' })).toEqual([71, 72, 73])
    expect(await found({ searchTerm: done.number })).toEqual([72])
    expect(await found({ searchTerm: 'Ei kukaan' })).toEqual([])
    const { items, ...page } = await world.ok(payments.optimized, { as: staff, query: {} })
    expect([page.page, page.pageSize, items.length <= 10]).toEqual([1, 10, true])
    // The whole list: all for staff, one's own that were sent for a person.
    const amounts = async (as: Caller) => (await world.ok(payments.list, { as })).items.map(({ amount }) => amount)
    expect(await amounts(staff)).toEqual(expect.arrayContaining([71, 72, 73]))
    expect(await amounts(person)).toEqual(expect.arrayContaining([71, 72]))
    expect(await amounts(person)).not.toContain(73)
  })

  it('is not found by a colleague, and not made by one', async () => {
    const { invoiceId } = await open()
    const company = await buildCompany(world)
    const other = await buildEmployee(world, company)
    const as = await world.signIn(other.userId)
    expect((await world.ok(payments.list, { as })).items).toEqual([])
    expect((await world.call(invoices.get, { as, params: { id: invoiceId } })).status).toBe(404)
    const body = { beneficiaryEmployeeId: employeeId, description: 'x', amount: 1, hasVat: true }
    expect((await world.call(payments.create, { as, body })).status).toBe(403)
    const unknown = { ...body, beneficiaryEmployeeId: world.env.id() }
    expect((await world.call(payments.create, { as: staff, body: unknown })).status).toBe(404)
  })
})

describe('the page to pay on', () => {
  it('shows what, when and every way to pay, and nothing of the payer', async () => {
    const { token } = await open(125.5)
    const page = await world.ok(payments.page, { params: { token } })
    expect(page).toMatchObject({ state: 'OPEN', amount: 125.5, hasOnlinePayment: true, description: 'Uusi lukko' })
    expect(page.barcode).toMatch(/^4\d{53}$/)
    expect(page.barcodeRf).toMatch(/^5\d{53}$/)
    expect(page.rfReference).toMatch(/^RF\d{2}\d+$/)
    expect(page.sveaUrl).toBe(`https://svea.example/pay?ref=${page.referenceNumber}&sum=125.5`)
    expect(page.isOverdue).toBe(false)
    await makeDocuments.run(world.services)
    expect((await world.call(payments.invoice, { params: { token } })).status).toBe(200)
    expect((await world.call(payments.page, { params: { token: 'x'.repeat(43) } })).status).toBe(404)
  })
})

describe('an online payment', () => {
  it('pays the invoice once, however often and in whatever order the service tells of it', async () => {
    const { invoiceId, token } = await open(80)
    const id = await begin(token)
    expect((await tell(await news(id, 'pending'))).body).toEqual({ status: 'PENDING' })
    expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ isPending: true })
    const ok = await news(id, 'ok')
    await Promise.all([tell(ok), tell(ok), world.call(payments.paytrailReturn, { query: ok as never })])
    expect((await tell(await news(id, 'fail'))).body).toEqual({ status: 'OK' })
    expect(await get(invoiceId)).toMatchObject({ status: 'PAID', paid: 80, open: 0 })
    expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ state: 'PAID', qr: null })
    expect((await world.call(payments.payOnline, { params: { token }, body: {} })).body.code).toBe(
      'PAYMENT_NOT_ALLOWED',
    )
  })

  it('believes nothing that is forged, of another amount, account or transaction', async () => {
    const { invoiceId, token } = await open(60)
    const id = await begin(token)
    const ok = await news(id, 'ok')
    const forged = [
      { ...ok, 'checkout-amount': '1' },
      { ...ok, signature: 'a'.repeat(64) },
      await news(id, 'ok', { 'checkout-amount': '1' }),
      await news(id, 'ok', { 'checkout-account': '1' }),
      await news(id, 'ok', { 'checkout-transaction-id': 'other' }),
    ]
    for (const query of forged) expect((await tell(query)).body).toMatchObject({ code: 'PAYMENT_SIGNATURE_WRONG' })
    expect((await tell(await news(id, 'ok', { 'checkout-stamp': world.env.id() }))).status).toBe(404)
    expect(await get(invoiceId)).toMatchObject({ paid: 0 })
  })

  it('is asked for by the job when the service has told nothing, and money after a credit is to be repaid', async () => {
    const { invoiceId, token } = await open(40)
    const id = await begin(token)
    await world.ok(invoices.credit, { as: staff, params: { id: invoiceId }, body: { reason: 'Perui' } })
    // The payer succeeds at the service, whose call to us is lost: it leads to an address where nobody listens.
    await fetch(`${peer.config.url}/choose/${id}/ok`, { redirect: 'manual' })
    world.env.advance(11 * 60_000)
    expect(await askOldAttempts.run(world.services)).toMatchObject({ asked: expect.any(Number) })
    expect(await get(invoiceId)).toMatchObject({ paid: 40, open: -40, settlement: 'TO_REPAY' })
    const paymentId = (await get(invoiceId)).payments[0]!.paymentId
    expect((await refundOf(paymentId, 41)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect(await refunded(invoiceId, paymentId)).toEqual({ amount: 40, state: 'OK' })
    expect((await refundOf(paymentId)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect(await get(invoiceId)).toMatchObject({ open: 0 })
  })
})

describe('an online payment that was begun before', () => {
  const again = (token: string) => world.call(payments.payOnline, { params: { token }, body: {} })
  const page = (token: string) => world.ok(payments.page, { params: { token } })
  const attempts = async (invoiceId: string) =>
    (
      await world.services.database.primary
        .selectFrom('paytrail_attempts')
        .select('status')
        .where('invoice_id', '=', invoiceId)
        .orderBy('created_at')
        .execute()
    ).map(({ status }) => status)

  it('is gone on with, in two tabs at once too, so that a bill can be paid online once', async () => {
    const { invoiceId, token } = await open(31)
    const presses = await Promise.all([again(token), again(token), again(token)])
    const hrefs = new Set(presses.map(({ body }) => body.href))
    expect([presses.map(({ status }) => status), hrefs.size]).toEqual([[201, 201, 201], 1])
    expect(await attempts(invoiceId)).toEqual(['NEW'])
    expect((await page(token)).begun).toEqual([{ amount: 31, startedAt: expect.any(String) }])
  })

  it('leads back to the bill when the service says that it has been paid, and makes room when it has failed', async () => {
    const { invoiceId, token } = await open(32)
    const first = await begin(token)
    // The callback is lost: the attempt leads to an address where nobody listens.
    await fetch(`${peer.config.url}/choose/${first}/fail`, { redirect: 'manual' })
    const second = await begin(token)
    expect([second === first, await attempts(invoiceId)]).toEqual([false, ['FAIL', 'NEW']])
    await fetch(`${peer.config.url}/choose/${second}/ok`, { redirect: 'manual' })
    expect((await again(token)).body.href).toBe(`${world.services.config.origin}/maksu/${token}`)
    expect(await page(token)).toMatchObject({ state: 'PAID', begun: [] })
    expect(await get(invoiceId)).toMatchObject({ paid: 32, open: 0 })
  })

  it('is named with its sum when the bill has another one since, and on a bill that was paid another way', async () => {
    const { invoiceId, token } = await open(33)
    const first = await begin(token)
    const pay = (amount: number) =>
      world.ok(invoices.pay, {
        as: staff,
        params: { id: invoiceId },
        body: { direction: 'IN', amount, paidDay: helsinkiDay(world.env.now()), method: 'BANK' },
      })
    await pay(13)
    expect(await begin(token)).not.toBe(first)
    expect((await page(token)).begun.map(({ amount }) => amount)).toEqual([20, 33])
    await pay(20)
    expect(await page(token)).toMatchObject({ state: 'PAID', begun: [{ amount: 20 }, { amount: 33 }] })
    world.env.advance(8 * 86_400_000)
    expect((await page(token)).begun, 'given up').toEqual([])
    world.env.advance(-8 * 86_400_000)
  })

  it('keeps another one from being begun while its bank thinks it over, until the service says that it has failed', async () => {
    const { invoiceId, token } = await open(35)
    const first = await begin(token)
    const own = `${world.services.config.origin}/maksu/${token}`
    const choose = (choice: string) => fetch(`${peer.config.url}/choose/${first}/${choice}`, { redirect: 'manual' })
    // The service knows it before we are told.
    await choose('pending')
    expect((await again(token)).body.href).toBe(own)
    expect(await page(token)).toMatchObject({ state: 'OPEN', isPending: true, hasOnlinePayment: false, begun: [] })
    const presses = await Promise.all([again(token), again(token)])
    expect(presses.map(({ body }) => body.href)).toEqual([own, own])
    expect(await attempts(invoiceId)).toEqual(['PENDING'])
    const away = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('away'))
    expect((await again(token)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    away.mockRestore()
    await choose('fail')
    expect(await begin(token)).not.toBe(first)
    expect(await page(token)).toMatchObject({ isPending: false, hasOnlinePayment: true, begun: [{ amount: 35 }] })
    expect(await attempts(invoiceId)).toEqual(['FAIL', 'NEW'])
  })

  it('of another sum keeps a second one from being begun once a bank has it, and no longer than a bank thinks', async () => {
    const { invoiceId, token } = await open(36)
    const first = await begin(token)
    await world.ok(invoices.pay, {
      as: staff,
      params: { id: invoiceId },
      body: { direction: 'IN', amount: 6, paidDay: helsinkiDay(world.env.now()), method: 'BANK' },
    })
    await fetch(`${peer.config.url}/choose/${first}/pending`, { redirect: 'manual' })
    expect((await again(token)).body.href).toBe(`${world.services.config.origin}/maksu/${token}`)
    expect(await attempts(invoiceId)).toEqual(['PENDING'])
    const longAgo = { created_at: new Date(world.env.now().getTime() - 91 * 86_400_000) }
    const attempt = world.services.database.primary.updateTable('paytrail_attempts').set(longAgo)
    await attempt.where('transaction_id', '=', first).execute()
    expect(await page(token)).toMatchObject({ isPending: false, hasOnlinePayment: true })
    expect(await begin(token)).not.toBe(first)
  })

  it('keeps another one from being opened while the service does not tell of it', async () => {
    const { invoiceId, token } = await open(34)
    const id = await begin(token)
    const change = (transaction_id: string, from: string) =>
      world.services.database.primary
        .updateTable('paytrail_attempts')
        .set({ transaction_id })
        .where('transaction_id', '=', from)
        .execute()
    // A transaction that the service has removed makes room; no answer does not.
    await change('unclear', id)
    expect((await again(token)).status).toBe(201)
    expect(await attempts(invoiceId)).toEqual(['FAIL', 'NEW'])
    const away = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('away'))
    expect((await again(token)).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(away).toHaveBeenCalledOnce()
    away.mockRestore()
    expect(await attempts(invoiceId)).toEqual(['FAIL', 'NEW'])
  })
})

describe('an online payment that a bank thinks over', () => {
  it('is asked about for months, once a day after a week, and taken in when the bank says yes at last', async () => {
    const { invoiceId, token } = await open(45)
    const id = await begin(token)
    await tell(await news(id, 'pending'))
    const ago = (days: number) => new Date(world.env.now().getTime() - days * 86_400_000)
    const age = (days: { created_at: Date; updated_at?: Date }) =>
      world.services.database.primary
        .updateTable('paytrail_attempts')
        .set(days)
        .where('transaction_id', '=', id)
        .execute()
    await age({ created_at: ago(30) })
    await fetch(`${peer.config.url}/choose/${id}/ok`, { redirect: 'manual' })
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId), 'asked today already').toMatchObject({ paid: 0 })
    await age({ created_at: ago(91), updated_at: ago(2) })
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId), 'given up').toMatchObject({ paid: 0 })
    await age({ created_at: ago(30), updated_at: new Date(ago(1).getTime() + 60_000) })
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId)).toMatchObject({ paid: 45, open: 0 })
  })
})

/** A bill that is paid online. */
async function paidOnline(amount: number, more: Record<string, string> = {}) {
  const { invoiceId, token } = await open(amount)
  const id = await begin(token)
  expect((await tell(await news(id, 'ok', more))).body).toEqual({ status: 'OK' })
  return { invoiceId, paymentId: (await get(invoiceId)).payments[0]!.paymentId }
}
/** The same, credited. */
async function paidAndCredited(...given: Parameters<typeof paidOnline>) {
  const paid = await paidOnline(...given)
  await world.ok(invoices.credit, { as: staff, params: { id: paid.invoiceId }, body: { reason: 'Perui' } })
  return paid
}
const refundOf = (paymentId: string, amount?: number) =>
  world.call(payments.refund, {
    as: staff,
    params: { paymentId },
    body: { reason: 'Hyvitetty', ...(amount ? { amount } : {}) },
  })

/** Asks for a refund and answers what has become of it. */
async function refunded(invoiceId: string, paymentId: string, part?: number) {
  expect((await refundOf(paymentId, part)).status).toBe(201)
  const { amount, state } = (await refundsOf(invoiceId))[0]!
  return { amount, state }
}
const refundsOf = async (id: string) => (await world.ok(payments.refunds, { as: staff, params: { id } })).items

describe('a refund that the service does not pay at once', () => {
  afterEach(() => {
    peer.refunds.next = 'ok'
  })

  it('is followed until the service has paid, and no other way pays the same money meanwhile', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(50)
    peer.refunds.next = 'pending'
    expect(await refunded(invoiceId, paymentId)).toEqual({ amount: 50, state: 'PENDING' })
    expect(await get(invoiceId)).toMatchObject({ open: -50 })
    expect((await refundOf(paymentId)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect((await world.call(banking.repay, { as: staff, body: { invoiceId } })).body.code).toBe('NOTHING_TO_PAY')
    const listed = async () => (await world.ok(banking.overpaid, { as: staff })).items.map((row) => row.invoiceId)
    expect(await listed()).not.toContain(invoiceId)
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId)).toMatchObject({ open: -50 })
    peer.refunds.end('ok')
    await askOldAttempts.run(world.services)
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId)).toMatchObject({ open: 0, paid: 0 })
  })

  it('is followed although another one cannot be taken', async () => {
    peer.refunds.next = 'pending'
    const bad = await paidAndCredited(48)
    await refundOf(bad.paymentId)
    const good = await paidAndCredited(49)
    await refundOf(good.paymentId)
    const amountOfBad = (cents: number) =>
      world.services.database.primary
        .updateTable('paytrail_refunds')
        .set({ amount_cents: cents })
        .where('invoice_id', '=', bad.invoiceId)
        .execute()
    await amountOfBad(1)
    peer.refunds.end('ok')
    await askOldAttempts.run(world.services)
    expect(await get(good.invoiceId)).toMatchObject({ open: 0 })
    await amountOfBad(4800)
    await askOldAttempts.run(world.services)
    expect(await get(bad.invoiceId)).toMatchObject({ open: 0 })
  })

  it('is told to who asked for it when it fails and nothing of the invoice is to be repaid', async () => {
    const { invoiceId, paymentId } = await paidOnline(47)
    peer.refunds.next = 'pending'
    expect(await refunded(invoiceId, paymentId, 7)).toEqual({ amount: 7, state: 'PENDING' })
    peer.refunds.end('fail')
    await askOldAttempts.run(world.services)
    expect(await get(invoiceId)).toMatchObject({ open: 0, paid: 47 })
    const told = await world.services.database.primary
      .selectFrom('notifications')
      .select('link')
      .where('user_id', '=', staff.userId)
      .where('template', '=', 'payments:notice.refundRefused')
      .execute()
    expect(told).toEqual([{ link: `/admin/laskut?open=${invoiceId}` }])
  })

  it('goes by the bank when the service gives it up, or refuses it from the first', async () => {
    const orders = async () => (await world.ok(banking.orders, { as: staff, query: { state: 'ASKED' } })).items
    const later = await paidAndCredited(51)
    peer.refunds.next = 'pending'
    await refundOf(later.paymentId)
    peer.refunds.end('fail')
    await askOldAttempts.run(world.services)
    peer.refunds.next = 'refused'
    const refused = await paidAndCredited(52)
    expect(await refunded(refused.invoiceId, refused.paymentId)).toEqual({ amount: 52, state: 'BY_BANK' })
    expect((await orders()).map(({ invoiceId, amount }) => [invoiceId, amount])).toEqual([
      [refused.invoiceId, 52],
      [later.invoiceId, 51],
    ])
  })
})

describe('a refund of which the service does not tell the outcome', () => {
  afterEach(() => {
    peer.refunds.next = 'ok'
  })

  const decide = (id: string, version: number, wasPaid: boolean, as = staff) =>
    world.call(payments.decideRefund, { as, params: { id }, body: { version, wasPaid } })

  it.each([429, 500, 503])('waits for a person, and the money goes back in no other way: %i', async (status) => {
    const { invoiceId, paymentId } = await paidAndCredited(55)
    peer.refunds.next = status
    expect(await refunded(invoiceId, paymentId)).toEqual({ amount: 55, state: 'UNKNOWN' })
    expect((await refundOf(paymentId)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect((await world.call(banking.repay, { as: staff, body: { invoiceId } })).body.code).toBe('NOTHING_TO_PAY')
    const told = await world.services.database.primary
      .selectFrom('notifications')
      .select('template')
      .where('link', '=', `/admin/laskut?open=${invoiceId}`)
      .execute()
    expect(told).toEqual([{ template: 'payments:notice.refundUnknown' }])
  })

  it('is paid or not as somebody has seen it, once', async () => {
    peer.refunds.next = 500
    const paid = await paidAndCredited(56)
    await refundOf(paid.paymentId)
    const [of] = await refundsOf(paid.invoiceId)
    expect((await decide(of!.refundId, of!.version, true, person)).status).toBe(403)
    expect((await decide(world.env.id(), 1, true)).status).toBe(404)
    const both = await Promise.all([true, false].map((was) => decide(of!.refundId, of!.version, was)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const unpaid = await paidAndCredited(57)
    await refundOf(unpaid.paymentId)
    const [other] = await refundsOf(unpaid.invoiceId)
    expect((await decide(other!.refundId, other!.version, false)).body).toMatchObject({ state: 'FAIL' })
    expect(await get(unpaid.invoiceId)).toMatchObject({ open: -57 })
    peer.refunds.next = 'ok'
    expect(await refunded(unpaid.invoiceId, unpaid.paymentId)).toEqual({ amount: 57, state: 'OK' })
    expect(await get(unpaid.invoiceId)).toMatchObject({ open: 0 })
  })

  it('is written down before the service is asked, asked for by the job when nobody has, and cut off once', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(58)
    const db = world.services.database
    const open = () =>
      db.transaction((tx) => openRefund(tx, world.services, { paymentId, reason: 'Hyvitetty', userId: staff.userId }))
    const left = await open()
    const setState = (state: 'NEW' | 'SENT') =>
      db.primary.updateTable('paytrail_refunds').set({ state }).where('id', '=', left).execute()
    await setState('SENT')
    expect(await sendRefunds.run(world.services)).toEqual({ sent: 0, unknown: 0 })
    world.env.advance(11 * 60_000)
    expect(await sendRefunds.run(world.services)).toEqual({ sent: 0, unknown: 1 })
    expect(await refundsOf(invoiceId)).toMatchObject([{ state: 'UNKNOWN' }])
    await setState('NEW')
    world.env.advance(11 * 60_000)
    expect(await sendRefunds.run(world.services)).toEqual({ sent: 1, unknown: 0 })
    expect(await refundsOf(invoiceId)).toMatchObject([{ state: 'OK' }])
    expect(await get(invoiceId)).toMatchObject({ open: 0 })
  })

  it('keeps what was asked and answered, and is a task of the staff until somebody has said what became of it', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(61)
    const { number } = await get(invoiceId)
    const isAwaited = async () => {
      const { data } = await world.ok(tasks.list, { as: staff })
      expect(await wronglyDated(world, data)).toEqual([])
      expect(await notOffered(world, staff, data)).toEqual([])
      return data.some(({ action, about }) => action === 'decideRefund' && about?.split(' · ')[0] === number)
    }
    peer.refunds.next = 502
    await refundOf(paymentId)
    const [refund] = await refundsOf(invoiceId)
    expect(refund).toMatchObject({ answeredStatus: 502, decidedBy: null, decidedAt: null })
    expect(refund!.askedAt).not.toBeNull()
    expect(refund!.paymentTransaction).toHaveLength(32)
    expect(await isAwaited()).toBe(true)
    const decided = await decide(refund!.refundId, refund!.version, false)
    expect(decided.body).toMatchObject({ state: 'FAIL', answeredStatus: 502, decidedBy: expect.any(String) })
    expect(await isAwaited()).toBe(false)
  })

  it('is decided again when the service later says it has paid what counted as not paid, and holds the money', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(62)
    peer.refunds.next = 500
    await refundOf(paymentId)
    const [unclear] = await refundsOf(invoiceId)
    await decide(unclear!.refundId, unclear!.version, false)
    const order = await world.ok(banking.repay, { as: staff, body: { invoiceId, iban: 'FI1410093000123458' } })
    const late = () =>
      tell(
        signedNews({
          'checkout-stamp': unclear!.refundId,
          'checkout-amount': '6200',
          'checkout-status': 'ok',
          'checkout-transaction-id': 'refund-contested',
        }),
      )
    for (let times = 0; times < 2; times += 1) expect((await late()).body).toEqual({ status: 'PENDING' })
    const [contested] = await refundsOf(invoiceId)
    expect(contested).toMatchObject({ state: 'CONTESTED' })
    expect(await get(invoiceId)).toMatchObject({ open: -62 })
    const told = await world.services.database.primary
      .selectFrom('notifications')
      .select('template')
      .where('user_id', '=', staff.userId)
      .where('link', 'like', `%${invoiceId}%`)
      .where('template', '=', 'payments:notice.refundContested')
      .execute()
    expect(told).toHaveLength(1)
    // The bank's order of the same money leaves the house no more.
    const second = await signedInAs(world, 'INTERNAL_ADMIN')
    const params = { id: order.paymentOrderId }
    await world.ok(banking.confirmPayee, { as: await stepUp(world, second), params, body: { version: order.version } })
    const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
    const file = await world.call(banking.make, {
      as: staff,
      body: { executionDay, paymentOrderIds: [order.paymentOrderId] },
    })
    const released = await releaseFile(world, second, file.body)
    expect(released.body).toMatchObject({ details: { unmet: ['NOTHING_TO_REPAY'] } })
    // Whoever is first, the decision or a release: the bank's order of the same money is over.
    const release = () => releaseFile(world, second, file.body)
    const [paid, atOnce] = await Promise.all([decide(contested!.refundId, contested!.version, true), release()])
    expect(paid.body).toMatchObject({ state: 'OK' })
    expect([atOnce.status, (await release()).status]).toEqual([409, 409])
    expect(await get(invoiceId)).toMatchObject({ open: 0 })
    const { items } = await world.ok(banking.orders, { as: staff, query: { state: 'REMOVED' } })
    expect(items.filter((one) => one.invoiceId === invoiceId)).toMatchObject([
      { reason: 'PAID_BY_PAYTRAIL', paymentFileId: null },
    ])
    const out = await world.services.database.primary
      .selectFrom('payments')
      .select('amount_cents')
      .where('invoice_id', '=', invoiceId)
      .where('direction', '=', 'OUT')
      .execute()
    expect(out).toEqual([{ amount_cents: 6_200 }])
  })

  it('is known by its stamp when the service tells of it later', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(59)
    peer.refunds.next = 503
    await refundOf(paymentId)
    const [refund] = await refundsOf(invoiceId)
    const told = (cents: number, status: string) =>
      tell(
        signedNews({
          'checkout-stamp': refund!.refundId,
          'checkout-amount': String(cents),
          'checkout-status': status,
          'checkout-transaction-id': 'refund-late',
        }),
      )
    expect((await told(1, 'ok')).body).toMatchObject({ code: 'PAYMENT_SIGNATURE_WRONG' })
    for (let times = 0; times < 2; times += 1) expect((await told(5900, 'ok')).body).toEqual({ status: 'OK' })
    expect(await refundsOf(invoiceId)).toMatchObject([{ state: 'OK' }])
    expect(await get(invoiceId)).toMatchObject({ open: 0, paid: 0 })
  })
})

describe('money that goes back by the bank', () => {
  const repay = (invoiceId: string) =>
    world.ok(banking.repay, { as: staff, body: { invoiceId, iban: 'FI1410093000123458' } })
  afterEach(() => {
    peer.refunds.next = 'ok'
  })

  it('is not refunded online too, until its order is taken out', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(53)
    const order = await repay(invoiceId)
    expect((await refundOf(paymentId)).body).toMatchObject({ code: 'PAYMENT_ORDER_STEP_NOT_ALLOWED' })
    expect(await get(invoiceId)).toMatchObject({ open: -53 })
    await world.ok(banking.remove, {
      as: staff,
      params: { id: order.paymentOrderId },
      body: { version: order.version, reason: 'Palautetaan verkossa' },
    })
    expect(await refunded(invoiceId, paymentId)).toEqual({ amount: 53, state: 'OK' })
  })

  it('is one of the two when both are asked for at once', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(54)
    const body = { invoiceId, iban: 'FI1410093000123458' }
    const both = await Promise.all([refundOf(paymentId), world.call(banking.repay, { as: staff, body })])
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1)
  })

  it('is not released when a refund under way leaves less than its file says', async () => {
    const { invoiceId, paymentId } = await paidAndCredited(100)
    await world.ok(invoices.pay, {
      as: staff,
      params: { id: invoiceId },
      body: { direction: 'IN', amount: 20, paidDay: helsinkiDay(world.env.now()), method: 'SVEA' },
    })
    peer.refunds.next = 'pending'
    expect(await refunded(invoiceId, paymentId, 30)).toEqual({ amount: 30, state: 'PENDING' })
    const order = await repay(invoiceId)
    expect(order).toMatchObject({ amount: 90 })
    const second = await signedInAs(world, 'INTERNAL_ADMIN')
    const params = { id: order.paymentOrderId }
    await world.ok(banking.confirmPayee, { as: await stepUp(world, second), params, body: { version: order.version } })
    const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
    const body = { executionDay, paymentOrderIds: [order.paymentOrderId] }
    const file = await world.ok(banking.make, { as: staff, body })
    const byHand = (await get(invoiceId)).payments.find(({ amount }) => amount === 20)!
    await world.ok(invoices.reverse, {
      as: staff,
      params: { paymentId: byHand.paymentId },
      body: { reason: 'Väärä lasku' },
    })
    const released = await releaseFile(world, second, file)
    expect(released.body).toMatchObject({ details: { unmet: ['NOTHING_TO_REPAY'] } })
    peer.refunds.end('ok')
    await askOldAttempts.run(world.services)
  })
})

describe('a settlement of online payments', () => {
  const statement = (reference: string, amount: string) =>
    bankBrings(
      world,
      `<?xml version="1.0"?><Document><BkToCstmrStmt><GrpHdr><MsgId>${reference}</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${world.services.brand.iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>S${reference}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference.padStart(20, '0')}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
    )
  const entryOf = async (reference: string) => {
    const { items } = await world.ok(banking.entries, { as: staff, query: { search: reference } })
    return world.ok(banking.entry, { as: staff, params: { id: items[0]!.bankEntryId } })
  }
  const balance = async (account: string) => {
    const rows = await world.services.database.primary
      .selectFrom('ledger_rows')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('cents'))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    return rows.cents
  }
  const pay = async (amount: number, reference: string) => {
    const { token } = await open(amount)
    await tell(await news(await begin(token), 'ok', { 'checkout-settlement-reference': reference }))
  }

  it('clears the payments it consists of, its fee as a row of its own, once, and is taken back when reopened', async () => {
    await pay(60, '28003452')
    await pay(40, '28003452')
    const before = { fees: await balance('PAYMENT_FEES'), clearing: await balance('PAYTRAIL_CLEARING') }
    expect(await statement('28003452', '98.20')).toMatchObject({ entryCount: 1, matchedCount: 1 })
    const entry = await entryOf('28003452')
    expect(entry).toMatchObject({ state: 'MATCHED', settlement: { payments: 2, gross: 100, withheld: 0, fee: 1.8 } })
    expect((await balance('PAYMENT_FEES')) - before.fees).toBe(180)
    expect((await balance('PAYTRAIL_CLEARING')) - before.clearing).toBe(-10_000)
    await settleOnline.run(world.services)
    await world.ok(banking.reopen, {
      as: staff,
      params: { id: entry.bankEntryId },
      body: { version: entry.version, reason: 'Väärä tilitys' },
    })
    await settleOnline.run(world.services)
    expect(await entryOf('28003452')).toMatchObject({ state: 'OPEN', settlement: null })
    expect({ fees: await balance('PAYMENT_FEES'), clearing: await balance('PAYTRAIL_CLEARING') }).toEqual(before)
  })

  it('waits while the service has not told its reference, and for a person when the sum does not fit', async () => {
    expect(await statement('28003465', '49.00')).toMatchObject({ matchedCount: 0 })
    await pay(50, '28003465')
    expect(await settleOnline.run(world.services)).toEqual({ settled: 1 })
    await pay(50, '28003478')
    expect(await statement('28003478', '20.00')).toMatchObject({ matchedCount: 0 })
    const entry = await entryOf('28003478')
    expect(entry).toMatchObject({ state: 'OPEN', proposedSettlement: { payments: 1, gross: 50 } })
    const { refunded: left } = entry.proposedSettlement!
    expect(left).toBeGreaterThan(25)
    const settle = (withheld: number, as = staff) =>
      world.call(banking.settle, { as, params: { id: entry.bankEntryId }, body: { version: entry.version, withheld } })
    expect((await settle(25, person)).status).toBe(403)
    expect((await settle(30.01)).body).toMatchObject({ fields: [{ path: 'withheld', code: 'TOO_LARGE', limit: 30 }] })
    const both = await Promise.all([settle(25), settle(25)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const settled = await entryOf('28003478')
    expect(settled).toMatchObject({ state: 'MATCHED', settlement: { withheld: 25, fee: 5 }, proposedSettlement: null })
  })

  it('withholds a refund once, although two movements are settled at the same moment', async () => {
    const leftOf = async (reference: string) => (await entryOf(reference)).proposedSettlement?.refunded
    await statement('28003481', '1.00')
    await pay(1, '28003481')
    const left = (await leftOf('28003481'))!
    await world.ok(banking.setAside, {
      as: staff,
      params: { id: (await entryOf('28003481')).bankEntryId },
      body: { version: 1, reason: 'OTHER' },
    })
    const references = ['28003494', '28003504']
    for (const reference of references) await statement(reference, '10.00')
    for (const reference of references) await pay(10 + left, reference)
    const inOne = () =>
      world.services.database.transaction((db) => settleOnlinePayments(db, world.services, systemActor))
    const settled = await Promise.all([inOne(), inOne()])
    expect(settled[0] + settled[1]).toBe(1)
    const entries = await Promise.all(references.map(entryOf))
    expect(entries.map(({ settlement }) => settlement?.withheld ?? 0).sort()).toEqual([0, left])
  })
})

describe('the settings of billing', () => {
  const settings = () => world.ok(billingSettings.get, { as: staff })
  const change = async (change: Partial<Awaited<ReturnType<typeof settings>>>, as = boss) => {
    const { version, ...before } = await settings()
    return world.call(billingSettings.set, { as, body: { ...before, version, ...change } })
  }
  let boss: Caller
  beforeAll(async () => {
    boss = await signedInAs(world, 'SUPER_ADMIN')
  })

  it('are read by staff and changed by a super admin alone, at their version, within what they mean', async () => {
    expect(await settings()).toMatchObject({ firstReminderDays: 3, secondReminderDays: 14, reminderFee: 0, version: 0 })
    expect((await world.call(billingSettings.get, { as: person })).status).toBe(403)
    expect((await change({ billingDay: 2 }, staff)).status).toBe(403)
    expect((await change({ secondReminderDays: 3 })).body).toMatchObject({
      fields: [{ path: 'secondReminderDays', code: 'TOO_SMALL', limit: 4 }],
    })
    expect((await change({ reminderFee: 5 })).body).toMatchObject({ fields: [{ path: 'reminderFee' }] })
    expect((await change({ reminderFee: 5.01, termsNameReminderFee: true })).status).toBe(400)
    const { version, ...same } = await settings()
    const both = [5, 6].map((billingDay) =>
      world.call(billingSettings.set, { as: boss, body: { ...same, version, billingDay } }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    await change({ billingDay: 1 })
  })

  it('say the VAT of a purpose; fees and instalments are taxed and a deductible never is', async () => {
    const day = helsinkiDay(world.env.now())
    const rates = async () => {
      const purposes = ['INSTALMENT', 'FEE', 'REDEMPTION', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'DEDUCTIBLE'] as const
      const db = world.services.database.primary
      return Promise.all(purposes.map(async (purpose) => (await vatOfPurpose(db, purpose, day)) / 100))
    }
    expect(await rates()).toEqual([25.5, 25.5, 25.5, 25.5, 25.5, 25.5, 0])
    const { vat } = await settings()
    await change({ vat: { ...vat, RETURN_FEE: 'NONE' } })
    expect(await rates()).toEqual([25.5, 25.5, 25.5, 25.5, 25.5, 0, 0])
    await change({ vat })
  })

  it('bill the second reminder once, on an invoice of its own without VAT, and never the fee of a fee or a redemption', async () => {
    await change({ firstReminderDays: 1, secondReminderDays: 2, reminderFee: 5, termsNameReminderFee: true })
    const { number, invoiceId } = await get((await open(44)).invoiceId)
    const redemption = (await open(45)).invoiceId
    const db = world.services.database.primary
    await db.updateTable('invoices').set({ purpose: 'REDEMPTION' }).where('id', '=', redemption).execute()
    const fees = async (of = number) => {
      const { items } = await world.ok(payments.list, { as: person })
      return items.filter(({ description }) => description === `Maksumuistutus laskusta ${of}`)
    }
    const counts = []
    for (const days of [15, 1, 1]) {
      world.env.advance(days * 86_400_000)
      await remindOfInvoices.run(world.services)
      counts.push((await fees()).length)
    }
    expect(counts).toEqual([0, 1, 1])
    const [fee] = await fees()
    expect(await get(fee!.invoiceId)).toMatchObject({ total: 5, vat: 0, purpose: 'OTHER', status: 'SENT' })
    expect(await get(invoiceId)).toMatchObject({ total: 44, open: 44 })
    expect(await fees((await get(redemption)).number)).toEqual([])
    await db
      .updateTable('invoices')
      .set({ due_day: addDays(helsinkiDay(world.env.now()), -3) })
      .where('id', '=', fee!.invoiceId)
      .execute()
    expect((await remindOfInvoices.run(world.services)).reminded).toBeGreaterThan(0)
    expect(await fees(fee!.number)).toEqual([])
    const daysLate = (days: number) => ({
      due_day: addDays(helsinkiDay(world.env.now()), -days),
      first_reminder_at: null,
      second_reminder_at: null,
    })
    // A due day that was moved begins anew, without a second fee; and nobody pays for the first reminder they get.
    await db.updateTable('invoices').set(daysLate(1)).where('id', '=', invoiceId).execute()
    const neverReminded = await get((await open(46)).invoiceId)
    await db.updateTable('invoices').set(daysLate(30)).where('id', '=', neverReminded.invoiceId).execute()
    for (const days of [0, 1, 1]) {
      world.env.advance(days * 86_400_000)
      await remindOfInvoices.run(world.services)
    }
    expect((await fees()).length).toBe(1)
    expect(await fees(neverReminded.number)).toEqual([])
    await change({ firstReminderDays: 3, secondReminderDays: 14, reminderFee: 0, termsNameReminderFee: false })
  })
})

it('reminds after 3 days and after 14, once each, and not of what is disputed', async () => {
  const { invoiceId, token } = await open(30)
  const { number } = await get(invoiceId)
  const disputed = await get((await open(31)).invoiceId)
  await world.ok(invoices.setTerms, {
    as: staff,
    params: { id: disputed.invoiceId },
    body: { isDisputed: true, reason: 'Riita', version: disputed.version },
  })
  const own = (await world.ok(payments.list, { as: person })).items
  expect(own.filter((one) => one.isDisputed).map((one) => one.invoiceId)).toEqual([disputed.invoiceId])
  const reminders = async (of: string | null) => {
    const rows = await world.services.database.primary
      .selectFrom('notifications')
      .select('id')
      .where('type', '=', 'PAYMENT_REMINDER')
      .where('user_id', '=', person.userId)
      .where('template_values', '@>', JSON.stringify({ number: of }))
      .execute()
    return rows.length
  }
  const counts = []
  for (const days of [16, 2, 9, 5]) {
    world.env.advance(days * 86_400_000)
    await remindOfInvoices.run(world.services)
    await remindOfInvoices.run(world.services)
    counts.push(await reminders(number))
  }
  expect(counts).toEqual([0, 1, 1, 2])
  expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ state: 'OPEN', isOverdue: true })
  expect(await reminders(disputed.number)).toBe(0)
  const shown = async (language: 'fi' | 'en') => {
    await world.services.database.primary
      .updateTable('users')
      .set({ language })
      .where('id', '=', person.userId)
      .execute()
    const as = await world.signIn(person.userId)
    const { notifications: notices } = await world.ok(notifications.list, { as, query: { limit: 50 } })
    return notices.find(({ title }) => title.includes(number!))?.message
  }
  expect(await shown('en')).toContain('€30.00')
  expect(await shown('fi')).toContain('30,00\u00a0€')
})
