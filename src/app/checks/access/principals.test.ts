import { inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type PermissionName, type RoleName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { newToken, sha256 } from '#platform/server/runtime/secrets.ts'
import { aim, endpoints, guarded, resultsOf, type Titled } from '#testing/aim.ts'
import { assignRole, buildEmployee, buildUser, signedInAs } from '#testing/builders.ts'
import { buildTenants, type EntityKind, entityOf, fingerprint, type Tenant } from '#testing/lists/tenants.ts'
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

const every = <R>(cells: readonly Titled[], value: R) => Object.fromEntries(cells.map(({ title }) => [title, value]))
const statuses = (cells: readonly Titled[], ask: (spec: EndpointSpec) => Promise<{ status: number }>) =>
  resultsOf(cells, async ({ spec }) => (await ask(spec)).status)
const codes = (cells: readonly Titled[], caller: Caller) =>
  resultsOf(cells, async ({ spec }) => (await aim(world, spec, caller, { tenant: tenants.own })).body.code)

/** A new account with one role, signed in. */
const newcomer = (
  role: RoleName,
  of: Parameters<typeof signedInAs>[2] = {},
  values: Parameters<typeof signedInAs>[3] = {},
) => signedInAs(world, role, of, values)

describe('a credential that is worth nothing any more', () => {
  const spoilt: Record<string, (sessionId: string) => Promise<unknown>> = {
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

  const kinds = Object.keys(spoilt)
  /** Each endpoint is tried with one kind of spoilt credential; where it is judged is one place for all. */
  it.each(kinds)('%s opens no endpoint', async (name) => {
    const caller = await newcomer('SUPER_ADMIN')
    expect((await aim(world, signedInOnly[0]!.spec, caller, { tenant: tenants.own })).status).not.toBe(401)
    const token = await world.services.database.primary
      .selectFrom('session_tokens')
      .select('session_id')
      .where('hash', '=', sha256(caller.accessToken))
      .executeTakeFirstOrThrow()
    await spoilt[name]!(token.session_id)
    const before = await fingerprint(world, tenants.own.companyId)
    const share = signedInOnly.filter((_, index) => kinds[index % kinds.length] === name)
    expect(await statuses(share, (spec) => aim(world, spec, caller, { tenant: tenants.own }))).toEqual(
      every(share, 401),
    )
    expect(await fingerprint(world, tenants.own.companyId)).toBe(before)
  })

  it('a half-done sign-in opens nothing but its second step, as a cookie or as a token', async () => {
    const { userId } = await newcomer('SUPER_ADMIN')
    const { token, hash } = newToken(world.env)
    await world.services.database.primary
      .insertInto('sign_in_tickets')
      .values({ id: world.env.id(), hash, user_id: userId, expires_at: '2100-01-01T00:00:00Z' })
      .execute()
    const headers = {
      cookie: `preAuth=${token}; accessToken=${token}; refreshToken=${token}`,
      'sec-fetch-site': 'same-origin',
    }
    const closed = signedInOnly.filter((one) => one.spec.access !== 'ticket-or-session')
    const byCookie = closed.filter((_, index) => index % 2 === 0)
    const asBearer = closed.filter((_, index) => index % 2 === 1)
    const tenant = tenants.own
    expect(await statuses(byCookie, (spec) => aim(world, spec, null, { tenant, headers }))).toEqual(
      every(byCookie, 401),
    )
    const bearer = { accessToken: token, userId }
    expect(await statuses(asBearer, (spec) => aim(world, spec, bearer, { tenant }))).toEqual(every(asBearer, 401))
  })

  it('a deactivated account is told so, and nothing else, everywhere but at its own end', async () => {
    const caller = await newcomer('SUPER_ADMIN', {}, { deactivated_at: '2026-01-01T00:00:00Z' })
    const closed = signedInOnly.filter((one) => !one.spec.whileDeactivated)
    expect(await codes(closed, caller)).toEqual(every(closed, 'USER_DEACTIVATED'))
  })

  it('an account without a role opens nothing that asks for a permission', async () => {
    const caller = await world.signIn((await buildUser(world)).userId)
    expect(await codes(guarded, caller)).toEqual(every(guarded, 'FORBIDDEN'))
  })
})

describe('other owners', () => {
  async function denied(caller: Caller, at: Tenant, cells: readonly Titled[]) {
    const before = await fingerprint(world, at.companyId)
    expect(await statuses(cells, (spec) => aim(world, spec, caller, { tenant: at }))).toEqual(every(cells, 404))
    expect(await fingerprint(world, at.companyId)).toBe(before)
    return cells.length
  }

  it('are not there for the admin of another group', async () => {
    const caller = await newcomer('EMPLOYER_GROUP_ADMIN', { groupCompanyId: tenants.foreign.ids.group })
    const cells = withEntity.filter(({ spec }) => holds('EMPLOYER_GROUP_ADMIN', spec.access))
    expect(await denied(caller, tenants.own, cells)).toBeGreaterThan(20)
  })

  it('lend no right of one company to the other for somebody with roles in both', async () => {
    const caller = await newcomer('EMPLOYER_ADMIN', { companyId: tenants.own.companyId })
    await assignRole(world, caller.userId, 'EMPLOYER_REPORTING', { companyId: tenants.foreign.companyId })
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

  /** Everything that a role is answered when it asks for what is a tenant's. */
  async function textsFor(role: RoleName, tenant: Tenant) {
    const open = endpoints.filter(
      ({ spec, title }) =>
        spec.method === 'GET' &&
        !title.includes('demo') &&
        typeof spec.access === 'string' &&
        (!spec.access.includes(':') || holds(role, spec.access)),
    )
    const results = await resultsOf(open, async ({ spec, title }) => {
      const reply = await aim(world, spec, tenants.principals[role], { tenant })
      return `${title} ${reply.status} ${JSON.stringify(reply.headers)} ${readable(reply.raw)}`
    })
    return Object.values(results)
  }

  beforeAll(async () => {
    await mark(tenants.foreign, sentinel)
    const db = world.services.database.primary
    await sql`update beneficiary_employees set employer_note = 'Salamuistio' where company_id = ${tenants.own.companyId}`.execute(
      db,
    )
    await sql`update users set personal_email = 'salaposti@koti.example' where id = ${tenants.own.employee.userId}`.execute(
      db,
    )
  })

  it.each([
    ['EMPLOYER_ADMIN', { note: true, address: true }],
    ['EMPLOYER_EDITOR', { note: true, address: false }],
    ['EMPLOYER_GROUP_ADMIN', { note: true, address: true }],
    ['EMPLOYER_REPORTING', { note: false, address: false }],
    ['BIKE_BENEFICIARY', { note: false, address: true }],
  ] as const)(
    'reach %s in no answer, file or header; nor do private words of its own',
    async (role, sees) => {
      const texts = await textsFor(role, tenants.own)
      expect(texts.length).toBeGreaterThan(20)
      for (const text of texts) expect(text.toLowerCase(), text.slice(0, 120)).not.toContain(sentinel.toLowerCase())
      const all = texts.join('\n')
      expect(all.includes('Salamuistio'), 'the employer’s note').toBe(sees.note)
      expect(all.includes('salaposti'), 'the private address').toBe(sees.address)
    },
    60_000,
  )

  it('reach the staff, so that the tests above look for what is there', async () => {
    const texts = await textsFor('SUPER_ADMIN', tenants.foreign)
    expect(texts.filter((text) => text.includes(sentinel)).length).toBeGreaterThan(5)
  }, 60_000)
})

describe('these tests notice', () => {
  it.each(['deactivated', 'origin'] as const)(
    'when the guard of %s is gone',
    async (guard) => {
      const values = guard === 'deactivated' ? { deactivated_at: '2026-01-01T00:00:00Z' } : {}
      const caller = await world.signIn((await buildUser(world, values)).userId)
      const spec = endpoints.find((one) => one.spec.path === '/api/logout/elsewhere')!.spec
      const headers = {
        cookie: `accessToken=${caller.accessToken}`,
        'sec-fetch-site': guard === 'origin' ? 'cross-site' : 'same-origin',
      }
      expect((await world.call(spec, { headers })).status).not.toBe(200)
      await world.without(guard, async (open) => {
        expect((await open.call(spec, { headers })).status).toBe(200)
      })
    },
    60_000,
  )
})
