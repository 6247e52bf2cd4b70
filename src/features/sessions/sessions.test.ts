import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoleName } from '#platform/permissions.ts'
import { assignRole, buildCompany, buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'
import { hashing, hashPassword } from './server/password-hash.ts'

const password = 'kolme kettua soutaa yössä'
let world: World
let passwordHash: string

beforeAll(async () => {
  world = await openWorld()
  passwordHash = await hashPassword(password)
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

const db = () => world.services.database.primary

async function person(values: Parameters<typeof buildUser>[1] = {}) {
  return buildUser(world, { password_hash: passwordHash, ...values })
}

async function withRole(
  role: RoleName,
  twoFactor: 'NONE' | 'EMPLOYER_ROLES' | 'EVERYONE',
  values: Parameters<typeof buildUser>[1] = {},
) {
  const company = await buildCompany(world, { two_factor: twoFactor })
  const user = await person(values)
  await assignRole(world, user.userId, role, role === 'SUPER_ADMIN' ? {} : { companyId: company.companyId })
  return user
}

/** The cookies of an answer, as a browser would send them next. */
function cookiesOf(reply: { headers: Record<string, unknown> }): Record<string, string> {
  const lines = [reply.headers['set-cookie'] ?? []].flat() as string[]
  return Object.fromEntries(lines.map((line) => line.split(';')[0]!.split('=') as [string, string]))
}

const sending = (cookies: Record<string, string>) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; '),
  'sec-fetch-site': 'same-origin',
})

async function login(email: string, given = password) {
  const reply = await world.call(sessions.login, { body: { email, password: given } })
  return { ...reply, cookies: cookiesOf(reply) }
}

async function lastSms(userId: string): Promise<string> {
  const row = await db()
    .selectFrom('outbox')
    .select(['body_text', 'recipient'])
    .where('user_id', '=', userId)
    .where('channel', '=', 'SMS')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(row.body_text)![0]
}

const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const verify = (cookies: Record<string, string>, email: string, code: string) =>
  world.call(sessions.verify, { body: { email, code }, headers: sending(cookies) })
const userOf = (cookies: Record<string, string>) => world.call(sessions.user, { headers: sending(cookies) })
const refresh = async (cookies: Record<string, string>) => {
  const reply = await world.call(sessions.refresh, { headers: sending(cookies) })
  return { ...reply, cookies: cookiesOf(reply) }
}

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
    const reply = await world.call(sessions.login, { body: { email: 'x@testi.example' } as never })
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

describe('the code by SMS', () => {
  const withPhone = () => withRole('EMPLOYER_ADMIN', 'EMPLOYER_ROLES', { phone_number: '0401234567' })

  it('is wanted from employer roles but not from employees when the company says so', async () => {
    const employee = await withRole('BIKE_BENEFICIARY', 'EMPLOYER_ROLES')
    expect((await login(employee.email)).status).toBe(200)
    const user = await withPhone()
    const reply = await login(user.email)
    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({
      requiresTwoFactor: true,
      methods: ['SMS'],
      phoneHint: '…567',
      enrolmentRequired: false,
    })
    expect(Object.keys(reply.cookies)).toEqual(['preAuth'])
    expect((await userOf(reply.cookies)).status).toBe(401)
    const ended = await verify(reply.cookies, user.email, await lastSms(user.userId))
    expect(ended.status).toBe(200)
    expect((await userOf(cookiesOf(ended))).body.userId).toBe(user.userId)
  })

  it('works once', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    const code = await lastSms(user.userId)
    expect((await verify(cookies, user.email, code)).status).toBe(200)
    expect((await verify(cookies, user.email, code)).status).toBe(401)
  })

  it('is bound to its own sign-in: another ticket, another code', async () => {
    const user = await withPhone()
    const first = await login(user.email)
    const code = await lastSms(user.userId)
    const second = await login(user.email)
    expect((await verify(second.cookies, user.email, code)).body.code).toBe('CODE_WRONG')
    expect((await verify(first.cookies, user.email, code)).status).toBe(200)
  })

  it('is the newest one only', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    const code = await lastSms(user.userId)
    await world.call(sessions.sendCode, { body: {}, headers: sending(cookies) })
    expect((await verify(cookies, user.email, code)).body.code).toBe('CODE_WRONG')
    expect((await verify(cookies, user.email, await lastSms(user.userId))).status).toBe(200)
  })

  it('ends after ten minutes', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    world.env.advance(10 * 60_000)
    expect((await verify(cookies, user.email, await lastSms(user.userId))).status).toBe(401)
  })

  it('is not taken for the address of somebody else', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    expect((await verify(cookies, 'joku-muu@testi.example', await lastSms(user.userId))).body.code).toBe('CODE_WRONG')
  })

  it('is evaluated at most five times, however many guesses come at once', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    const wrong = anotherCode(await lastSms(user.userId))
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        world.call(sessions.verify, {
          body: { email: user.email, code: wrong },
          headers: { ...sending(cookies), 'x-forwarded-for': `192.0.2.${i}` },
        }),
      ),
    )
    expect(replies.filter((reply) => reply.body.code === 'CODE_WRONG').length).toBeLessThanOrEqual(5)
    const row = await db()
      .selectFrom('verification_codes')
      .select('tries')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(row.tries).toBe(5)
    world.env.advance(0)
    expect((await verify(cookies, user.email, await lastSms(user.userId))).status).not.toBe(200)
  })

  it('locks the second factor after ten wrong ones in a day and tells its owner', async () => {
    const user = await withPhone()
    for (let round = 0; round < 3; round += 1) {
      world.env.advance(20 * 60_000)
      const { cookies } = await login(user.email)
      const wrong = anotherCode(await lastSms(user.userId))
      for (let i = 0; i < 5; i += 1) await verify(cookies, user.email, wrong)
    }
    expect((await login(user.email)).status).toBe(429)
    const mail = await db()
      .selectFrom('outbox')
      .select('template')
      .where('user_id', '=', user.userId)
      .where('channel', '=', 'EMAIL')
      .execute()
    expect(mail).toEqual([{ template: 'sessions:mail.secondFactorLocked' }])
    world.env.advance(25 * 3_600_000)
    expect((await login(user.email)).status).toBe(202)
  })

  it('is sent at most five times an hour', async () => {
    const user = await withPhone()
    const { cookies } = await login(user.email)
    const statuses = []
    for (let i = 0; i < 5; i += 1)
      statuses.push((await world.call(sessions.sendCode, { body: {}, headers: sending(cookies) })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  it('lies in the database as a keyed hash only', async () => {
    const user = await withPhone()
    await login(user.email)
    const row = await db()
      .selectFrom('verification_codes')
      .selectAll()
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(await lastSms(user.userId))
  })
})

describe('the first phone number', () => {
  it('is asked for after the right password, proven by a code and stored only then', async () => {
    const user = await withRole('EMPLOYER_EDITOR', 'EVERYONE')
    const asked = await login(user.email)
    expect(asked).toMatchObject({
      status: 400,
      body: { code: 'PHONE_NUMBER_REQUIRED', requiresPhoneNumber: true, userId: user.userId },
    })
    const set = await world.call(sessions.setPhone, {
      params: { userId: user.userId },
      body: { phoneNumber: '40 987 6543' },
      headers: sending(asked.cookies),
    })
    expect(set).toMatchObject({ status: 200, body: { phoneHint: '…543' } })
    expect(await phoneOf(user.userId)).toBeNull()
    const code = await lastSms(user.userId)
    const ended = await world.call(sessions.verify, {
      body: { email: user.email, code, phoneNumber: '0409876543' },
      headers: sending(asked.cookies),
    })
    expect(ended.status).toBe(200)
    expect(await phoneOf(user.userId)).toBe('0409876543')
    const mail = await db()
      .selectFrom('outbox')
      .select('template')
      .where('user_id', '=', user.userId)
      .where('channel', '=', 'EMAIL')
      .execute()
    expect(mail).toEqual([{ template: 'sessions:mail.phoneChanged' }])
  })

  it('cannot be given for somebody else, nor when there is a number, nor without a ticket', async () => {
    const user = await withRole('EMPLOYER_EDITOR', 'EVERYONE')
    const other = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234567' })
    const asked = await login(user.email)
    const give = (userId: string, headers = {}) =>
      world.call(sessions.setPhone, { params: { userId }, body: { phoneNumber: '0409876543' }, headers })
    expect((await give(other.userId, sending(asked.cookies))).status).toBe(404)
    expect((await give(user.userId)).status).toBe(401)
    const withNumber = await login(other.email)
    expect((await give(other.userId, sending(withNumber.cookies))).status).toBe(403)
    expect(await phoneOf(other.userId)).toBe('0401234567')
  })

  it('is refused in a form that is not supported', async () => {
    const user = await withRole('EMPLOYER_EDITOR', 'EVERYONE')
    const asked = await login(user.email)
    const reply = await world.call(sessions.setPhone, {
      params: { userId: user.userId },
      body: { phoneNumber: '12345' },
      headers: sending(asked.cookies),
    })
    expect(reply).toMatchObject({ status: 400, body: { message: 'Unsupported phone number format' } })
  })

  it('is changed in a session with the password and a code to the new number', async () => {
    const user = await person({ phone_number: '0401234567', phone_verified_at: world.env.now() })
    const as = await world.signIn(user.userId)
    const change = (given: string) =>
      world.call(sessions.setPhone, {
        as,
        params: { userId: user.userId },
        body: { phoneNumber: '0409876543', password: given },
      })
    expect((await change('väärä salasana tässä')).body.code).toBe('PASSWORD_CHECK_FAILED')
    expect((await change(password)).status).toBe(200)
    expect(
      (await world.call(sessions.confirmPhone, { as, body: { code: anotherCode(await lastSms(user.userId)) } })).body
        .code,
    ).toBe('CODE_WRONG')
    expect(await phoneOf(user.userId)).toBe('0401234567')
    await world.ok(sessions.confirmPhone, { as, body: { code: await lastSms(user.userId) } })
    expect(await phoneOf(user.userId)).toBe('0409876543')
  })
})

async function phoneOf(userId: string) {
  const row = await db().selectFrom('users').select('phone_number').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.phone_number
}

const appCode = (secret: string, aheadSeconds = 0) =>
  generateSync({ secret, epoch: Math.floor(world.env.now().getTime() / 1000) + aheadSeconds })

describe('the authenticator app', () => {
  async function enrolledAdmin() {
    const user = await withRole('SUPER_ADMIN', 'NONE', { phone_number: '0401234567' })
    const asked = await login(user.email)
    const started = await world.ok(sessions.startTotp, { body: {}, headers: sending(asked.cookies) })
    const ended = await verify(asked.cookies, user.email, appCode(started.secret))
    return { ...user, asked, started, ended }
  }

  it('is set up by an administrator after the password and never replaced by SMS', async () => {
    const admin = await enrolledAdmin()
    expect(admin.asked.body).toEqual({
      requiresTwoFactor: true,
      methods: ['TOTP'],
      phoneHint: null,
      enrolmentRequired: true,
    })
    expect(admin.started.uri).toContain('otpauth://totp/')
    expect(admin.ended.status).toBe(200)
    world.env.advance(60_000)
    const again = await login(admin.email)
    expect(again.body).toMatchObject({ methods: ['TOTP'], enrolmentRequired: false })
    expect(
      (await world.call(sessions.sendCode, { body: { method: 'SMS' }, headers: sending(again.cookies) })).status,
    ).toBe(403)
    expect((await world.call(sessions.startTotp, { body: {}, headers: sending(again.cookies) })).status).toBe(403)
    expect((await verify(again.cookies, admin.email, appCode(admin.started.secret))).status).toBe(200)
  })

  it('takes a code once', async () => {
    const admin = await enrolledAdmin()
    world.env.advance(60_000)
    const code = appCode(admin.started.secret)
    const first = await login(admin.email)
    expect((await verify(first.cookies, admin.email, code)).status).toBe(200)
    const second = await login(admin.email)
    expect((await verify(second.cookies, admin.email, code)).body.code).toBe('CODE_WRONG')
  })

  it('cannot be given up by an administrator, but by others with the password', async () => {
    const admin = await enrolledAdmin()
    const as = await world.signIn(admin.userId)
    expect((await world.call(sessions.removeTotp, { as, body: { password } })).status).toBe(403)
    const user = await person()
    const own = await world.signIn(user.userId)
    expect((await world.call(sessions.startTotp, { as: own, body: {} })).body.code).toBe('PASSWORD_CHECK_FAILED')
    const started = await world.ok(sessions.startTotp, { as: own, body: { password } })
    expect((await login(user.email)).status).toBe(200)
    await world.ok(sessions.confirmTotp, { as: own, body: { code: appCode(started.secret) } })
    expect((await login(user.email)).status).toBe(202)
    await world.ok(sessions.removeTotp, { as: own, body: { password } })
    expect((await login(user.email)).status).toBe(200)
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
  const acts: Record<
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

  it.each(Object.keys(acts))('%s: access and refresh token are dead on the next request', async (name) => {
    const user = await person()
    const { cookies } = await login(user.email)
    expect((await userOf(cookies)).status).toBe(200)
    await acts[name]!(user, cookies)
    expect((await userOf(cookies)).status).toBe(401)
    expect((await refresh(cookies)).status).toBe(401)
  })

  it.each(Object.keys(acts).slice(1))('%s: a half-done sign-in ends too', async (name) => {
    const user = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234567' })
    const { cookies } = await login(user.email)
    await acts[name]!(user, cookies)
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

async function resetToken(user: { email: string }): Promise<string> {
  await world.ok(sessions.recoverPassword, { body: { email: user.email } })
  const row = await db()
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', user.email)
    .where('template', '=', 'sessions:mail.recovery')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.links[0]!.split('/').at(-1)!
}

describe('a forgotten password', () => {
  const fresh = 'seitsemän veljestä metsässä'

  it('is set anew with the mailed link, once, without signing in, with a notice by mail', async () => {
    const user = await person()
    const token = await resetToken(user)
    expect((await world.ok(sessions.resetLink, { params: { token } })).email).toBe(user.email)
    const reply = await world.call(sessions.resetPassword, { params: { token }, body: { password: fresh } })
    expect(reply.status).toBe(200)
    expect(cookiesOf(reply).accessToken ?? '').toBe('')
    expect((await world.call(sessions.resetPassword, { params: { token }, body: { password: fresh } })).body.code).toBe(
      'TOKEN_NOT_VALID',
    )
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, fresh)).status).toBe(200)
    const mails = await db()
      .selectFrom('outbox')
      .select('template')
      .where('user_id', '=', user.userId)
      .orderBy('id')
      .execute()
    expect(mails.map((mail) => mail.template)).toEqual(['sessions:mail.recovery', 'sessions:mail.passwordChanged'])
  })

  it('gets the same answer for an address that nobody has', async () => {
    const user = await person()
    const known = await world.call(sessions.recoverPassword, { body: { email: user.email } })
    const unknown = await world.call(sessions.recoverPassword, { body: { email: 'ei-ketaan@testi.example' } })
    expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body })
  })

  it('has one living link, the newest, for an hour', async () => {
    const user = await person()
    const older = await resetToken(user)
    const newer = await resetToken(user)
    expect((await world.call(sessions.resetLink, { params: { token: older } })).body.code).toBe('TOKEN_NOT_VALID')
    world.env.advance(59 * 60_000)
    expect((await world.call(sessions.resetLink, { params: { token: newer } })).status).toBe(200)
    world.env.advance(60_000)
    expect((await world.call(sessions.resetLink, { params: { token: newer } })).body.code).toBe('TOKEN_NOT_VALID')
  })

  it('leaves a session alone when a stranger merely asks', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    await resetToken(user)
    expect((await userOf(cookies)).status).toBe(200)
  })

  it('still wants the second factor afterwards', async () => {
    const user = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234567' })
    await world.ok(sessions.resetPassword, { params: { token: await resetToken(user) }, body: { password: fresh } })
    expect((await login(user.email, fresh)).status).toBe(202)
  })

  it('refuses a weak one and leaves the link good', async () => {
    const user = await person()
    const token = await resetToken(user)
    const reply = await world.call(sessions.resetPassword, { params: { token }, body: { password: 'salasana1234' } })
    expect(reply.body).toMatchObject({
      code: 'PASSWORD_TOO_WEAK',
      fields: [{ path: 'password', code: 'PASSWORD_COMMON' }],
    })
    expect((await world.call(sessions.resetLink, { params: { token } })).status).toBe(200)
  })

  it('sends an open invitation again, but only to somebody without a password', async () => {
    const invited = await buildUser(world)
    const user = await person()
    for (const { email } of [invited, user]) await world.ok(sessions.registrationHelp, { body: { email } })
    const mails = await db()
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'sessions:mail.invitation')
      .execute()
    expect(mails).toEqual([{ recipient: invited.email }])
  })
})
