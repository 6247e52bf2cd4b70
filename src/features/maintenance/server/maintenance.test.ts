import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventLog } from '#features/event-log/contract.ts'
import { people } from '#features/people/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { maintenance } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The state of the switch is looked up at most once a second. */
const untilSeen = () => new Promise((resolve) => setTimeout(resolve, 1100))

test('a closed service answers nothing but the switch, and opens again', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  expect(await world.ok(maintenance.get, { as: boss })).toEqual({ closed: false, byEnvironment: false })
  await world.ok(maintenance.set, { as: boss, body: { closed: true } })
  await untilSeen()
  const refused = await world.call(people.list, { as: boss })
  expect([refused.status, refused.body.code]).toEqual([503, 'MAINTENANCE'])
  expect((await world.ok(maintenance.set, { as: boss, body: { closed: false } })).closed).toBe(false)
  await untilSeen()
  expect((await world.call(people.list, { as: boss })).status).toBe(200)
})

test('setting the switch to where it stands writes no event', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  const count = async () => (await world.ok(eventLog.list, { as: boss, query: { type: 'MAINTENANCE_CHANGED' } })).total
  const before = await count()
  await world.ok(maintenance.set, { as: boss, body: { closed: false } })
  expect(await count()).toBe(before)
})

test('only a super admin holds the switch; the staff may run the jobs', async () => {
  const internal = await signedInAs(world, 'INTERNAL_ADMIN')
  const refused = await world.call(maintenance.set, { as: internal, body: { closed: true } })
  expect(refused.status).toBe(403)
  expect(await world.ok(maintenance.runJobs, { as: internal, body: {} })).toEqual({ done: true })
  const employee = await signedInAs(world, 'BIKE_BENEFICIARY')
  expect((await world.call(maintenance.runJobs, { as: employee, body: {} })).status).toBe(403)
})
