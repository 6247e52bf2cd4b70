import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { nudgeSettings } from '../../nudge-contract.ts'

let world: World
let boss: Caller
beforeAll(async () => {
  world = await openWorld()
  boss = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

it('are three and seven days until a super admin changes them, over the version that was seen', async () => {
  expect(await world.ok(nudgeSettings.get, { as: boss })).toEqual({
    firstDays: 3,
    secondDays: 7,
    lastDays: 1,
    version: 0,
  })
  const body = { firstDays: 2, secondDays: 10, lastDays: 3, version: 0 }
  expect(await world.ok(nudgeSettings.set, { as: boss, body })).toEqual({ ...body, version: 1 })
  const stale = await world.call(nudgeSettings.set, { as: boss, body: { ...body, firstDays: 4 } })
  expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  expect(await world.ok(nudgeSettings.get, { as: boss })).toEqual({ ...body, version: 1 })
})

it('refuse a second reminder that does not come after the first, and everybody but a super admin', async () => {
  const { version } = await world.ok(nudgeSettings.get, { as: boss })
  const body = { firstDays: 5, secondDays: 5, version }
  const wrong = await world.call(nudgeSettings.set, { as: boss, body })
  expect(wrong.status).toBe(400)
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await world.call(nudgeSettings.set, { as: staff, body: { ...body, secondDays: 8 } })).status).toBe(403)
  expect((await world.ok(nudgeSettings.get, { as: boss })).version).toBe(version)
})
