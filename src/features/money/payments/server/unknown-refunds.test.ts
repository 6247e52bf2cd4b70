import { afterEach, describe, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs, stepUp } from '#testing/builders.ts'
import {
  get,
  paidAndCredited,
  peer,
  person,
  preparePayments,
  refunded,
  refundOf,
  refundsOf,
  signedNews,
  staff,
  tell,
  world,
} from '#testing/cases/payment-cases.ts'
import { notOffered } from '#testing/lists/task-offers.ts'
import { wronglyDated } from '#testing/lists/task-since.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { payments } from '../contract.ts'
import { openRefund } from './refund.ts'
import { sendRefunds } from './refund-job.ts'

preparePayments()

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
