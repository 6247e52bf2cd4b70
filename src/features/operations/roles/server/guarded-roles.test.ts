import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedAreaOf, guardedAreas } from '#platform/contract/guarded-permissions.ts'
import {
  permissionNames,
  type RoleName,
  scopeKindOfRole,
  scopeKindsOf,
  seededPermissionsOf,
} from '#platform/contract/permissions.ts'
import { roleId, stableId } from '#platform/server/roles/role-ids.ts'
import { signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { roles } from '../contract.ts'

let world: World
let root: Caller
beforeAll(async () => {
  world = await openWorld()
  root = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const guarded = permissionNames.filter((name) => guardedAreaOf(name) !== null)
const origins = ['EMPLOYER_REPORTING', 'EMPLOYER_EDITOR', 'INTERNAL_ADMIN', 'BIKE_BENEFICIARY'] as const

const give = (role: string, permission: string) =>
  world.call(roles.grantPermission, {
    as: root,
    params: { roleId: role, permissionId: stableId('permission', permission) },
    query: { why: 'Kokeillaan' },
  })
/** What is answered to giving a role each guarded permission, by name. */
async function answersOf(role: string, wanted = guarded) {
  const answers: Record<string, string> = {}
  for (const name of wanted) {
    const { status, body } = await give(role, name)
    answers[name] = status < 300 ? String(status) : (body as { code: string }).code
  }
  return answers
}
const refusalOf = (origin: RoleName, name: (typeof guarded)[number]) =>
  scopeKindsOf(name).includes(scopeKindOfRole[origin]) ? 'PERMISSION_GUARDED' : 'PERMISSION_SCOPE_NOT_ALLOWED'

describe('health data, deciding, signing and money', () => {
  it('are each an area of some permission', () => {
    expect(new Set(guarded.map(guardedAreaOf))).toEqual(new Set(guardedAreas))
  })

  it.each(origins)(
    'go into a role that is cut from %s as far as that role holds them, and no further',
    async (origin) => {
      const held = seededPermissionsOf(origin)
      const body = { name: `Oma ${origin}`, scopeKind: scopeKindOfRole[origin], cutFrom: roleId(origin) }
      const { id } = await world.ok(roles.create, { as: root, body })
      const wanted = Object.fromEntries(
        guarded.map((name) => [name, held.includes(name) ? '200' : refusalOf(origin, name)]),
      )
      expect(await answersOf(id)).toEqual(wanted)
      const given = await world.services.database.primary
        .selectFrom('role_permissions as rp')
        .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
        .select('p.name')
        .where('rp.role_id', '=', id)
        .execute()
      expect(given.map(({ name }) => name).toSorted()).toEqual(guarded.filter((name) => held.includes(name)).toSorted())
    },
  )

  it.each(origins)('are not even proposed for %s beyond the catalogue', async (origin) => {
    const beyond = guarded.filter((name) => !seededPermissionsOf(origin).includes(name))
    const wanted = Object.fromEntries(beyond.map((name) => [name, refusalOf(origin, name)]))
    expect(await answersOf(roleId(origin), beyond)).toEqual(wanted)
    const { n } = await world.services.database.primary
      .selectFrom('proposals')
      .select((of) => of.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })
})
