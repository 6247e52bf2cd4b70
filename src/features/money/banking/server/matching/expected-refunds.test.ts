import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterStoreCredit } from '#features/money/invoices/server/store-credit.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { bankEntry, bankReport, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { openPurchases } from '#testing/money/purchases.ts'
import { openWorld, type World } from '#testing/world.ts'
import { banking } from '../../contract.ts'

let world: World
let office: Awaited<ReturnType<typeof openPurchases>>
beforeAll(async () => {
  world = await openWorld()
  office = await openPurchases(world)
})
afterAll(() => world.close())

const credit = (invoiceId: string, totalCents: number) =>
  world.services.database.transaction((tx) =>
    enterStoreCredit(tx, world.services, {
      invoiceId,
      number: `H${world.env.id().slice(-6)}`,
      issueDay: '2026-11-20',
      totalCents,
      actor: systemActor,
    }),
  )

/** An invoice of so much whose payment has been released and not booked. */
async function sent(cents: number) {
  const invoiceId = await office.approved(cents)
  await office.queue(invoiceId)
  expect((await office.release((await office.make()).body)).body).toMatchObject({ state: 'RELEASED' })
  const { paymentOrderId } = await office.orderOf(invoiceId)
  return { invoiceId, paymentOrderId }
}

const moved = (amount: string, parts: { sign: 'CRDT' | 'DBIT'; endToEndId?: string }) =>
  bankSends(world, bankStatement(world, bankEntry({ amount, ...parts })))

/** What stands in the list of overpaid, and among the tasks of the staff. */
async function expectedOf(invoiceId: string) {
  const { items } = await world.ok(banking.overpaid, { as: office.maker, query: { limit: 100 } })
  const { data } = await world.ok(tasks.list, { as: office.maker })
  const row = items.find((one) => one.invoiceId === invoiceId)
  const hasTask = data.some(({ id }) => id === `awaitRefund:${invoiceId}`)
  expect(hasTask).toBe(row !== undefined)
  return row && { direction: row.direction, amount: row.amount, withBank: row.withBank }
}

const openMovement = async () => {
  const { items } = await world.ok(banking.entries, { as: office.maker, query: { state: 'OPEN', direction: 'CREDIT' } })
  return items[0]!
}

describe('a payment that has left for the bank', () => {
  it('is expected back when its invoice is credited, before and after the bank books it, until the money has come', async () => {
    const { invoiceId, paymentOrderId } = await sent(250_000)
    expect(await expectedOf(invoiceId)).toBeUndefined()
    await credit(invoiceId, 250_000)
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'SENT' })
    expect(await expectedOf(invoiceId)).toEqual({ direction: 'PURCHASE', amount: 2500, withBank: 2500 })
    await moved('2500.00', { sign: 'DBIT', endToEndId: paymentOrderId })
    expect(await office.get(invoiceId)).toMatchObject({ settlement: 'TO_REPAY', open: -2500 })
    expect(await expectedOf(invoiceId)).toEqual({ direction: 'PURCHASE', amount: 2500, withBank: 0 })
    await moved('2500.00', { sign: 'CRDT' })
    const { bankEntryId, version } = await openMovement()
    const { proposals } = await world.ok(banking.entry, { as: office.maker, params: { id: bankEntryId } })
    expect(proposals).toMatchObject([{ invoiceId, open: 2500, grounds: ['AMOUNT'] }])
    const body = { version, parts: [{ invoiceId, amount: 2500 }] }
    await world.ok(banking.match, { as: office.maker, params: { id: bankEntryId }, body })
    expect(await office.get(invoiceId)).toMatchObject({ settlement: 'CREDITED', open: 0 })
    expect(await expectedOf(invoiceId)).toBeUndefined()
  })

  it('is expected back by as much as it exceeds what is open: of a part that was credited, or paid in another way', async () => {
    const { invoiceId } = await sent(100_000)
    await credit(invoiceId, 30_000)
    expect(await expectedOf(invoiceId)).toMatchObject({ amount: 300, withBank: 300 })
    await office.payByHand(invoiceId, 20_000)
    expect(await expectedOf(invoiceId)).toMatchObject({ amount: 500, withBank: 500 })
    await office.payByHand(invoiceId, 20_000, 'IN')
    expect(await expectedOf(invoiceId)).toMatchObject({ amount: 300 })
  })

  it('is expected back no more once the bank has refused it', async () => {
    const { invoiceId, paymentOrderId } = await sent(70_000)
    await credit(invoiceId, 70_000)
    expect(await expectedOf(invoiceId)).toMatchObject({ amount: 700 })
    await bankSends(world, bankReport({ endToEndId: paymentOrderId }))
    expect(await office.orderOf(invoiceId)).toMatchObject({ state: 'REJECTED' })
    expect(await expectedOf(invoiceId)).toBeUndefined()
  })

  it('is not repaid like what a payer has paid too much', async () => {
    const { invoiceId } = await sent(5_000)
    await credit(invoiceId, 5_000)
    const refused = await world.call(banking.repay, { as: office.maker, body: { invoiceId } })
    expect([refused.status, refused.body.code]).toEqual([409, 'NOTHING_TO_PAY'])
  })
})

describe('a purchase that was paid twice', () => {
  it('stands among the overpaid although nothing is with the bank', async () => {
    const { invoiceId, paymentOrderId } = await sent(40_000)
    await moved('400.00', { sign: 'DBIT', endToEndId: paymentOrderId })
    await office.payByHand(invoiceId, 40_000)
    expect(await expectedOf(invoiceId)).toEqual({ direction: 'PURCHASE', amount: 400, withBank: 0 })
  })
})
