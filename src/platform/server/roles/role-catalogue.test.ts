import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { createTestDatabase } from '#testing/database.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { roleId } from './role-ids.ts'

/** Two nodes on one database; neither hears of what the other does. */
let one: World
let other: World
let admin: Caller

beforeAll(async () => {
  const database = await createTestDatabase()
  one = await openWorldOn(database.connection, { onClose: () => database.drop() })
  other = await openWorldOn(database.connection)
  admin = await signedInAs(one, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(one)).companyId })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const statuses = () =>
  Promise.all([one, other].map(async (world) => (await world.call(notifications.list, { as: admin })).status))
const held = async (world: World) =>
  (await world.ok(sessions.user, { as: admin })).userRoles[0]!.role.rolePermissions.length

it('feels a permission taken and given again with the next request on every node', async () => {
  const db = one.services.database.primary
  const before = [await held(one), await held(other)]
  expect(await statuses()).toEqual([200, 200])
  const { name } = await db
    .selectFrom('permissions as p')
    .innerJoin('role_permissions as rp', 'rp.permission_id', 'p.id')
    .select('p.name')
    .where('rp.role_id', '=', roleId('EMPLOYER_ADMIN'))
    .where('p.name', '=', notifications.list.access)
    .executeTakeFirstOrThrow()
  const permission = await db.selectFrom('permissions').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const grant = { role_id: roleId('EMPLOYER_ADMIN'), permission_id: permission.id }
  await db
    .deleteFrom('role_permissions')
    .where('role_id', '=', grant.role_id)
    .where('permission_id', '=', grant.permission_id)
    .execute()
  expect(await statuses()).toEqual([403, 403])
  expect([await held(one), await held(other)]).toEqual(before.map((count) => count - 1))
  await db.insertInto('role_permissions').values(grant).execute()
  expect(await statuses()).toEqual([200, 200])
})

it('feels a role that is taken from a person, after another role has changed', async () => {
  const db = one.services.database.primary
  await db.updateTable('roles').set({ version: 2 }).where('id', '=', roleId('EMPLOYER_EDITOR')).execute()
  expect(await statuses()).toEqual([200, 200])
  await db.deleteFrom('user_roles').where('user_id', '=', admin.userId).execute()
  expect(await statuses()).toEqual([403, 403])
})
