import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { demo } from '#features/operations/demo/contract.ts'
import { demoUsers } from '#features/operations/demo/rules.ts'
import { maintenance } from '#features/operations/maintenance/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { firstOfNextMonth, helsinkiDay } from '#platform/values/days.ts'
import { cookiesOf, lastCodeTo, sending } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { prepareDatabase } from '../server/open-database.ts'
import { seedDemo } from './seed-demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-25T08:00:00Z')
  await prepareDatabase(world.services)
  await seedDemo(world.services, { progress: () => undefined })
}, 600_000)
afterAll(() => world.close())

/** As the demo's page moves the clock: to the morning of the next month's first, with the jobs that fall due. */
async function nextMonth() {
  world.env.setNow(`${firstOfNextMonth(helsinkiDay(world.env.now()))}T04:00:00Z`)
  await world.services.runJobs()
}

/** The code of an app, or the one in the newest text message. */
async function codeFor(email: string, methods: readonly string[]): Promise<string> {
  if (methods.includes('TOTP')) return (await world.ok(demo.totp, { query: { email } })).code
  return lastCodeTo(world.services.database.primary, (await userOf(email)).userId)
}

const userOf = (email: string) =>
  world.services.database.primary
    .selectFrom('users')
    .select(['id as userId', 'deactivation_reason'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

async function signIn(email: string, password: string): Promise<number> {
  const login = await world.call(sessions.login, { body: { email, password } })
  if (login.status !== 202) return login.status
  const { methods } = login.body as { methods: string[] }
  const body = { email, code: await codeFor(email, methods) }
  return (await world.call(sessions.verify, { body, headers: sending(cookiesOf(login)) })).status
}

test('two years on, every job still works, every demo user signs in, and no company is left without hands', async () => {
  const internal = (await userOf('internal@demo.example')).userId
  for (let month = 0; month < 24; month += 1) {
    await nextMonth()
    const { jobs } = await world.ok(maintenance.jobs, { as: await world.signIn(internal) })
    expect(jobs.filter(({ failing }) => failing)).toEqual([])
  }
  expect(helsinkiDay(world.env.now())).toBe('2028-11-01')
  const refused: string[] = []
  for (const { email, password } of demoUsers) if ((await signIn(email, password)) !== 200) refused.push(email)
  expect(refused).toEqual([])
  expect((await userOf('selma.esimerkki@demo.example')).deactivation_reason, 'who shows the rule').toBe('INACTIVITY')
  const { data } = await world.ok(tasks.list, { as: await world.signIn(internal), query: { action: 'nameHands' } })
  expect(data).toEqual([])
}, 1_200_000)
