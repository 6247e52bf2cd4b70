import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStore } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { orders } from '../../contract.ts'
import { orderLinks } from '../../link-contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

/** How many messages of a template went to a person. */
const mails = async (template: string, { userId }: { userId: string }) => {
  const sent = world.services.database.primary.selectFrom('outbox').select('id')
  return (await sent.where('template', '=', template).where('user_id', '=', userId).execute()).length
}

describe('the code of the counter', () => {
  const bike = { brand: 'Halla', model: 'Taival 7', kind: 'CITY' as const, bikePrice: 2_790 }
  const wanted = { ...bike, accessories: [{ name: 'Lukko', price: 210 }] }

  /** An order that has not begun, with the buyer's call for a code. */
  async function atCounter() {
    const one = await anotherOrder(world, cast)
    const open = async (as = one.own.employee) => {
      const { version } = await one.journey.order(cast.staff, one.orderId)
      const body = { bikeStoreId: cast.bikeStoreId, version }
      return world.call(orderLinks.openCounter, { as, params: { orderId: one.orderId }, body })
    }
    const shown = async () => ({ token: (await open()).body.url.split('/kassa/')[1]! })
    const fill = (params: { token: string }, change = {}) =>
      world.call(orderLinks.fillCounter, { params, body: { package: { ...wanted, ...change } } })
    return { ...one, open, shown, fill, order: () => one.journey.order(one.own.employee, one.orderId) }
  }

  it('lets the clerk fill in bike and price once; the buyer has the whole price and a message', async () => {
    const one = await atCounter()
    const first = await one.shown()
    const params = await one.shown()
    expect((await world.call(orderLinks.counterPage, { params: first })).body.code).toBe('TOKEN_NOT_VALID')
    const page = await world.call(orderLinks.counterPage, { params })
    expect(page.body).toMatchObject({ isOpen: true, bike: null, total: null })
    const filled = await one.fill(params)
    expect(filled.body).toMatchObject({ isOpen: false, bike: 'Halla Taival 7', total: 3_000 })
    const order = await one.order()
    expect(order).toMatchObject({ orderStatus: 'PACKAGE_PROVIDED', waitingFor: ['EMPLOYEE'] })
    expect(order.bikeStore?.bikeStoreId).toBe(cast.bikeStoreId)
    expect(order.priceCard?.instalment).toBeGreaterThan(0)
    expect(await mails('orders:notice.answers', { userId: one.own.employee.userId })).toBe(1)
    expect((await one.fill(params)).body.code).toBe('ORDER_STEP_NOT_ALLOWED')
    // The buyer opens it again, and the clerk corrects the price.
    expect((await one.fill(await one.shown(), { bikePrice: 2_490 })).body).toMatchObject({ total: 2_700 })
  })

  it('tells the store neither employer, limit, instalment nor the buyer’s last name', async () => {
    const one = await atCounter()
    const params = await one.shown()
    const dear = await one.fill(params, { bikePrice: 90_000 })
    expect([dear.status, dear.body.code, dear.body.details]).toEqual([409, 'COUNTER_PRICE_REFUSED', undefined])
    expect((await one.order()).orderStatus).toBe('PENDING')
    const filled = await one.fill(params)
    const order = await one.order()
    const kept = [order.employee.lastName, order.companyName, String(order.maxPrice), order.employee.workEmail]
    for (const text of kept) expect(`${dear.raw}${filled.raw}`).not.toContain(text)
    expect(Object.keys(filled.body).sort()).toEqual([
      'bike',
      'firstName',
      'isOpen',
      'orderNumber',
      'storeName',
      'total',
    ])
  })

  it('is the buyer’s to ask for, for a day, and opens no other page of the order', async () => {
    const [one, other] = [await atCounter(), await atCounter()]
    expect((await one.open(other.own.employee)).status).toBe(404)
    expect((await one.open(cast.employer)).status).toBe(403)
    const params = await one.shown()
    expect((await world.call(orderLinks.storePage, { params })).status).toBe(404)
    expect((await world.call(orderLinks.deliveryPage, { params })).status).toBe(404)
    world.env.advance(25 * 3_600_000)
    expect((await one.fill(params)).body.code).toBe('TOKEN_NOT_VALID')
    world.env.advance(-25 * 3_600_000)
    expect((await one.order()).bike).toBeNull()
  })

  it('is over once the buyer has chosen another store', async () => {
    const one = await atCounter()
    const params = await one.shown()
    await one.fill(params)
    const { version } = await one.order()
    const { bikeStoreId } = await buildStore(world)
    const body = { bikeStoreId, isOnlineOrder: false, package: wanted, version }
    await world.ok(orders.setPackage, { as: one.own.employee, params: { orderId: one.orderId }, body })
    expect((await world.call(orderLinks.counterPage, { params })).body.code).toBe('TOKEN_NOT_VALID')
  })

  it('takes ten attempts a day, so that nobody finds the limit by trying prices', async () => {
    const one = await atCounter()
    const params = await one.shown()
    for (let i = 0; i < 10; i += 1)
      expect((await one.fill(params, { bikePrice: 90_000 - i })).body.code).toBe('COUNTER_PRICE_REFUSED')
    const eleventh = await one.fill(params)
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    // A new code of the buyer's goes on.
    expect((await one.fill(await one.shown())).status).toBe(200)
  })

  it('opens no order whose agreement is out for signing', async () => {
    const one = await atCounter()
    const params = await one.shown()
    await one.fill(params)
    await one.journey.answer(one.orderId)
    expect((await one.open()).body.code).toBe('ORDER_STEP_NOT_ALLOWED')
    expect((await one.fill(params)).body.code).toBe('ORDER_STEP_NOT_ALLOWED')
  })
})
