import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { health } from '#features/ground/health/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { eventLog } from '#features/operations/event-log/contract.ts'
import { signedInAs } from '#testing/builders.ts'
import { cookiesOf, sending, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { maintenance } from '../contract.ts'

let world: World
const { person, withRole, login, refresh, userOf, db } = signInSteps(() => world)
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The state of the switch is looked up at most once a second. */
const untilSeen = () => new Promise((resolve) => setTimeout(resolve, 1100))

test('a closed service answers nothing but the switch, and opens again', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  expect(await world.ok(maintenance.get, { as: boss })).toEqual({ closed: false, byEnvironment: false })
  await world.ok(maintenance.set, { as: boss, body: { closed: true } })
  await untilSeen()
  const refused = await world.call(accounts.list, { as: boss })
  expect([refused.status, refused.body.code]).toEqual([503, 'MAINTENANCE'])
  expect((await world.ok(maintenance.set, { as: boss, body: { closed: false } })).closed).toBe(false)
  await untilSeen()
  expect((await world.call(accounts.list, { as: boss })).status).toBe(200)
})

test('setting the switch to where it stands writes no event', async () => {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  const count = async () => (await world.ok(eventLog.list, { as: boss, query: { type: 'MAINTENANCE_CHANGED' } })).total
  const before = await count()
  await world.ok(maintenance.set, { as: boss, body: { closed: false } })
  expect(await count()).toBe(before)
})

test('only a super admin holds the switch; the staff may run the jobs', async () => {
  const internal = await signedInAs(world, 'INTERNAL_ADMIN')
  const refused = await world.call(maintenance.set, { as: internal, body: { closed: true } })
  expect(refused.status).toBe(403)
  expect(await world.ok(maintenance.runJobs, { as: internal, body: {} })).toEqual({ done: true, failed: [] })
  const employee = await signedInAs(world, 'BIKE_BENEFICIARY')
  expect((await world.call(maintenance.runJobs, { as: employee, body: {} })).status).toBe(403)
})

/** Closes the service while something is done, and opens it again. */
async function whileClosed(act: () => Promise<void>) {
  const boss = await signedInAs(world, 'SUPER_ADMIN')
  await world.ok(maintenance.set, { as: boss, body: { closed: true } })
  await untilSeen()
  try {
    await act()
  } finally {
    await world.ok(maintenance.set, { as: boss, body: { closed: false } })
    await untilSeen()
  }
}

const closed = { status: 503, body: { code: 'MAINTENANCE' } }

test('an operator who is signed out signs in to the closed service and opens it', async () => {
  const boss = await withRole('SUPER_ADMIN', 'NONE')
  await whileClosed(async () => {
    const asked = await login(boss.email)
    expect(asked).toMatchObject({ status: 202, body: { enrolmentRequired: true } })
    const started = await world.call(sessions.startTotp, { body: {}, headers: sending(asked.cookies) })
    const code = generateSync({ secret: started.body.secret, epoch: Math.floor(world.env.now().getTime() / 1000) })
    const verified = await world.call(sessions.verify, {
      body: { email: boss.email, code },
      headers: sending(asked.cookies),
    })
    expect(verified.status).toBe(200)
    const signedIn = cookiesOf(verified)
    expect((await userOf(signedIn)).body).toMatchObject({ userId: boss.userId })
    const { status, cookies } = await refresh(signedIn)
    expect(status).toBe(200)
    expect((await world.call(accounts.list, { headers: sending(cookies) })).status).toBe(503)
    const opened = await world.call(maintenance.set, { body: { closed: false }, headers: sending(cookies) })
    expect(opened.body).toMatchObject({ closed: false })
  })
})

test('nobody else signs in to the closed service, and the answer says why only after the right password', async () => {
  const staff = await withRole('INTERNAL_ADMIN', 'NONE')
  const employee = await person()
  const before = await login(employee.email)
  const sessionsBefore = await db().selectFrom('sessions').select('id').where('user_id', '=', employee.userId).execute()
  await whileClosed(async () => {
    expect(await login(employee.email)).toMatchObject(closed)
    expect(await login(staff.email)).toMatchObject(closed)
    expect((await login(employee.email, 'väärä salasana tässä')).status).toBe(401)
    expect(await userOf(before.cookies)).toMatchObject(closed)
    expect(await refresh(before.cookies)).toMatchObject({ status: 503 })
  })
  expect(await db().selectFrom('sessions').select('id').where('user_id', '=', employee.userId).execute()).toEqual(
    sessionsBefore,
  )
  // The refusal has not used up the session: it goes on afterwards.
  expect((await refresh(before.cookies)).status).toBe(200)
})

test('a code asked for before the service closed opens nothing while it is closed', async () => {
  const staff = await withRole('INTERNAL_ADMIN', 'NONE')
  const asked = await login(staff.email)
  await whileClosed(async () => {
    const verify = { body: { email: staff.email, code: '123456' }, headers: sending(asked.cookies) }
    expect(await world.call(sessions.verify, verify)).toMatchObject(closed)
    expect(await world.call(sessions.startTotp, { body: {}, headers: sending(asked.cookies) })).toMatchObject(closed)
  })
})

test('a closed service still says that it is closed, whose it is, and lets people out', async () => {
  const employee = await person()
  const { cookies } = await login(employee.email)
  await whileClosed(async () => {
    expect((await world.ok(health.check)).status).toBe('maintenance')
    expect((await world.ok(health.brand)).name).toBeTruthy()
    expect((await world.call(sessions.logout, { headers: sending(cookies) })).status).toBe(200)
  })
  expect((await userOf(cookies)).status).toBe(401)
})
