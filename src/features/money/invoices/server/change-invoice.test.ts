import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { storeIban } from '#testing/money/purchases.ts'
import { openWorld, type World } from '#testing/world.ts'
import { invoices } from '../contract.ts'

let world: World
let cast: Awaited<ReturnType<typeof buildCast>>
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  const store = world.services.database.primary.updateTable('bike_stores').where('id', '=', cast.bikeStoreId)
  await store.set({ iban: storeIban }).execute()
})
afterAll(() => world.close())

const get = (id: string) => world.ok(invoices.get, { as: cast.staff, params: { id } })
const step = async (id: string, status: 'APPROVED' | 'INVALIDATED') =>
  world.call(invoices.setStatus, {
    as: cast.staff,
    params: { id },
    body: {
      status,
      version: (await get(id)).version,
      ...(status === 'INVALIDATED' ? { reason: 'Väärä lasku' } : {}),
    },
  })

/** A delivered order whose first invoice is matched and is exchanged then. */
async function exchanged(before: (firstId: string) => Promise<unknown> = async () => undefined) {
  const { journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  await journey.deliver(orderId)
  const enter = async () => (await journey.enterInvoice(orderId, 3000, storeIban)).invoiceId
  const first = await enter()
  const second = await enter()
  await journey.match(orderId, first, 'Sovittu')
  expect((await get(second)).unpayable).toMatchObject({
    problem: 'OTHER_INVOICE',
    otherNumber: (await get(first)).number,
  })
  await before(first)
  await journey.move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH', { reason: 'Väärä lasku' })
  return { journey, orderId, first, second }
}

it('leaves the old one among the invoices, unmatched and not to be paid, until somebody voids it', async () => {
  const { journey, orderId, first, second } = await exchanged()
  expect(await get(first)).toMatchObject({ matched: false, unpayable: { problem: 'NOT_MATCHED' } })
  expect((await step(first, 'APPROVED')).body).toMatchObject({
    code: 'INVOICE_NOT_PAYABLE',
    details: { problem: 'NOT_MATCHED' },
  })
  await journey.match(orderId, second, 'Sovittu')
  const { number } = await get(second)
  expect((await step(first, 'APPROVED')).body).toMatchObject({
    details: { problem: 'OTHER_INVOICE', otherNumber: number },
  })
  expect((await step(second, 'APPROVED')).status).toBe(200)
  expect((await step(first, 'INVALIDATED')).status).toBe(200)
  expect(await get(first)).toMatchObject({ status: 'INVALIDATED' })
  expect((await world.ok(orders.get, { as: cast.staff, params: { orderId } })).invoice?.invoiceId).toBe(second)
})

it('keeps every other one from being paid where the old one has been paid, until that is credited', async () => {
  const paid = await exchanged(async (first) => {
    const body = {
      direction: 'OUT' as const,
      amount: 3000,
      paidDay: '2026-11-20',
      method: 'MANUAL' as const,
      reason: 'Kassasta',
    }
    await world.call(invoices.pay, { as: cast.staff, params: { id: first }, body })
  })
  const { number } = await get(paid.first)
  expect(await get(paid.second)).toMatchObject({ unpayable: { problem: 'OTHER_INVOICE', otherNumber: number } })
})

it('is voided while nothing of it is paid, and not after that', async () => {
  const { journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  const enter = async () => (await journey.enterInvoice(orderId, 3000, storeIban)).invoiceId
  const [unpaid, partly] = [await enter(), await enter()]
  expect(await get(partly)).toMatchObject({ status: 'VERIFIED', nextStatuses: expect.arrayContaining(['INVALIDATED']) })
  const paidDay = helsinkiDay(world.env.now())
  const body = { direction: 'OUT' as const, amount: 10, paidDay, method: 'BANK' as const }
  await world.ok(invoices.pay, { as: cast.staff, params: { id: partly }, body })
  expect((await step(partly, 'INVALIDATED')).body).toMatchObject({ code: 'INVOICE_STEP_NOT_ALLOWED' })
  expect((await step(unpaid, 'INVALIDATED')).body).toMatchObject({ status: 'INVALIDATED' })
})
