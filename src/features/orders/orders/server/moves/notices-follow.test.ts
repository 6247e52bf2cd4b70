import { afterAll, beforeAll, expect, it } from 'vitest'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { noticesOf } from '#testing/notices.ts'
import { openWorld, type World } from '#testing/world.ts'
import { orderLinks } from '../../link-contract.ts'
import { storeLink } from '../store/store-key.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

it('lets a notice follow its turn: open, reminded of once, done and read when somebody has acted', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const sign = { title: 'Sopimus odottaa allekirjoitustasi', done: false, read: false }
  expect(await noticesOf(world, own.employee)).toContainEqual(sign)
  world.env.setNow(new Date(world.env.now().getTime() + 3 * 86_400_000).toISOString())
  await nudgeTurns.run(world.services)
  expect((await noticesOf(world, own.employee)).filter(({ title }) => title === sign.title)).toEqual([sign])
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  expect(await noticesOf(world, own.employee)).toContainEqual({
    title: `Hoidettu: ${sign.title}`,
    done: true,
    read: true,
  })
  expect(await noticesOf(world, own.employee)).toContainEqual({
    title: 'Hoidettu: Voit valita pyörän',
    done: true,
    read: true,
  })
}, 120_000)

it('opens the notice of a turn again when a question that stood in its way has been answered', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  const link = await storeLink(world.services.database.primary, world.services, { orderId }, cast.bikeStoreId)
  await world.ok(orderLinks.tellPickup, { params: { token: link.split('/').at(-1)! }, body: { ready: true } })
  const title = 'Pyörä on valmis noudettavaksi'
  const deliver = async () => (await noticesOf(world, own.employee)).filter((one) => one.title.endsWith(title))
  expect(await deliver()).toMatchObject([{ title, done: false }])
  await journey.move(cast.staff, orderId, 'WAITING_FOR_CUSTOMER_COMMENT', { question: 'Onko väri oikea?' })
  expect(await deliver()).toMatchObject([{ title: `Hoidettu: ${title}`, done: true }])
  await journey.move(cast.staff, orderId, 'WAITING_FOR_INVOICE_MATCH', {})
  expect(await deliver()).toMatchObject([{ title, done: false }])
  const titles = (await noticesOf(world, own.employee)).map((one) => one.title)
  expect(titles).toContain('Kysymykseen ei tarvitse enää vastata')
  expect(titles).toContain('Hoidettu: Meillä on kysymys tilauksestasi')
}, 120_000)
