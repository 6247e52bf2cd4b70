import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/server/runtime/config.ts'
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

it('says where to tell of a weakness', async () => {
  const reply = await world.app.inject({ method: 'GET', url: '/.well-known/security.txt' })
  expect(reply.body).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \d{4}-\S+Z\n/)
})
