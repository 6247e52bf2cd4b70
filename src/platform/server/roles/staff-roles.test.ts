import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { stableId } from './role-ids.ts'
import { secondStaff } from './second-staff.ts'

const DAY_MS = 86_400_000

let world: World
let boss: Caller
beforeAll(async () => {
  world = await openWorld()
  boss = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const daysAgo = (days: number) => new Date(world.env.now().getTime() - days * DAY_MS)
const seconds = async () =>
  (await secondStaff(db(), { permission: 'bike-store:write', proposer: boss.userId, now: world.env.now() })).map(
    ({ id }) => id,
  )

/** A member of staff whose role is a year old. */
async function oldHand(name: 'INTERNAL_ADMIN' | null = 'INTERNAL_ADMIN') {
  const person = await signedInAs(world, 'INTERNAL_ADMIN')
  if (!name) await db().deleteFrom('user_roles').where('user_id', '=', person.userId).execute()
  await db()
    .updateTable('user_roles')
    .set({ created_at: daysAgo(365) })
    .where('user_id', '=', person.userId)
    .execute()
  return person
}

it('an account that was closed for long comes back as the choice of whoever opens it; one of yesterday as it was', async () => {
  const [left, away] = [await oldHand(), await oldHand()]
  expect(await seconds()).toEqual(expect.arrayContaining([left.userId, away.userId]))
  for (const [person, days] of [
    [left, 400],
    [away, 1],
  ] as const) {
    await db()
      .updateTable('users')
      .set({ deactivated_at: daysAgo(days) })
      .where('id', '=', person.userId)
      .execute()
    await world.ok(accounts.update, { as: boss, params: { userId: person.userId }, body: { deactivated: false } })
  }
  const found = await seconds()
  expect(found).toContain(away.userId)
  expect(found).not.toContain(left.userId)
})

it('a right that an old role was given a moment ago makes no second person to its giver', async () => {
  const puppet = await oldHand(null)
  const made = await world.ok(roles.create, { as: boss, body: { name: 'Tyhjä rooli', scopeKind: 'ALL' } })
  await db()
    .insertInto('user_roles')
    .values({
      id: world.env.id(),
      user_id: puppet.userId,
      role_id: made.id,
      created_by: boss.userId,
      created_at: daysAgo(31),
    })
    .execute()
  const params = { roleId: made.id, permissionId: stableId('permission', 'bike-store:write') }
  await world.ok(roles.grantPermission, { as: boss, params })
  expect(await seconds()).not.toContain(puppet.userId)
  world.env.advance(31 * DAY_MS)
  expect(await seconds()).toContain(puppet.userId)
  world.env.advance(-31 * DAY_MS)
})
