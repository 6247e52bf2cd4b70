import { describe, expect, it, vi } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import {
  begin,
  get,
  news,
  open,
  peer,
  preparePayments,
  refunded,
  refundOf,
  staff,
  tell,
  world,
} from '#testing/cases/payment-cases.ts'
import { payments } from '../contract.ts'
import { askOldAttempts } from './jobs.ts'

preparePayments()

describe('an online payment', () => {
  it('pays the invoice once, however often and in whatever order the service tells of it', async () => {
    const { invoiceId, token } = await open(80)
    const id = await begin(token)
    expect((await tell(await news(id, 'pending'))).body).toEqual({ status: 'PENDING' })
    expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ isPending: true })
    const ok = await news(id, 'ok')
    await Promise.all([tell(ok), tell(ok), world.call(payments.paytrailReturn, { anyQuery: ok })])
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
