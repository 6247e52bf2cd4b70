import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '#testing/builders.ts'
import { password, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'
import { hashing, hashPassword } from './server/password-hash.ts'

let world: World
const { person, login, userOf, db } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

describe('the password', () => {
  it('opens a session with both cookies where no second factor is wanted', async () => {
    const user = await person()
    const reply = await login(user.email.toUpperCase())
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ requiresTwoFactor: false })
    for (const line of (reply.headers['set-cookie'] as string[]).filter((l) => /^(access|refresh)Token/.test(l)))
      expect(line).toMatch(/Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict/)
    const me = await userOf(reply.cookies)
    expect(me.body).toMatchObject({ userId: user.userId, email: user.email, deactivated: false, userRoles: [] })
  })

  it('answers alike, with one hash and nothing written, for every account that it does not open', async () => {
    const known = await person()
    const off = await person({ deactivated_at: world.env.now() })
    const without = await buildUser(world)
    const counts = []
    for (const [email, given] of [
      [known.email, 'väärä salasana tässä'],
      ['ei-ketaan@testi.example', password],
      [off.email, 'väärä salasana tässä'],
      [without.email, password],
    ] as const) {
      const before = {
        hashes: hashing.computed,
        mails: await rows('outbox'),
        tickets: await rows('sign_in_tickets'),
        sessions: await rows('sessions'),
      }
      const reply = await login(email, given)
      counts.push({
        status: reply.status,
        code: reply.body.code,
        message: reply.body.message,
        cookies: reply.cookies,
        hashes: hashing.computed - before.hashes,
        mails: (await rows('outbox')) - before.mails,
        tickets: (await rows('sign_in_tickets')) - before.tickets,
        sessions: (await rows('sessions')) - before.sessions,
      })
    }
    const alike = {
      status: 401,
      code: 'PASSWORD_INCORRECT',
      message: 'Password is incorrect',
      cookies: {},
      hashes: 1,
      mails: 0,
      tickets: 0,
      sessions: 0,
    }
    expect(counts).toEqual([alike, alike, alike, alike])
  })

  it('tells a deactivated user so only after the right password', async () => {
    const user = await person({ deactivated_at: world.env.now() })
    const reply = await login(user.email)
    expect(reply).toMatchObject({
      status: 403,
      body: { code: 'USER_DEACTIVATED', message: 'User account is deactivated' },
      cookies: {},
    })
  })

  it('says with the words of the catalogue that e-mail or password is missing', async () => {
    const reply = await world.call(sessions.login, { anyBody: { email: 'x@testi.example' } })
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_OR_PASSWORD_MISSING', message: 'Email or password is missing' },
    })
  })

  it('is tried at most ten times in fifteen minutes for one address', async () => {
    const user = await person()
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await login(user.email, 'väärä salasana tässä')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await login(user.email)).headers['retry-after']).toBeDefined()
  })

  it('shuts no office out whose people all sign in behind one address', async () => {
    const colleagues = [await person(), await person()]
    await login('ei-ketaan@testi.example', 'väärä salasana tässä')
    await db().updateTable('rate_limits').set({ hits: 49 }).where('action', '=', 'login:address').execute()
    for (const { email } of [...colleagues, ...colleagues]) expect((await login(email)).status).toBe(200)
    expect((await login('ei-ketaan@testi.example', 'väärä salasana tässä')).status).toBe(401)
    expect((await login(colleagues[0]!.email)).status).toBe(429)
  })

  it('is hashed for at most as many people at once as there are cores', async () => {
    await Promise.all(Array.from({ length: 12 }, () => hashPassword(password)))
    const { availableParallelism } = await import('node:os')
    expect(hashing.mostAtOnce).toBeLessThanOrEqual(availableParallelism())
  })
})

async function rows(table: 'outbox' | 'sign_in_tickets' | 'sessions'): Promise<number> {
  const row = await db()
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
