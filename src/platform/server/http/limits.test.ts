import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { registration } from '#features/people/registration/contract.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { buildCompany, buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { addressBucket } from './limits.ts'

let world: World
let password_hash: string
const password = 'Vapaaratas-2204'
beforeAll(async () => {
  world = await openWorld()
  password_hash = await hashPassword(password)
})
afterAll(() => world.close())

/** Somebody new asks for a code to a number that nobody has proven to read. */
async function askFor(phoneNumber: string): Promise<number> {
  const { userId } = await buildUser(world, { password_hash })
  const as = await world.signIn(userId)
  return (await world.call(sessions.setPhone, { as, params: { userId }, body: { phoneNumber, password } })).status
}

const textMessages = () =>
  world.services.database.primary
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('channel', '=', 'SMS')
    .executeTakeFirstOrThrow()

test('a stranger’s number gets ten text messages a day, however many accounts ask', async () => {
  const statuses = []
  for (let asked = 0; asked < 11; asked += 1) statuses.push(await askFor('+358 44 987 6543'))
  expect(statuses.slice(0, 10)).not.toContain(429)
  expect(statuses[10]).toBe(429)
  expect(Number((await textMessages()).n)).toBe(10)
  expect(await askFor('+358 44 987 6544')).not.toBe(429)
})

test('all numbers together have a budget, kept in the database', async () => {
  const { primary } = world.services.database
  const spend = (hits: number) =>
    sql`update rate_limits set hits = ${hits} where action = 'sms:address'`.execute(primary)
  await spend(1_999)
  expect(await askFor('+358 44 987 6545')).not.toBe(429)
  expect(await askFor('+358 44 987 6546')).toBe(429)
  await spend(0)
})

test('a join link mails 500 a day, from whatever addresses it is used', async () => {
  const { primary } = world.services.database
  const { companyId, unitId } = await buildCompany(world)
  const { token } = await createLinkToken(primary, world.env, { purpose: 'join', days: 9, companyId })
  const apply = (email: string) =>
    world.call(registration.apply, {
      params: { token },
      body: {
        firstName: 'Joku',
        lastName: 'Muu',
        workEmail: email,
        phoneNumber: '0405550001',
        password: 'Kampiakseli ja ketjut',
        companyId,
        unitId,
      },
    })
  expect((await apply('eka@joku.example')).status).toBeLessThan(300)
  await sql`update rate_limits set hits = 500 where action = 'join-link:identifier'`.execute(primary)
  expect((await apply('toka@joku.example')).status).toBe(429)
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:1234', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
])('the address %s counts as %s', (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket)
})
