import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { password, sending, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'

let world: World
const { person, withRole, login, lastSms, verify, userOf, refresh, resetToken, db } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

describe('who is signed in', () => {
  const ask = (cookies: Record<string, string>, mark: string) =>
    world.call(sessions.user, { headers: { ...sending(cookies), 'if-none-match': mark } })

  it('is not said again to whoever holds the answer, until something about them changes', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    const first = await userOf(cookies)
    const mark = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('no-store')
    const again = await ask(cookies, mark)
    expect([again.status, again.raw.length]).toEqual([304, 0])
    await db().updateTable('users').set({ first_name: 'Tuisku' }).where('id', '=', user.userId).execute()
    expect(await ask(cookies, mark)).toMatchObject({ status: 200, body: { firstName: 'Tuisku' } })
  })

  it('is said to another session and refused to an ended one, whatever mark they bring', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    const mark = String((await userOf(cookies)).headers.etag)
    expect((await ask((await login(user.email)).cookies, mark)).status).toBe(200)
    await world.ok(sessions.logout, { headers: sending(cookies) })
    expect((await ask(cookies, mark)).status).toBe(401)
  })
})

describe('the refresh token', () => {
  async function signedIn() {
    const user = await person()
    return { ...user, ...(await login(user.email)) }
  }

  it('gives a new pair, and the session goes on after the access token has run out', async () => {
    const { cookies } = await signedIn()
    world.env.advance(16 * 60_000)
    expect((await userOf(cookies)).body.code).toBe('SESSION_EXPIRED')
    const renewed = await refresh(cookies)
    expect(renewed.status).toBe(200)
    expect(renewed.cookies.refreshToken).not.toBe(cookies.refreshToken)
    expect((await userOf(renewed.cookies)).status).toBe(200)
  })

  it('takes the access token with it that stood beside: that one opens nothing from the next request on', async () => {
    const { cookies } = await signedIn()
    expect((await userOf(cookies)).status).toBe(200)
    const renewed = await refresh(cookies)
    expect((await userOf(cookies)).body.code).toBe('SESSION_EXPIRED')
    expect((await userOf(renewed.cookies)).status).toBe(200)
  })

  it('gives twenty tabs at once the same successor and logs nobody out', async () => {
    const { cookies } = await signedIn()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(cookies)))
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map((reply) => reply.cookies.refreshToken)).size).toBe(1)
    expect((await refresh(replies[7]!.cookies)).status).toBe(200)
  })

  it('may come again within ten seconds after a lost reply', async () => {
    const { cookies } = await signedIn()
    const lost = await refresh(cookies)
    world.env.advance(9_000)
    expect((await refresh(cookies)).cookies.refreshToken).toBe(lost.cookies.refreshToken)
  })

  it('ends the whole session when it comes again later', async () => {
    const { cookies, userId } = await signedIn()
    const renewed = await refresh(cookies)
    world.env.advance(11_000)
    expect((await refresh(cookies)).status).toBe(401)
    expect((await userOf(renewed.cookies)).status).toBe(401)
    expect((await refresh(renewed.cookies)).status).toBe(401)
    const events = await db().selectFrom('events').select('type').where('subject_id', '=', userId).execute()
    expect(events).toEqual([{ type: 'SESSION_REUSE_DETECTED' }])
  })

  it('ends the whole session at once when it is older than the one just replaced', async () => {
    const { cookies } = await signedIn()
    const second = await refresh(cookies)
    const third = await refresh(second.cookies)
    expect((await refresh(cookies)).status).toBe(401)
    expect((await refresh(third.cookies)).status).toBe(401)
  })

  it('ends thirty days after the sign-in, however often it was renewed', async () => {
    let { cookies } = await signedIn()
    for (let day = 6; day <= 24; day += 6) {
      world.env.advance(6 * 86_400_000)
      const renewed = await refresh(cookies)
      expect(renewed.status).toBe(200)
      cookies = renewed.cookies
    }
    world.env.advance(6 * 86_400_000)
    expect((await refresh(cookies)).status).toBe(401)
  })
})

describe('what ends a session', () => {
  const actions: Record<
    string,
    (user: { userId: string; email: string }, cookies: Record<string, string>) => Promise<unknown>
  > = {
    'signing out': (_user, cookies) => world.ok(sessions.logout, { headers: sending(cookies) }),
    'signing out everywhere': async (user) =>
      world.ok(sessions.logoutEverywhere, { as: await world.signIn(user.userId) }),
    'a changed password': async (user) =>
      world.ok(sessions.changePassword, {
        as: await world.signIn(user.userId),
        body: { currentPassword: password, newPassword: 'viisi hirveä hiihtää suolla' },
      }),
    'a reset password': async (user) =>
      world.ok(sessions.resetPassword, {
        params: { token: await resetToken(user) },
        body: { password: 'viisi hirveä hiihtää suolla' },
      }),
  }

  it.each(Object.keys(actions))('%s: access and refresh token are dead on the next request', async (name) => {
    const user = await person()
    const { cookies } = await login(user.email)
    expect((await userOf(cookies)).status).toBe(200)
    await actions[name]!(user, cookies)
    expect((await userOf(cookies)).status).toBe(401)
    expect((await refresh(cookies)).status).toBe(401)
  })

  it.each(Object.keys(actions).slice(1))('%s: a half-done sign-in ends too', async (name) => {
    const user = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234567' })
    const { cookies } = await login(user.email)
    await actions[name]!(user, cookies)
    expect((await verify(cookies, user.email, await lastSms(user.userId))).status).toBe(401)
  })

  it('signs out with the refresh token alone, after the access token has run out', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    world.env.advance(16 * 60_000)
    await world.ok(sessions.logout, { headers: sending(cookies) })
    expect((await refresh(cookies)).status).toBe(401)
  })
})
