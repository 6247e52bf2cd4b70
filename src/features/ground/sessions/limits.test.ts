import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'

let world: World
const { db, person, login } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const hits = async () =>
  (
    await sql<{
      action: string
      hits: number
    }>`select action, hits from rate_limits where action like 'login:%'`.execute(db())
  ).rows.map((row) => `${row.action} ${row.hits}`)

it('counts a failed sign-in and gives a right one back', async () => {
  const user = await person()
  await login(user.email)
  expect((await hits()).toSorted()).toEqual(['login:address 0', 'login:identifier 0'])
  await world.call(sessions.login, { body: { email: user.email, password: 'väärä' } })
  await login(user.email)
  expect((await hits()).toSorted()).toEqual(['login:address 1', 'login:identifier 1'])
})

it('lets an office behind one address sign in as often as it likes, and stops ten failures for one person', async () => {
  const now = world.env.now()
  const attempt = (identifier: string) => countAttempt(db(), 'login', { identifier, address: '192.0.2.7' }, now)
  for (let person = 0; person < 80; person += 1) {
    const who = { identifier: `${person}@testi.example`, address: '192.0.2.7' }
    await countAttempt(db(), 'login', who, now)
    await forgiveAttempt(db(), 'login', who, now)
  }
  for (let tries = 0; tries < 10; tries += 1) await attempt('yksi@testi.example')
  await expect(attempt('yksi@testi.example')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await attempt('toinen@testi.example')
})
