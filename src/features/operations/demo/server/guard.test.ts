import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demo } from '#features/operations/demo/contract.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Asked = { url?: string; host?: string; headers?: Record<string, string>; remoteAddress?: string }
const ask = async ({
  url = '/api/demo/clock',
  host = 'localhost:3000',
  headers = {},
  remoteAddress = '127.0.0.1',
}: Asked) => (await world.app.inject({ method: 'GET', url, remoteAddress, headers: { ...headers, host } })).statusCode

describe('a demo call', () => {
  it('answers this machine', async () => {
    expect(await ask({})).toBe(200)
  })

  it.each([
    ['a name that may belong to another machine', { host: 'evil.example:4414' }],
    ['such a name with an encoded path', { host: 'evil.example', url: '/api/%64emo/clock' }],
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['a proxy that names whom it forwards', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['a proxy that names the host', { headers: { 'x-forwarded-host': 'localhost' } }],
    ['a proxy of the standard', { headers: { forwarded: 'for=192.0.2.7' } }],
  ])('answers not to %s', async (_, asked) => {
    expect(await ask(asked)).toBe(404)
  })
})

it('shows the code of an authenticator app for the demo’s own addresses only', async () => {
  const secret = world.services.vault.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  const app = { totp_secret_sealed: secret, totp_confirmed_at: world.env.now() }
  for (const email of ['super@demo.example', 'oikea@yritys.example']) await buildUser(world, { email, ...app })
  const codeOf = (email: string) => world.call(demo.totp, { query: { email }, headers: { host: 'localhost:3000' } })
  expect((await codeOf('super@demo.example')).body).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) })
  expect((await codeOf('oikea@yritys.example')).status).toBe(404)
})

it('moves the clock ahead alone, and at most two years', async () => {
  const move = (days: number) => {
    const now = new Date(world.env.now().getTime() + days * 86_400_000).toISOString()
    return world.call(demo.moveClock, { body: { now }, headers: { host: 'localhost:3000' } })
  }
  for (const days of [-1, 733]) expect((await move(days)).body).toMatchObject({ fields: [{ path: 'now' }] })
})

it('exists nowhere outside the demo: no call is there, and the API document names none', async () => {
  const paths = Object.values(demo).map(({ path }) => path)
  const documentOf = async ({ app }: World) => (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  expect(Object.keys((await documentOf(world)).paths)).toEqual(expect.arrayContaining(paths))
  const other = await openWorld({ variables: { DEMO: '0' } })
  try {
    for (const url of paths)
      expect(
        (await other.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } })).statusCode,
        url,
      ).toBe(404)
    expect(JSON.stringify(await documentOf(other))).not.toContain('/api/demo')
  } finally {
    await other.close()
  }
})

describe('the configuration', () => {
  const key = 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy'
  const base = { SECRET_KEY: key, ORIGIN: 'http://localhost:3000' }

  it('leaves the demo out wherever data or an address are not this machine’s own', () => {
    expect(readConfig(base).demo).toBe(true)
    expect(readConfig({ ...base, DATABASE_URL: 'postgres://db.example/poljin' }).demo).toBe(false)
    expect(readConfig({ ...base, ORIGIN: 'https://bikes.example' }).demo).toBe(false)
    expect(readConfig({ ...base, HOST: '0.0.0.0' }).demo).toBe(false)
  })

  it.each([
    ['DEMO=1 beside a database', { DEMO: '1', DATABASE_URL: 'postgres://db.example/poljin' }],
    ['DEMO=1 at a public address', { DEMO: '1', ORIGIN: 'https://bikes.example' }],
    ['an environment that is none', { NODE_ENV: 'prod' }],
    ['http in production', { NODE_ENV: 'production', ORIGIN: 'http://bikes.example' }],
    [
      'a patterned key in production',
      { NODE_ENV: 'production', ORIGIN: 'https://bikes.example', SECRET_KEY: 'abab'.repeat(10) },
    ],
    [
      'a counted key in production',
      { NODE_ENV: 'production', ORIGIN: 'https://bikes.example', SECRET_KEY: '1234567890'.repeat(4) },
    ],
    [
      'a short key before in production',
      { NODE_ENV: 'production', ORIGIN: 'https://bikes.example', PREVIOUS_SECRET_KEY: 'x' },
    ],
    [
      'an open gateway in production',
      { NODE_ENV: 'production', ORIGIN: 'https://bikes.example', SMS_GATEWAY_URL: 'http://sms.example' },
    ],
  ])('is refused with %s', (_, variables) => {
    expect(() => readConfig({ ...base, ...variables })).toThrow()
  })
})

it('says where to tell of a weakness, and where its promises stand', async () => {
  const reply = await world.app.inject({ method: 'GET', url: '/.well-known/security.txt' })
  expect(reply.body).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \d{4}-\S+Z\n/)
  expect(reply.body).toMatch(/^Policy: http:\/\/localhost:3000\/turvallisuus$/m)
})
