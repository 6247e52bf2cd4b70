import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { framePhotos } from '../contract.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An order of which the bicycle can be handed over, and the store's link to it. */
async function processed() {
  const one = await anotherOrder(world, cast)
  const { journey, orderId, own } = one
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const early = await world.call(framePhotos.add, { as: own.employee, params: { orderId }, body: png })
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  await journey.process(orderId)
  const link = { purpose: 'store-order' as const, days: 30, companyId: cast.companyId, subjectId: orderId }
  const { token } = await createLinkToken(world.services.database.primary, world.env, link)
  return { journey, orderId, employee: own.employee, store: { token }, early }
}

const filesOf = (orderId: string) =>
  world.services.database.primary
    .selectFrom('files')
    .select('id')
    .where('parent_type', '=', 'frame-photo')
    .where('parent_id', '=', orderId)
    .execute()

it('is taken by the store, seen by the employee and the staff, and replaced by the next one', async () => {
  const { orderId, employee, store, early } = await processed()
  expect(early.body.code).toBe('DELIVERY_NOT_ALLOWED')
  const ofOrder = { as: employee, params: { orderId } }
  expect(await world.ok(framePhotos.get, ofOrder)).toEqual({ photo: null, mayAdd: true })
  const taken = await world.ok(framePhotos.addByStore, { params: store, body: png })
  expect(taken.photo?.byStore).toBe(true)
  const params = { orderId, photoId: taken.photo?.photoId ?? '' }
  for (const as of [employee, cast.staff]) {
    const picture = await world.call(framePhotos.picture, { as, params })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
  }
  const own = await world.ok(framePhotos.add, { ...ofOrder, body: png })
  expect(own.photo?.byStore).toBe(false)
  expect(await world.ok(framePhotos.getByStore, { params: store })).toEqual(own)
  expect(await filesOf(orderId)).toHaveLength(1)
  expect((await world.call(framePhotos.picture, { as: employee, params })).status).toBe(404)
})

it('is taken after the hand-over too, when nobody reports one any more', async () => {
  const { journey, orderId, employee } = await processed()
  const { invoiceId } = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoiceId)
  await journey.deliver(orderId)
  await journey.move(cast.staff, orderId, 'GRENKE_INVOICE_SENT')
  const ofOrder = { as: employee, params: { orderId } }
  expect(await world.ok(framePhotos.get, ofOrder)).toEqual({ photo: null, mayAdd: true })
  expect((await world.ok(framePhotos.add, { ...ofOrder, body: png })).photo?.byStore).toBe(false)
})

it('refuses what is no photograph, and changes nothing', async () => {
  const { orderId, employee, store } = await processed()
  for (const body of [Buffer.from('%PDF-1.7 ei kuva'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
    const own = await world.call(framePhotos.add, { as: employee, params: { orderId }, body })
    const byStore = await world.call(framePhotos.addByStore, { params: store, body })
    expect([own.body.code, byStore.body.code]).toEqual(['FILE_NOT_ACCEPTED', 'FILE_NOT_ACCEPTED'])
  }
  expect(await filesOf(orderId)).toEqual([])
})

it('of a foreign order is not found, and is nothing for the employer', async () => {
  const { orderId, store } = await processed()
  const { photo } = await world.ok(framePhotos.addByStore, { params: store, body: png })
  const params = { orderId, photoId: photo?.photoId ?? '' }
  const { userId } = await buildEmployee(world, await buildCompany(world))
  const stranger = await world.signIn(userId)
  expect((await world.call(framePhotos.get, { as: stranger, params: { orderId } })).status).toBe(404)
  expect((await world.call(framePhotos.picture, { as: stranger, params })).status).toBe(404)
  expect((await world.call(framePhotos.add, { as: stranger, params: { orderId }, body: png })).status).toBe(404)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', cast)
  expect((await world.call(framePhotos.picture, { as: employer, params })).status).toBe(403)
  const another = await processed()
  const elsewhere = { orderId: another.orderId, photoId: params.photoId }
  expect((await world.call(framePhotos.picture, { as: another.employee, params: elsewhere })).status).toBe(404)
  expect((await world.call(framePhotos.getByStore, { params: { token: 'x'.repeat(40) } })).status).toBe(404)
})
