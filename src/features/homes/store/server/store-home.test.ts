import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import { createLinkToken, revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { buildStore } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { storeHome } from '../contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const paramsOf = (link: string) => ({ token: link.split('/').at(-1)! })

async function confirmed() {
  const one = await anotherOrder(world, cast)
  const { journey, orderId, own } = one
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  const link = (part?: Parameters<typeof storeLink>[4], storeId = cast.bikeStoreId) =>
    storeLink(db(), world.services, { orderId }, storeId, part)
  return { ...one, link, params: paramsOf(await link()) }
}

const home = (params: { token: string }) => world.call(storeHome.get, { params })

describe('a store’s link to an order', () => {
  it('is the same each time, and shows first what the store is awaited for', async () => {
    const { link, params, orderId } = await confirmed()
    expect(paramsOf(await link({ purpose: 'delivery', subjectId: orderId }))).toEqual(params)
    expect((await home(params)).body).toMatchObject({
      head: { key: (await world.ok(orderLinks.storePage, { params })).stage, day: null },
      parts: [{ kind: 'ORDER', isTurn: true, isOpen: true, dueDay: expect.any(String) }],
    })
    expect((await world.call(orderLinks.storePage, { params })).status).toBe(200)
    expect((await world.call(orderLinks.deliveryPage, { params })).body).toMatchObject({ by: 'STORE' })
  })

  it('opens what was sent to the store before, and is opened by it', async () => {
    const { link, params, orderId } = await confirmed()
    const key = await db()
      .selectFrom('link_tokens')
      .select('id')
      .where('subject_id', '=', orderId)
      .where('purpose', '=', 'store')
      .executeTakeFirstOrThrow()
    const old = { purpose: 'delivery' as const, days: 30, companyId: cast.companyId, subjectId: orderId, keyId: key.id }
    const { token } = await createLinkToken(db(), world.env, old)
    expect((await home({ token })).body).toEqual((await home(params)).body)
    expect((await world.call(orderLinks.storePage, { params: { token } })).status).toBe(200)
    world.env.advance(31 * 86_400_000)
    expect((await world.call(orderLinks.storePage, { params: { token } })).body.code).toBe('TOKEN_NOT_VALID')
    expect((await world.call(orderLinks.storePage, { params: paramsOf(await link()) })).status).toBe(200)
    world.env.advance(-31 * 86_400_000)
  })

  it('opens nothing of another order, nor to a store that has not sold the bicycle', async () => {
    const { link, params, orderId } = await confirmed()
    const { params: another } = await confirmed()
    const first = (await world.ok(orderLinks.storePage, { params })).orderNumber
    expect((await world.ok(orderLinks.storePage, { params: another })).orderNumber).not.toBe(first)
    const { bikeStoreId } = await buildStore(world)
    const stranger = paramsOf(await link({ purpose: 'repair', subjectId: orderId }, bikeStoreId))
    expect((await home(stranger)).body).toMatchObject({ parts: [{ kind: 'REPAIR' }] })
    expect((await world.call(orderLinks.storePage, { params: stranger })).status).toBe(404)
    expect((await world.call(orderLinks.deliveryPage, { params: stranger })).status).toBe(404)
  })

  it('opens nothing once it is withdrawn, and the next one is another', async () => {
    const { link, params, orderId } = await confirmed()
    await revokeLinkTokens(db(), 'store', { subjectId: orderId }, world.env.now())
    expect((await home(params)).body.code).toBe('TOKEN_NOT_VALID')
    expect((await world.call(orderLinks.storePage, { params })).body.code).toBe('TOKEN_NOT_VALID')
    const next = paramsOf(await link())
    expect(next).not.toEqual(params)
    expect((await world.call(orderLinks.storePage, { params: next })).status).toBe(200)
  })

  it('comes in the store’s language, with the page behind it', async () => {
    const { orderId, journey, link } = await confirmed()
    await db().updateTable('bike_stores').set({ language: 'sv' }).where('id', '=', cast.bikeStoreId).execute()
    await journey.process(orderId)
    await db().updateTable('bike_stores').set({ language: 'fi' }).where('id', '=', cast.bikeStoreId).execute()
    const { orderNumber } = await journey.order(cast.staff, orderId)
    const mail = await db()
      .selectFrom('outbox')
      .select(['language', 'links'])
      .where('template', '=', 'orders:mail.storeInvoice')
      .where('subject', 'like', `%${orderNumber}%`)
      .executeTakeFirstOrThrow()
    expect(mail.language).toBe('sv')
    expect(mail.links.join(' ')).toContain(`${await link()}?language=sv`)
  })

  it('is kept as a hash, and in clear nowhere', async () => {
    const { params } = await confirmed()
    const rows = await db().selectFrom('link_tokens').select(['hash', 'sealed']).execute()
    expect(JSON.stringify(rows)).not.toContain(params.token)
  })
})
