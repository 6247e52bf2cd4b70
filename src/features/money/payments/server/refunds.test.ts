import { afterEach, describe, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { settleOnline, settleOnlinePayments } from '#features/money/banking/server/matching/settlements.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs, stepUp } from '#testing/builders.ts'
import {
  begin,
  get,
  news,
  open,
  paidAndCredited,
  paidOnline,
  peer,
  person,
  preparePayments,
  refunded,
  refundOf,
  staff,
  tell,
  world,
} from '#testing/cases/payment-cases.ts'
import { bankBrings } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { askOldAttempts } from './jobs.ts'

preparePayments()

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
    expect((await refundOf(paymentId, 47.01)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
    expect(await refunded(invoiceId, paymentId, 7)).toEqual({ amount: 7, state: 'PENDING' })
    expect((await refundOf(paymentId, 40.01)).body).toMatchObject({ code: 'PAYMENT_NOT_ALLOWED' })
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
