import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ProcessFacts, processFacts, readConfig } from './config.ts'
import { postureOf, postureTable, requirePosture } from './posture.ts'

const facts: ProcessFacts = { isRoot: false, runAsUser: null, allowsSelfSignedSeal: false }
const sound = {
  NODE_ENV: 'production',
  ORIGIN: 'https://bikes.example',
  SECRET_KEY: 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy',
  SMTP_URL: 'smtps://post.example',
  SEAL_P12_FILE: '/etc/poljin/seal.p12',
  SEAL_P12_PASSPHRASE: 'neljä kantta ja kampi',
}
const postureWith = (variables: Record<string, string>, process: Partial<ProcessFacts> = {}) =>
  postureOf(readConfig({ ...sound, ...variables }), { ...facts, ...process })
const refusedIn = (rows: ReturnType<typeof postureOf>) =>
  rows.filter(({ state }) => state === 'REFUSED').map(({ part }) => part)

test.each([
  [{}],
  [{ PAYTRAIL_MERCHANT_ID: '695861', PAYTRAIL_SECRET: 'M0nt4zu9kPq2rXv8LwYb5TnCeHs7' }],
  [{ DATABASE_URL: 'postgres://poljin@db.example/p', DATABASE_OWNER_URL: 'postgres://poljin_owner@db.example/p' }],
  [
    {
      DATABASE_URL: 'postgres://poljin@one.example:5432,two.example:5433/p?target_session_attrs=read-write',
      DATABASE_OWNER_URL: 'postgres://poljin_owner@one.example,two.example/p',
      FILES_S3_ENDPOINT: 'https://objects.example',
      FILES_S3_BUCKET: 'papers',
      FILES_S3_KEY_ID: 'AKIDEXAMPLE',
      FILES_S3_SECRET: 'wJalrXUtnFEMIK7MDENG',
    },
  ],
])('a sound production configuration is refused nothing: %j', (variables) => {
  const rows = postureWith(variables)
  expect(refusedIn(rows)).toEqual([])
  expect(() => requirePosture(rows, true)).not.toThrow()
})

test.each([
  ['SMTP_URL', { SMTP_URL: 'smtp://post.example' }, {}],
  ['SEAL_P12_FILE', { SEAL_P12_FILE: '' }, {}],
  ['SEAL_P12_FILE', { SEAL_P12_PASSPHRASE: 'demo' }, {}],
  ['SEAL_P12_FILE', { SEAL_P12_PASSPHRASE: '' }, {}],
  ['DATABASE_OWNER_URL', { DATABASE_URL: 'postgres://poljin@db.example/poljin' }, {}],
  [
    'DATABASE_OWNER_URL',
    { DATABASE_URL: 'postgres://poljin@db.example/p', DATABASE_OWNER_URL: 'postgres://poljin:x@db.example/p' },
    {},
  ],
  ['user', {}, { isRoot: true }],
  ['PAYTRAIL_SECRET', { PAYTRAIL_MERCHANT_ID: '695861', PAYTRAIL_SECRET: 's' }, {}],
  ['PAYTRAIL_SECRET', { PAYTRAIL_MERCHANT_ID: '695861', PAYTRAIL_SECRET: 'a'.repeat(64) }, {}],
  ['EINVOICE_GATEWAY_URL', { EINVOICE_GATEWAY_URL: 'https://169.254.169.254/' }, {}],
  ['EINVOICE_GATEWAY_URL', { EINVOICE_GATEWAY_URL: 'https://[::ffff:a9fe:a9fe]/' }, {}],
  ['SMS_GATEWAY_URL', { SMS_GATEWAY_URL: 'https://0xA9FEA9FE/send' }, {}],
  ['SMS_GATEWAY_URL', { SMS_GATEWAY_URL: 'https://[fe80::1]/send' }, {}],
  ['SMTP_URL', { SMTP_URL: 'smtps://169.254.1.1' }, {}],
] as const)('%s is refused with %j %j, in one sentence, and in production alone', (part, variables, process) => {
  const rows = postureWith(variables, process)
  expect(refusedIn(rows)).toEqual([part])
  expect(() => requirePosture(rows, true)).toThrow(part)
  expect(() => requirePosture(rows, false)).not.toThrow()
  expect(postureTable(rows)).toMatch(new RegExp(`^REFUSED +${part}`, 'm'))
})

test.each([
  ['ORIGIN', { ORIGIN: 'http://bikes.example' }],
  ['SECRET_KEY', { SECRET_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
  ['PREVIOUS_SECRET_KEY', { PREVIOUS_SECRET_KEY: 'abab'.repeat(10) }],
  ['SMS_GATEWAY_URL', { SMS_GATEWAY_URL: 'http://sms.example' }],
  ['EINVOICE_GATEWAY_URL', { EINVOICE_GATEWAY_URL: 'http://laskut.example' }],
  ['PAYTRAIL_URL', { PAYTRAIL_MERCHANT_ID: '1', PAYTRAIL_SECRET: 'x', PAYTRAIL_URL: 'http://maksut.example' }],
] as const)('%s is refused while it is read in production', (part, variables) => {
  expect(() => readConfig({ ...sound, ...variables })).toThrow(part)
})

test.each([
  ['MAIL_FROM', 'Poljin'],
  ['MAIL_FROM', 'Poljin <noreply>'],
  ['MAIL_FROM', 'Poljin <a@poljin.example>, b@poljin.example'],
  ['OPERATOR_EMAIL', 'hei at poljin.example'],
  ['LOG_LEVEL', 'verbose'],
  ['DEMO', 'no'],
  ['MAINTENANCE', 'on'],
  ['TRUST_PROXY', 'true'],
  ['GENERAL_LIMIT', 'off'],
  ['PREPARED_STATEMENTS', 'false'],
  ['ALLOW_SELF_SIGNED_SEAL', 'yes'],
])('%s=%s is refused wherever it is read, with the variable named', (name, value) => {
  const read = (variables: Record<string, string>) => [readConfig(variables), processFacts(variables)]
  const own = { SECRET_KEY: sound.SECRET_KEY }
  expect(() => read({ ...own, [name]: value })).toThrow(new RegExp(`^${name} has to be .*"${value}"`))
})

test.each([
  ['MAIL_FROM', 'noreply@poljin.example', { mailFrom: 'noreply@poljin.example' }],
  ['MAIL_FROM', 'Poljin Oy <noreply@poljin.example>', { mailFrom: 'Poljin Oy <noreply@poljin.example>' }],
  ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
  ['MAINTENANCE', '1', { maintenance: true }],
  ['GENERAL_LIMIT', '0', { generalLimit: false }],
  ['PREPARED_STATEMENTS', '0', { preparedStatements: false }],
  ['TRUST_PROXY', '', { trustProxy: false }],
])('%s=%s is taken', (name, value, read) => {
  expect(readConfig({ SECRET_KEY: sound.SECRET_KEY, [name]: value })).toMatchObject(read)
})

test('no call to a gateway follows a redirect', () => {
  const src = path.resolve(import.meta.dirname, '../../..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/server\/.*\.ts$/.test(file) && !/test\.ts$|demo-peer/.test(file),
  )
  const calls = files.flatMap((file) =>
    readFileSync(path.join(src, file), 'utf8')
      .split(/\bfetch\(/)
      .slice(1)
      .map((call) => ({ file, stops: /^[\s\S]{0,400}?redirect: 'error'/.test(call) })),
  )
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.filter(({ stops }) => !stops)).toEqual([])
})

test('what production may do only knowingly is weak: a self-signed seal, root until another user takes over', () => {
  const rows = postureWith({ SEAL_P12_FILE: '' }, { allowsSelfSignedSeal: true, isRoot: true, runAsUser: 'poljin' })
  expect(refusedIn(rows)).toEqual([])
  expect(rows).toContainEqual(expect.objectContaining({ part: 'SEAL_P12_FILE', state: 'WEAK' }))
  for (const part of ['BRAND_FILE', 'SMS_GATEWAY_URL'])
    expect(postureWith({}), part).toContainEqual(expect.objectContaining({ part, state: 'WEAK' }))
  expect(postureWith({ DATA_DIR: '/proc/nowhere' }, { isRoot: true, runAsUser: 'poljin' })).toContainEqual(
    expect.objectContaining({ part: 'DATA_DIR', state: 'WEAK', says: expect.stringContaining('poljin') }),
  )
  expect(postureWith({ GENERAL_LIMIT: '0' })).toContainEqual(
    expect.objectContaining({ part: 'GENERAL_LIMIT', state: 'WEAK' }),
  )
})
