import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PermissionName, type RoleName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { newToken, sha256 } from '#platform/server/runtime/secrets.ts'
import { aim, endpoints, guarded, withoutRequestId } from '#testing/aim.ts'
import { assignRole, buildEmployee, buildUser } from '#testing/builders.ts'
import { buildTenants, type EntityKind, entityOf, fingerprint, type Tenant } from '#testing/tenants.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

type Tenants = Awaited<ReturnType<typeof buildTenants>>

let world: World
let tenants: Tenants
beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
}, 120_000)
afterAll(() => world.close())

const holds = (role: RoleName, permission: unknown) => seededPermissionsOf(role).includes(permission as PermissionName)
const signedInOnly = endpoints.filter(
  ({ spec, title }) =>
    typeof spec.access === 'string' && !/^(public|ticket)/.test(spec.access) && !title.includes('demo'),
)
const withEntity = guarded.filter(({ spec }) => entityOf(spec) !== null && entityOf(spec) !== 'global')

describe('a credential that is worth nothing any more', () => {
  const spoilt: Record<string, (sessionId: string, userId: string) => Promise<unknown>> = {
    'a session that was ended': (id) =>
      world.services.database.primary
        .updateTable('sessions')
        .set({ revoked_at: world.env.now(), revoked_reason: 'SIGNED_OUT' })
        .where('id', '=', id)
        .execute(),
    'a session past its absolute end': (id) =>
      world.services.database.primary
        .updateTable('sessions')
        .set({ absolute_end_at: '2020-01-01T00:00:00Z' })
        .where('id', '=', id)
        .execute(),
    'an access token past its time': (id) =>
      world.services.database.primary
        .updateTable('session_tokens')
        .set({ expires_at: '2020-01-01T00:00:00Z' })
        .where('session_id', '=', id)
        .execute(),
    'an administrator’s session without an app': (id) =>
      world.services.database.primary
        .updateTable('sessions')
        .set({ signed_in_with: 'SMS' })
        .where('id', '=', id)
        .execute(),
    'a refresh token in the place of the access token': (id) =>
      world.services.database.primary
        .updateTable('session_tokens')
        .set({ kind: 'REFRESH' })
        .where('session_id', '=', id)
        .execute(),
  }

  it.each(Object.keys(spoilt))('%s opens no endpoint', async (name) => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, 'SUPER_ADMIN')
    const caller = await world.signIn(userId)
    expect((await aim(world, signedInOnly[0]!.spec, caller, { tenant: tenants.own })).status).not.toBe(401)
    const token = await world.services.database.primary
      .selectFrom('session_tokens')
      .select('session_id')
      .where('hash', '=', sha256(caller.accessToken))
      .executeTakeFirstOrThrow()
    await spoilt[name]!(token.session_id, userId)
    const before = await fingerprint(world, tenants.own.companyId)
    for (const { spec, title } of signedInOnly)
      expect((await aim(world, spec, caller, { tenant: tenants.own })).status, title).toBe(401)
    expect(await fingerprint(world, tenants.own.companyId)).toBe(before)
  })

  it('a half-done sign-in opens nothing but its second step', async () => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, 'SUPER_ADMIN')
    const { token, hash } = newToken(world.env)
    await world.services.database.primary
      .insertInto('sign_in_tickets')
      .values({ id: world.env.id(), hash, user_id: userId, expires_at: '2100-01-01T00:00:00Z' })
      .execute()
    const headers = {
      cookie: `preAuth=${token}; accessToken=${token}; refreshToken=${token}`,
      'sec-fetch-site': 'same-origin',
    }
    for (const { spec, title } of signedInOnly.filter((one) => one.spec.access !== 'ticket-or-session')) {
      const byCookie = await aim(world, spec, null, { tenant: tenants.own, headers })
      expect(byCookie.status, title).toBe(401)
      expect((await aim(world, spec, { accessToken: token, userId }, { tenant: tenants.own })).status, title).toBe(401)
    }
  })

  it('a deactivated account is told so, and nothing else, everywhere but at its own end', async () => {
    const { userId } = await buildUser(world, { deactivated_at: '2026-01-01T00:00:00Z' })
    await assignRole(world, userId, 'SUPER_ADMIN')
    const caller = await world.signIn(userId)
    for (const { spec, title } of signedInOnly.filter((one) => !one.spec.whileDeactivated))
      expect((await aim(world, spec, caller, { tenant: tenants.own })).body, title).toMatchObject({
        code: 'USER_DEACTIVATED',
      })
  })

  it('an account without a role opens nothing that asks for a permission', async () => {
    const caller = await world.signIn((await buildUser(world)).userId)
    for (const { spec, title } of guarded)
      expect((await aim(world, spec, caller, { tenant: tenants.own })).body, title).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('other owners', () => {
  async function denied(caller: Caller, at: Tenant, cells: typeof guarded) {
    const before = await fingerprint(world, at.companyId)
    for (const { spec, title } of cells) {
      const reply = await aim(world, spec, caller, { tenant: at })
      expect(reply.status, `${title}: ${JSON.stringify(reply.body)}`).toBe(404)
      const missing = await aim(world, spec, caller, { tenant: at, id: randomUUID() })
      expect(withoutRequestId(reply.body), title).toBe(withoutRequestId(missing.body))
    }
    expect(await fingerprint(world, at.companyId)).toBe(before)
    return cells.length
  }

  it('are not there for the admin of another group', async () => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId: tenants.foreign.ids.group })
    const caller = await world.signIn(userId)
    const cells = withEntity.filter(({ spec }) => holds('EMPLOYER_GROUP_ADMIN', spec.access))
    expect(await denied(caller, tenants.own, cells)).toBeGreaterThan(20)
  })

  it('lend no right of one company to the other for somebody with roles in both', async () => {
    const { userId } = await buildUser(world)
    await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId: tenants.own.companyId })
    await assignRole(world, userId, 'EMPLOYER_REPORTING', { companyId: tenants.foreign.companyId })
    const caller = await world.signIn(userId)
    const cells = withEntity.filter(
      ({ spec }) =>
        holds('EMPLOYER_ADMIN', spec.access) && !holds('EMPLOYER_REPORTING', spec.access) && entityOf(spec) !== 'group',
    )
    expect(await denied(caller, tenants.foreign, cells)).toBeGreaterThan(15)
  })

  it('are not there for a colleague of the same company', async () => {
    const colleague = await world.signIn((await buildEmployee(world, { companyId: tenants.own.companyId })).userId)
    const personal: readonly EntityKind[] = ['employee', 'order', 'agreement', 'document', 'invoice', 'user']
    const cells = withEntity.filter(
      ({ spec }) => holds('BIKE_BENEFICIARY', spec.access) && personal.includes(entityOf(spec)!),
    )
    expect(await denied(colleague, tenants.own, cells)).toBeGreaterThan(10)
  })
})

describe('words of another company', () => {
  const sentinel = 'Vartiosana'

  /** A body with what is packed in it: sheets are zipped, streams of PDFs deflated. */
  function readable(raw: Buffer): string {
    const plain = raw.toString('latin1')
    if (plain.startsWith('PK'))
      return Object.values(unzipSync(raw))
        .map((part) => Buffer.from(part).toString('utf8'))
        .join('\n')
    if (!plain.startsWith('%PDF-')) return raw.toString('utf8')
    const streams = [...plain.matchAll(/stream\r?\n/g)].map(({ index, 0: head }) => {
      try {
        return inflateSync(raw.subarray(index + head.length)).toString('latin1')
      } catch {
        return ''
      }
    })
    return plain + streams.join('\n')
  }

  async function mark(tenant: Tenant, word: string) {
    const { companyId } = tenant
    const people = sql`(select user_id from beneficiary_employees where company_id = ${companyId} union select user_id from user_roles where company_id = ${companyId}
      except select user_id from user_roles where company_id <> ${companyId})`
    const statements = [
      sql`update companies set name = ${`${word} Oy`} where id = ${companyId}`,
      sql`update company_units set name = ${`${word} yksikkö`} where company_id = ${companyId}`,
      sql`update beneficiary_employees set employer_note = ${`${word} muistio`}, employee_number = ${`${word}-1`} where company_id = ${companyId}`,
      sql`update users set first_name = ${word}, last_name = ${word}, personal_email = ${`${word.toLowerCase()}@koti.example`} where id in ${people}`,
    ]
    for (const statement of statements) await statement.execute(world.services.database.primary)
  }

  async function textsFor(caller: Caller, role: RoleName, targets: readonly Tenant[]) {
    const found: string[] = []
    for (const { spec, title } of endpoints.filter((one) => one.spec.method === 'GET' && !one.title.includes('demo'))) {
      if (typeof spec.access !== 'string' || (spec.access.includes(':') && !holds(role, spec.access))) continue
      for (const tenant of targets) {
        const reply = await aim(world, spec, caller, { tenant })
        found.push(`${title} ${reply.status} ${JSON.stringify(reply.headers)} ${readable(reply.raw)}`)
      }
    }
    return found
  }

  it('reach no employer role and no employee in any answer, file or header', async () => {
    await mark(tenants.foreign, sentinel)
    for (const role of [
      'EMPLOYER_ADMIN',
      'EMPLOYER_EDITOR',
      'EMPLOYER_GROUP_ADMIN',
      'EMPLOYER_REPORTING',
      'BIKE_BENEFICIARY',
    ] as const) {
      const texts = await textsFor(tenants.principals[role], role, [tenants.own, tenants.foreign])
      expect(texts.length).toBeGreaterThan(20)
      for (const text of texts) expect(text.toLowerCase(), text.slice(0, 120)).not.toContain(sentinel.toLowerCase())
    }
    const staff = await textsFor(tenants.principals.SUPER_ADMIN, 'SUPER_ADMIN', [tenants.foreign])
    expect(staff.filter((text) => text.includes(sentinel)).length).toBeGreaterThan(5)
  })

  it('that an employer noted reach neither the employee nor the reporting role of the same company', async () => {
    await sql`update beneficiary_employees set employer_note = 'Salamuistio' where company_id = ${tenants.own.companyId}`.execute(
      world.services.database.primary,
    )
    await sql`update users set personal_email = 'salaposti@koti.example' where id = ${tenants.own.employee.userId}`.execute(
      world.services.database.primary,
    )
    const seen = async (role: RoleName) =>
      (await textsFor(tenants.principals[role as 'EMPLOYER_ADMIN'], role, [tenants.own])).join('\n')
    expect(await seen('EMPLOYER_ADMIN')).toMatch(/Salamuistio[\s\S]*salaposti|salaposti[\s\S]*Salamuistio/)
    expect(await seen('BIKE_BENEFICIARY')).not.toContain('Salamuistio')
    expect(await seen('EMPLOYER_REPORTING')).not.toMatch(/Salamuistio|salaposti/)
    expect(await seen('EMPLOYER_EDITOR')).not.toContain('salaposti')
  })
})

describe('these tests notice', () => {
  it.each(['deactivated', 'origin'] as const)('when the guard of %s is gone', async (without) => {
    const open = await openWorld({ without })
    try {
      const { userId } = await buildUser(
        open,
        without === 'deactivated' ? { deactivated_at: '2026-01-01T00:00:00Z' } : {},
      )
      const caller = await open.signIn(userId)
      const spec = endpoints.find((one) => one.spec.path === '/api/logout/elsewhere')!.spec
      const cookie = {
        cookie: `accessToken=${caller.accessToken}`,
        'sec-fetch-site': without === 'origin' ? 'cross-site' : 'same-origin',
      }
      expect((await open.call(spec, { headers: cookie })).status).toBe(200)
      expect((await world.call(spec, { headers: cookie })).status).not.toBe(200)
    } finally {
      await open.close()
    }
  })
})
