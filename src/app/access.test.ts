import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PermissionName, type RoleName, roleNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { aim, endpoints, guarded, withoutRequestId } from '#testing/aim.ts'
import { sampleOf } from '#testing/sample.ts'
import { buildTenants, type EntityKind, entityOf, fingerprint } from '#testing/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'

const employerRoles = [
  'EMPLOYER_ADMIN',
  'EMPLOYER_EDITOR',
  'EMPLOYER_GROUP_ADMIN',
  'EMPLOYER_REPORTING',
  'BIKE_BENEFICIARY',
] as const

/** Lists whose rows are everybody's, and calls that name no company: nothing foreign can show in them. */
const readableByAll: ReadonlySet<EntityKind> = new Set(['global'])

let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>

beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
}, 120_000)
afterAll(() => world.close())

describe('nobody', () => {
  it.each(endpoints)('$title lets nobody in unless it says so', async ({ spec }) => {
    const token = typeof spec.access === 'object'
    const reply = token
      ? await world.call(spec, {
          params: { token: 'x'.repeat(43) } as never,
          ...(spec.body ? { body: sampleOf(spec.body as never, () => undefined) as never } : {}),
        })
      : await aim(world, spec, null, { tenant: tenants.foreign })
    // Signing in and renewing a session are open, and refuse what is not a credential.
    if (/^\/api\/(login|refresh)$/.test(spec.path)) return expect(reply.status).toBe(401)
    if (spec.access === 'public') return expect([401, 403]).not.toContain(reply.status)
    expect(reply.status, JSON.stringify(reply.body)).toBe(token ? 404 : 401)
  })
})

describe('a role without the permission', () => {
  const cells = guarded.flatMap(({ title, spec }) =>
    roleNames
      .filter((role) => !seededPermissionsOf(role).includes(spec.access as PermissionName))
      .map((role) => ({ role, title, spec })),
  )

  it.each(cells)('$role is refused $title', async ({ role, spec }) => {
    const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.own })
    expect(reply.body, `${reply.status}`).toMatchObject({ code: 'FORBIDDEN' })
  })
})

function foreignCells(roles: readonly RoleName[]) {
  return guarded
    .filter(({ spec }) => {
      const kind = entityOf(spec)
      return kind !== null && !readableByAll.has(kind)
    })
    .flatMap(({ title, spec }) =>
      roles
        .filter((role) => seededPermissionsOf(role).includes(spec.access as PermissionName))
        .map((role) => ({ role, title, spec })),
    )
}

describe('rows of a company outside the scope', () => {
  it.each(foreignCells(employerRoles))('$role does not find them by $title', async ({ role, spec }) => {
    const foreign = await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign })
    expect(foreign.status, JSON.stringify(foreign.body)).toBe(404)
    const missing = await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign, id: randomUUID() })
    expect(withoutRequestId(foreign.body)).toBe(withoutRequestId(missing.body))
  })

  it.each(
    foreignCells(['EMPLOYER_ADMIN', 'EMPLOYER_EDITOR', 'EMPLOYER_REPORTING']).filter(
      ({ spec }) => entityOf(spec) !== 'group',
    ),
  )('$role does not find those of a sister company by $title', async ({ role, spec }) => {
    const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.sibling })
    expect(reply.status, JSON.stringify(reply.body)).toBe(404)
  })

  const bodied = guarded
    .filter(
      ({ spec }) =>
        spec.method !== 'GET' &&
        entityOf(spec) === null &&
        spec.body &&
        Object.keys((spec.body as { properties?: object }).properties ?? {}).some((field) =>
          /^(companyId|companyIds|groupCompanyId|beneficiaryEmployeeId|orderId)$/.test(field),
        ),
    )
    .flatMap(({ title, spec }) =>
      employerRoles
        .filter((role) => seededPermissionsOf(role).includes(spec.access as PermissionName))
        .map((role) => ({ role, title, spec })),
    )

  it.each(bodied)('$role cannot name them in the body of $title', async ({ role, spec }) => {
    const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign })
    expect([403, 404], JSON.stringify(reply.body)).toContain(reply.status)
  })

  it.each(
    guarded
      .filter(({ spec }) => spec.method === 'GET' && entityOf(spec) === null && !spec.file)
      .flatMap(({ title, spec }) =>
        employerRoles
          .filter((role) => seededPermissionsOf(role).includes(spec.access as PermissionName))
          .map((role) => ({ role, title, spec })),
      ),
  )('$role sees nothing of them in $title', async ({ role, spec }) => {
    const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.own })
    const text = JSON.stringify(reply.body)
    const { company, employee, order, agreement, document, user } = tenants.foreign.ids
    for (const id of [company, employee, order, agreement, document, user]) expect(text).not.toContain(id)
  })

  it('are unchanged after every refused write', async () => {
    const before = await fingerprint(world, tenants.foreign.companyId)
    for (const { spec, role } of foreignCells(employerRoles))
      if (spec.method !== 'GET') await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign })
    expect(await fingerprint(world, tenants.foreign.companyId)).toBe(before)
  })
})

describe('rows inside the scope', () => {
  const reads = guarded.filter(
    ({ spec }) =>
      spec.method === 'GET' &&
      entityOf(spec) !== null &&
      entityOf(spec) !== 'global' &&
      !/notifications|csv|xlsx|register-link|\/user\//.test(spec.path),
  )

  it.each(
    reads.flatMap(({ title, spec }) =>
      (['INTERNAL_ADMIN', 'SUPER_ADMIN'] as const).map((role) => ({ role, title, spec })),
    ),
  )('$role finds them by $title', async ({ role, spec }) => {
    const reply = await aim(world, spec, tenants.principals[role], { tenant: tenants.foreign })
    expect(reply.status, JSON.stringify(reply.body)).not.toBe(404)
    expect(reply.status).not.toBe(403)
  })

  it.each(
    reads.filter(({ spec }) => seededPermissionsOf('EMPLOYER_GROUP_ADMIN').includes(spec.access as PermissionName)),
  )('the group admin finds those of a sister company by $title', async ({ spec }) => {
    const reply = await aim(world, spec, tenants.principals.EMPLOYER_GROUP_ADMIN, { tenant: tenants.sibling })
    expect(reply.status, JSON.stringify(reply.body)).not.toBe(404)
  })
})

describe('these tests notice', () => {
  it('when the scope is not applied', async () => {
    const open = await openWorld({ without: 'scope' })
    try {
      const own = await buildTenants(open)
      const leaks = []
      for (const { role, spec } of foreignCells(['EMPLOYER_ADMIN']))
        if (spec.method === 'GET')
          leaks.push((await aim(open, spec, own.principals[role], { tenant: own.foreign })).status)
      expect(leaks.filter((status) => status === 200).length).toBeGreaterThan(5)
    } finally {
      await open.close()
    }
  }, 120_000)

  it('when permissions are not asked', async () => {
    const open = await openWorld({ without: 'permission' })
    try {
      const own = await buildTenants(open)
      const reply = await aim(
        open,
        guarded.find(({ spec }) => spec.access === 'billing-table:read')!.spec,
        own.principals.BIKE_BENEFICIARY,
        { tenant: own.own },
      )
      expect(reply.status).toBe(200)
    } finally {
      await open.close()
    }
  }, 120_000)
})
