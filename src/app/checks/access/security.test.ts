import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type PermissionName, type RoleName, roleNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { failureForLog } from '#platform/server/http/http.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { buildUser } from '#testing/builders.ts'
import { sampleOf } from '#testing/files/sample.ts'
import { buildTenants, entityOf, idForField, paramsFor } from '#testing/lists/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'
import { mounted } from '../../server/features.ts'

const endpoints = mounted
  .filter(({ name }) => name !== 'demo')
  .flatMap(({ name, contract }) =>
    Object.entries(contract).map(([call, spec]) => ({ title: `${spec.method} ${spec.path} (${name}.${call})`, spec })),
  )
const unsafe = endpoints.filter(({ spec }) => spec.method !== 'GET')
const bodied = unsafe.filter(({ spec }) => spec.body)

let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>
beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
}, 120_000)
afterAll(() => world.close())

/** Somebody who may call it, so that a refusal is for the reason under test. */
function callerFor(spec: EndpointSpec) {
  const order: readonly RoleName[] = ['SUPER_ADMIN', 'EMPLOYER_ADMIN', 'BIKE_BENEFICIARY', ...roleNames]
  const role = order.find((one) => seededPermissionsOf(one).includes(spec.access as PermissionName))
  return tenants.principals[role ?? 'BIKE_BENEFICIARY']
}

function addressOf(spec: EndpointSpec): string {
  const kind = entityOf(spec)
  const id = kind && kind !== 'global' ? tenants.own.ids[kind] : world.env.id()
  const params = spec.path.includes(':token') ? { token: 'x'.repeat(43) } : paramsFor(spec, id, tenants.own)
  return Object.entries(params).reduce<string>((url, [name, value]) => url.replace(`:${name}`, value), spec.path)
}

const bodyOf = (spec: EndpointSpec) =>
  sampleOf(spec.body ?? {}, (field) => idForField(tenants.own, field)) as Record<string, unknown>

/** A raw call, as an attacker's page or tool would send it. */
function send(spec: EndpointSpec, headers: Record<string, string>, payload?: string | Buffer) {
  return world.app.inject({ method: spec.method, url: addressOf(spec), headers, ...(payload ? { payload } : {}) })
}

describe('a request from another site', () => {
  const origins: Record<string, Record<string, string>> = {
    'another site': { 'sec-fetch-site': 'cross-site' },
    'a sister site': { 'sec-fetch-site': 'same-site' },
    'a foreign origin, from an old browser': { origin: 'https://evil.example' },
    'a document without an origin': { origin: 'null' },
    'nowhere that it would say': {},
  }
  it.each(unsafe)('is refused at $title, whatever it says of its origin', async ({ spec }) => {
    const cookie = `accessToken=${callerFor(spec).accessToken}`
    for (const [from, headers] of Object.entries(origins)) {
      const reply = await send(spec, { cookie, ...headers, 'content-type': 'application/json' }, '{}')
      expect(reply.json(), `from ${from}`).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    }
  })

  it.each(unsafe)('is not read as a form or as text at $title', async ({ spec }) => {
    const authorization = `Bearer ${callerFor(spec).accessToken}`
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await send(spec, { authorization, 'content-type': type }, '{"a":1}')
      expect([401, 403, 415], `${type}: ${reply.body}`).toContain(reply.statusCode)
    }
  })
})

describe('a body', () => {
  const smuggled = ['role', 'roleId', 'companyId', 'userId', 'status', 'price', 'paidDate', 'createdAt', 'deactivated']

  it.each(bodied)('takes no field at $title that it does not name', async ({ spec }) => {
    const authorization = `Bearer ${callerFor(spec).accessToken}`
    const known = Object.keys((spec.body as { properties?: object }).properties ?? {})
    for (const field of [...smuggled.filter((name) => !known.includes(name)), 'isAdmin']) {
      const payload = JSON.stringify({ ...bodyOf(spec), [field]: 'x' })
      const reply = await send(spec, { authorization, 'content-type': 'application/json' }, payload)
      expect([400, 401], `${field}: ${reply.body}`).toContain(reply.statusCode)
    }
  })

  it.each(bodied)('of hostile JSON is refused at $title and changes no prototype', async ({ spec }) => {
    const authorization = `Bearer ${callerFor(spec).accessToken}`
    const hostile = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      '{"a":1',
      '"text"',
      '1e999',
    ]
    for (const payload of hostile) {
      const reply = await send(spec, { authorization, 'content-type': 'application/json' }, payload)
      expect([400, 401], `${payload.slice(0, 20)}: ${reply.body.slice(0, 200)}`).toContain(reply.statusCode)
    }
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
  })

  it.each(bodied.filter(({ spec }) => !spec.path.includes('maintenance')))(
    'with a NUL or half a letter in its texts never brings $title down',
    async ({ spec }) => {
      const base = bodyOf(spec)
      for (const bad of ['a\u0000b', '\ud800x', '\u202Ex', "' or 1=1 --"]) {
        const texts = Object.entries(base).map(([name, value]) => [name, value === 'esimerkki' ? bad : value])
        const reply = await world.call(spec, {
          as: callerFor(spec),
          body: Object.fromEntries(texts),
          ...pathOf(spec),
        })
        expect(reply.body?.code, `${reply.status}`).not.toBe('INTERNAL')
      }
    },
  )

  it('is refused past a mebibyte before it is looked at', async () => {
    const payload = JSON.stringify({ email: 'a'.repeat(1_100_000), password: 'x' })
    const reply = await send(sessions.login, { 'content-type': 'application/json' }, payload)
    expect(reply.statusCode).toBe(413)
  })
})

function pathOf(spec: EndpointSpec) {
  const token = { token: 'x'.repeat(43) }
  return { params: spec.path.includes(':token') ? token : paramsFor(spec, world.env.id(), tenants.own) }
}

describe('an answer', () => {
  const reads = endpoints.filter(({ spec }) => spec.method === 'GET' && spec.access !== 'public')

  it.each(reads)('of $title is kept by no cache, sniffed by no browser and framed by nobody', async ({ spec }) => {
    const reply = await send(spec, { authorization: `Bearer ${callerFor(spec).accessToken}` })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(String(reply.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(reply.headers['x-frame-options']).toBe('DENY')
    expect(reply.headers['permissions-policy']).toContain('camera=()')
    expect(reply.headers.server ?? reply.headers['x-powered-by']).toBe(undefined)
  })

  it('lets the camera be used on a store’s pages alone', async () => {
    const policyOf = async (url: string) =>
      String((await world.app.inject({ method: 'GET', url })).headers['permissions-policy'])
    const token = 'x'.repeat(43)
    for (const page of [`/liike/${token}`, `/runkonumero-ja-toimitus/${token}`])
      expect(await policyOf(page)).toContain('camera=(self)')
    for (const page of [
      '/',
      '/mybike',
      '/liike',
      `/korjaus/${token}`,
      `/api/store-order/${token}`,
      `/x/liike/${token}`,
    ])
      expect(await policyOf(page)).toContain('camera=()')
  })

  it('of a failure shows no stack, no path and no SQL', async () => {
    for (const [method, url] of [
      ['GET', '/api/../../etc/passwd'],
      ['GET', '/api/orders/%00'],
      ['GET', '/api/orders/not-an-id'],
      ['POST', '/api/login'],
      ['GET', '/api/%E0%A4%A'],
    ] as const) {
      const reply = await world.app.inject({ method, url, headers: { authorization: 'Bearer x' } })
      expect(reply.statusCode).toBeLessThan(500)
      expect(reply.body).not.toMatch(/node_modules|\/src\/|select |at .*\.ts/)
    }
  })
})

describe('the address of a caller', () => {
  const buckets = async (at: World) =>
    (
      await at.services.database.primary
        .selectFrom('rate_limits')
        .selectAll()
        .where('action', '=', 'login:address')
        .execute()
    )
      .map((row) => row.hits)
      .toSorted()
  const attempt = (at: World, forwarded: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'x-forwarded-for': forwarded, 'content-type': 'application/json' },
      payload: { email: `${forwarded.length}@testi.example`, password: 'arvaus' },
      remoteAddress: '192.0.2.1',
    })

  it('is the proxy’s word alone, whatever the caller wrote before it', async () => {
    const behind = await openWorld({ variables: { TRUST_PROXY: '1' } })
    try {
      for (const forged of ['203.0.113.1', '203.0.113.22', '10.0.0.1, 127.0.0.1'])
        await attempt(behind, `${forged}, 198.51.100.7`)
      expect(await buckets(behind)).toEqual([3])
    } finally {
      await behind.close()
    }
  })

  it('is never a header’s where no proxy stands in front', async () => {
    const bare = await openWorld()
    try {
      for (const forged of ['203.0.113.1', '203.0.113.22']) await attempt(bare, forged)
      expect(await buckets(bare)).toEqual([2])
    } finally {
      await bare.close()
    }
  })
})

describe('the code of a store', () => {
  it('is guessed at thirty times a day by one link, from however many addresses', async () => {
    const { primary } = world.services.database
    const link = { purpose: 'store-order', days: 1, subjectId: tenants.own.ids.order } as const
    const { token } = await createLinkToken(primary, world.env, link)
    const guess = (address: number) =>
      world.app.inject({
        method: 'POST',
        url: `/api/store-order/${token}/code`,
        headers: { 'content-type': 'application/json' },
        payload: { code: '000000' },
        remoteAddress: `192.0.2.${address}`,
      })
    const replies = []
    for (let address = 1; address <= 31; address += 1) replies.push((await guess(address)).statusCode)
    expect(replies.slice(0, 30)).not.toContain(429)
    expect(replies[30]).toBe(429)
  })
})

describe('mails', () => {
  const newest = async (recipient: string) =>
    world.services.database.primary
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  it('lead to the configured address, whatever host the request named', async () => {
    const user = await buildUser(world, { password_hash: 'x' })
    await world.ok(sessions.recoverPassword, {
      body: { email: user.email },
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    })
    const mail = await newest(user.email)
    expect(mail.links[0]).toMatch(/^http:\/\/localhost:3000\/reset\//)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  it('show a hostile name as text: no tag, no key of ours, no placeholder', async () => {
    const name = '<img src=x onerror=alert(1)>"\'&{{minutes}}$t(platform:mail.signature)'
    const user = await buildUser(world, { password_hash: 'x', first_name: name })
    await sendMail(world.services.database.primary, world.services, {
      to: user.email,
      language: 'fi',
      template: 'sessions:mail.recovery',
      values: { name, minutes: 60 },
      link: '/reset/x',
    })
    const mail = await newest(user.email)
    expect(mail.body_html).not.toContain('<img')
    expect(mail.body_html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail.body_text).toContain(name)
  })
})

describe('the log', () => {
  it('keeps of a failed query where it failed and nothing of the row', async () => {
    const error = await world.services.database.pool
      .query(
        `insert into users (id, email, first_name, last_name, work_email) values ('not-an-id', 'Salainen@testi.example', 'Salla', 'Salainen', 'x')`,
      )
      .catch((failure: unknown) => failure)
    const check = await world.services.database.pool
      .query(
        `insert into users (id, email, first_name, last_name, work_email) values (gen_random_uuid(), 'Salainen@testi.example', 'Salla', 'Salainen', 'x')`,
      )
      .catch((failure: unknown) => failure)
    for (const failure of [error, check, Object.assign(new Error('outer'), { cause: check })])
      expect(JSON.stringify(failureForLog(failure))).not.toMatch(/Salainen|not-an-id/)
    expect(failureForLog(check)).toMatchObject({ code: '23514', table: 'users', constraint: 'users_email_lower' })
  })
})

describe('a search', () => {
  it('takes the signs of a pattern literally', async () => {
    const as = tenants.principals.SUPER_ADMIN
    await buildUser(world, { last_name: '100%_\\nimi' })
    const found = async (search: string) =>
      (await world.ok(accounts.list, { as, query: { isForList: true, search } })).items.map((item) => item.lastName)
    for (const search of ['%_', '_\\', '100%']) expect(await found(search)).toEqual(['100%_\\nimi'])
    expect(await found('1%i')).toEqual([])
  })
})

describe('asking for a link', () => {
  /** Everything that reaches the database during a call, without what it carries. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      return (
        query.mock.calls
          .map(([statement]) => String((statement as { text?: string }).text ?? statement))
          // Whether the service is closed is read at most once a second, by whichever call comes then.
          .filter((text) => !text.includes('from "settings"'))
          .map((text) => text.replace(/^(release|rollback to) savepoint/, 'end of savepoint'))
      )
    } finally {
      query.mockRestore()
    }
  }

  it.each(['recoverPassword', 'registrationHelp'] as const)(
    'by %s costs known and unknown addresses the same',
    async (name) => {
      const invited = await buildUser(world)
      const deactivated = await buildUser(world, { deactivated_at: '2026-01-01T00:00:00Z' })
      const ask = (email: string) => statementsOf(() => world.ok(sessions[name], { body: { email } }))
      // The first call of a process also reads what is then kept in memory.
      await ask(invited.email)
      const known = await ask(invited.email)
      expect(known.length).toBeGreaterThan(5)
      expect(await ask('tuntematon@testi.example')).toEqual(known)
      expect(await ask(deactivated.email)).toEqual(known)
      const mails = await world.services.database.primary
        .selectFrom('outbox')
        .select('recipient')
        .where('template', 'like', 'sessions:%')
        .execute()
      expect(mails.map((mail) => mail.recipient)).not.toContain('')
      expect(mails.map((mail) => mail.recipient)).not.toContain(deactivated.email)
    },
  )
})
