import { afterAll, beforeAll, expect, it } from 'vitest'
import { readingRole, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { openWorld, type World } from '#testing/world.ts'
import { syncCatalogue } from './catalogue.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('a role that is new in the code comes with its permissions, and what was taken from another stays taken', async () => {
  const db = world.services.database.primary
  const held = async (id: string) => {
    const rows = await db
      .selectFrom('role_permissions as rp')
      .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
      .select('p.name')
      .where('rp.role_id', '=', id)
      .execute()
    return rows.map(({ name }) => name).toSorted()
  }
  const [reader, editor] = [roleId(readingRole), roleId('EMPLOYER_EDITOR')]
  await db.deleteFrom('role_permissions').where('role_id', 'in', [reader, editor]).execute()
  await db.deleteFrom('roles').where('id', '=', reader).execute()
  await syncCatalogue(db)
  expect(await held(reader)).toEqual(seededPermissionsOf(readingRole).toSorted())
  expect(await held(editor)).toEqual([])
})
