import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { recording } from '#testing/scale/recorder.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

/** Reads of an order: its own row and what stands around it; whose turn it is is judged at the end, by facts of its own. */
const isOrderRead = (text: string) =>
  !text.includes('wanted (id)') &&
  (/from "?orders"? as "?o"?\b.*for update/s.test(text) || text.includes('as owner_id'))

it('reads the order once per command: its locked row and what stands around it', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  const counts: Record<string, string> = {}
  const measured = async (name: string, work: () => Promise<unknown>) => {
    const { statements } = await recording(work)
    const reads = statements.filter(({ text }) => isOrderRead(text)).length
    counts[name] = `${reads} of ${statements.length}`
    expect(reads, `${name} ${statements.map(({ text }) => text.slice(0, 90)).join('\n')}`).toBe(2)
  }
  const version = async () => (await journey.order(cast.staff, orderId)).version
  const move = async (as: typeof cast.staff, to: 'CONFIRMED' | 'PROCESSED' | 'GRENKE_INVOICE_SENT') => {
    const body = { to, version: await version() }
    await measured(to, () => world.ok(orders.move, { as, params: { orderId }, body }))
  }
  await journey.choosePackage(orderId)
  const chosen = await journey.order(own.employee, orderId)
  await measured('package', () =>
    world.ok(orders.setPackage, {
      as: own.employee,
      params: { orderId },
      body: {
        bikeStoreId: cast.bikeStoreId,
        isOnlineOrder: false,
        package: { brand: 'Halla', model: 'Taival 7', kind: 'ELECTRIC', bikePrice: 2790, accessories: [] },
        version: chosen.version,
      },
    }),
  )
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(own.employer, orderId, 'EMPLOYER')
  await move(own.employee, 'CONFIRMED')
  await move(cast.staff, 'PROCESSED')
  await journey.move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH')
  const invoice = await journey.enterInvoice(orderId)
  const body = { invoiceId: invoice.invoiceId, version: await version() }
  await measured('match', () => world.ok(invoices.match, { as: cast.staff, params: { orderId }, body }))
  const delivery = { frameNumber: 'HT7-1', deliveryDay: helsinkiDay(world.env.now()), version: await version() }
  await measured('delivery', () =>
    world.ok(orders.setDelivery, { as: cast.staff, params: { orderId }, body: delivery }),
  )
  await move(cast.staff, 'GRENKE_INVOICE_SENT')
  if (process.env.PRINT) console.log(counts)
}, 120_000)
