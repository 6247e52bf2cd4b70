import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { bankEntry, bankReport, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { releaseFile } from '#testing/runs/release-file.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { orderCancellations } from '../contract.ts'

let world: World
let cast: Cast
let releaser: Caller
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  releaser = await signedInAs(world, 'INTERNAL_ADMIN')
  const store = world.services.database.primary.updateTable('bike_stores').where('id', '=', cast.bikeStoreId)
  await store.set({ iban: 'FI2112345600000785' }).execute()
}, 60_000)
afterAll(() => world.close())

/** A delivered order whose store's invoice stands in a file that nobody has released. */
async function inFile() {
  const { journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  const { invoiceId, total } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId)
  const as = cast.staff
  const status = async (to: 'VERIFIED' | 'APPROVED') => {
    const one = await world.ok(invoices.get, { as, params: { id: invoiceId } })
    if (one.status === to) return
    await world.ok(invoices.setStatus, { as, params: { id: invoiceId }, body: { status: to, version: one.version } })
  }
  await status('VERIFIED')
  await status('APPROVED')
  expect(await world.ok(banking.queue, { as, body: { invoiceIds: [invoiceId] } })).toMatchObject({ queued: 1 })
  const executionDay = bankDayFrom(addDays(helsinkiDay(world.env.now()), 1))
  const file = await world.ok(banking.make, { as, body: { executionDay } })
  return { orderId, invoiceId, total, file }
}

const release = (file: { paymentFileId: string; version: number }) => releaseFile(world, releaser, file)

async function withBank() {
  const all = await inFile()
  expect((await release(all.file)).status).toBe(200)
  const { items } = await world.ok(banking.orders, { as: cast.staff, query: { state: 'SENT', limit: 100 } })
  return { ...all, paymentOrderId: items.find((one) => one.invoiceId === all.invoiceId)!.paymentOrderId }
}

const cancel = (orderId: string) =>
  world.ok(orderCancellations.create, {
    as: cast.staff,
    body: { orderId, reason: 'Väärä pyörä', reasonCode: 'WRONG_ORDER', bikeAt: 'STORE' },
  })
const get = (id: string) => world.ok(orderCancellations.get, { as: cast.staff, params: { id } })

describe('the cancellation of an order', () => {
  it('takes its payment out of the file that nobody has released, and names it', async () => {
    const { orderId, invoiceId, total, file } = await inFile()
    const opened = await cancel(orderId)
    expect(opened.lines).toEqual([])
    expect(opened.payments).toMatchObject([{ invoiceId, amount: total, state: 'REMOVED' }])
    const released = await release({ ...file, version: file.version + 1 })
    expect([released.status, released.body.code]).toEqual([409, 'PAYMENT_FILE_NOT_RELEASABLE'])
    const one = await world.ok(invoices.get, { as: cast.staff, params: { id: invoiceId } })
    expect(one.status).toBe('PAYMENT_TRANSACTION_REMOVED')
  })

  it('expects back what is with the bank, and is completed once it has come', async () => {
    const { orderId, invoiceId, total, paymentOrderId } = await withBank()
    const opened = await cancel(orderId)
    const id = opened.orderCancellationId
    expect(opened.payments).toMatchObject([{ invoiceId, amount: total, state: 'SENT' }])
    expect(opened.lines).toMatchObject([
      { payerType: 'BIKE_STORE', direction: 'TO_US', expected: total, settled: 0, state: 'OPEN' },
    ])
    const { version } = opened
    await world.ok(orderCancellations.storeCredit, {
      as: cast.staff,
      params: { id },
      body: { version, invoiceId, number: 'H-77', issueDay: helsinkiDay(world.env.now()), total },
    })
    const refused = await world.call(orderCancellations.complete, { as: cast.staff, params: { id } })
    expect(refused.body).toMatchObject({ details: { items: [{ item: 'LINE_OPEN' }] } })
    const amount = total.toFixed(2)
    const booked = bankEntry({ amount, sign: 'DBIT', endToEndId: paymentOrderId })
    await bankSends(world, bankStatement(world, booked + bankEntry({ amount })))
    expect((await get(id)).lines).toMatchObject([{ expected: total, state: 'OPEN' }])
    const { items } = await world.ok(banking.entries, { as: cast.staff, query: { state: 'OPEN' } })
    const { bankEntryId, version: seen } = items[0]!
    const body = { version: seen, parts: [{ invoiceId, amount: total }] }
    await world.ok(banking.match, { as: cast.staff, params: { id: bankEntryId }, body })
    expect(await get(id)).toMatchObject({ lines: [{ settled: total, state: 'SETTLED' }], payments: [], openItems: [] })
    const done = await world.ok(orderCancellations.complete, { as: cast.staff, params: { id } })
    expect(done).toMatchObject({ status: 'COMPLETED', orderStatus: 'REFUNDED', toUs: total })
  })

  it('expects nothing back of what the bank has refused', async () => {
    const { orderId, paymentOrderId } = await withBank()
    const { orderCancellationId: id, lines } = await cancel(orderId)
    expect(lines).toHaveLength(1)
    await bankSends(world, bankReport({ endToEndId: paymentOrderId }))
    expect(await get(id)).toMatchObject({ lines: [], payments: [] })
  })
})
