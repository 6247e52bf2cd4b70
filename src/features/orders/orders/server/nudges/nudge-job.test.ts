import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#features/operations/accounts/contract.ts'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { nudgeSettings } from '#features/orders/orders/nudge-contract.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

/** What the order has written to a person; the code that confirms a signature is an answer, not a turn. */
const mailsTo = async (userId: string) => {
  const rows = await world.services.database.primary
    .selectFrom('outbox')
    .select('template')
    .where('user_id', '=', userId)
    .where('template', 'like', 'orders:%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}
const forward = (days: number) =>
  world.env.setNow(new Date(world.env.now().getTime() + days * 86_400_000).toISOString())

it('reminds whoever is awaited after three days and after seven, once each, until they act', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
  forward(3)
  expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 1, refused: 0 })
  expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
  forward(4)
  await Promise.all([nudgeTurns.run(world.services), nudgeTurns.run(world.services)])
  expect(await mailsTo(own.employee.userId)).toEqual(Array(3).fill('orders:notice.started'))
  const { items } = await world.ok(orders.timeline, { as: own.employee, params: { orderId } })
  expect(items.filter(({ type }) => type === 'TURN_NUDGED')).toHaveLength(2)
  const seen = await world.ok(orders.timeline, {
    as: await signedInAs(world, 'EMPLOYER_ADMIN', cast),
    params: { orderId },
  })
  expect(items.filter(({ type }) => type === 'TURN_NUDGED').map(({ reminded }) => reminded)).toEqual(['SELF', 'SELF'])
  expect(seen.items.filter(({ type }) => type === 'TURN_NUDGED').map(({ reminded }) => reminded)).toEqual([
    'EMPLOYEE',
    'EMPLOYEE',
  ])
  await journey.choosePackage(orderId)
  forward(1)
  expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
}, 120_000)

it('reminds after the days that the setting names', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  const { version } = await world.ok(nudgeSettings.get, { as: boss })
  await world.ok(nudgeSettings.set, { as: boss, body: { firstDays: 5, secondDays: 6, version } })
  const { own, orderId } = await anotherOrder(world, cast)
  const mails = async () => (await mailsTo(own.employee.userId)).length
  forward(4)
  await nudgeTurns.run(world.services)
  expect(await mails()).toBe(1)
  forward(1)
  await nudgeTurns.run(world.services)
  expect(await mails()).toBe(2)
  const { items } = await world.ok(orders.timeline, {
    as: await world.signIn(own.employee.userId),
    params: { orderId },
  })
  expect(items.filter(({ type }) => type === 'TURN_NUDGED')).toHaveLength(1)
  const again = await world.signIn(boss.userId)
  await world.ok(nudgeSettings.set, { as: again, body: { firstDays: 3, secondDays: 7, version: version + 1 } })
}, 120_000)

it('tells the buyer once that the invoice of the store is late, and that its match is', async () => {
  cast = await buildCast(world)
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.toProcessed(orderId)
  const late = async () => (await mailsTo(own.employee.userId)).filter((one) => /invoiceMissing|matchLate/.test(one))
  forward(6)
  await nudgeTurns.run(world.services)
  expect(await late()).toEqual([])
  forward(1)
  await nudgeTurns.run(world.services)
  await nudgeTurns.run(world.services)
  expect(await late()).toEqual(['orders:notice.invoiceMissing'])
}, 120_000)

it('sends a text message with the turn to confirm to whoever chose it and has proved the number, and to nobody else', async () => {
  cast = await buildCast(world)
  const textsTo = async (userId: string) => {
    const { services } = world
    const rows = services.database.primary.selectFrom('outbox').select('body_text').where('user_id', '=', userId)
    return (await rows.where('channel', '=', 'SMS').where('template', '=', 'orders:notice.confirm.sms').execute())
      .length
  }
  const signedBy = async (choice: { sms?: boolean; isProved?: boolean }) => {
    const { own, journey, orderId } = await anotherOrder(world, cast)
    const { userId } = own.employee
    if (choice.sms !== undefined)
      await world.ok(accounts.setOwnPreferences, { as: own.employee, body: { preferences: { sms: choice.sms } } })
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(own.employee, orderId, 'EMPLOYEE')
    await world.services.database.primary
      .updateTable('users')
      .set({ phone_number: '+358401234567', phone_verified_at: choice.isProved ? world.env.now() : null })
      .where('id', '=', userId)
      .execute()
    await journey.sign(own.employer, orderId, 'EMPLOYER')
    return textsTo(userId)
  }
  expect(await signedBy({ sms: true, isProved: true })).toBe(1)
  expect(await signedBy({ sms: true, isProved: false })).toBe(0)
  expect(await signedBy({ isProved: true })).toBe(0)
}, 120_000)

it('tells each person that it is their turn, once, with one action', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  expect((await journey.order(own.employee, orderId)).dueDay).toBe(addDays(helsinkiDay(world.env.now()), 14))
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  expect(await mailsTo(own.employee.userId)).toEqual(['orders:notice.started', 'orders:notice.sign'])
  await journey.sign(own.employer, orderId, 'EMPLOYER')
  await journey.confirm(orderId)
  await journey.process(orderId)
  const invoice = await journey.enterInvoice(orderId)
  await journey.match(orderId, invoice.invoiceId)
  await journey.deliver(orderId)
  expect(await mailsTo(own.employee.userId)).toEqual([
    'orders:notice.started',
    'orders:notice.sign',
    'orders:notice.confirm',
    'orders:mail.confirmed',
    'orders:notice.PROCESSED',
    'orders:mail.deliveryByStore',
    'orders:notice.leaseDay',
  ])
}, 120_000)

it('tells the person of a cancellation by somebody else, and not of their own', async () => {
  const [theirs, mine] = [await anotherOrder(world, cast), await anotherOrder(world, cast)]
  await theirs.journey.move(cast.employer, theirs.orderId, 'CANCELLED', { reason: 'Väärä henkilö' })
  await mine.journey.move(mine.own.employee, mine.orderId, 'CANCELLED')
  expect(await mailsTo(theirs.own.employee.userId)).toEqual(['orders:notice.started', 'orders:notice.CANCELLED'])
  expect(await mailsTo(mine.own.employee.userId)).toEqual(['orders:notice.started'])
}, 120_000)
