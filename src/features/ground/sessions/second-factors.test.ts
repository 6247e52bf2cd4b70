import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherCode, password, sending, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'
import { stepUp } from './step-up/contract.ts'

let world: World
const { person, withRole, login, lastSms, verify, db } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

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
    expect(mail).toEqual([{ template: 'sessions:mail.phoneAdded' }])
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
    expect(await noticesOf(user.userId)).toEqual(['sessions:mail.phoneChanged', 'sessions:sms.phoneChanged'])
  })

  it('is asked for by a step-up where no password came along, and nobody is told of one that stays', async () => {
    const user = await person({ phone_number: '0401234567' })
    const as = await world.signIn(user.userId)
    const body = { phoneNumber: '040 1234567' }
    const ask = () => world.call(sessions.setPhone, { as, params: { userId: user.userId }, body })
    expect((await ask()).body.code).toBe('STEP_UP_REQUIRED')
    await world.ok(stepUp.prove, { as, body: { password } })
    expect((await ask()).status).toBe(200)
    await world.ok(sessions.confirmPhone, { as, body: { code: await lastSms(user.userId) } })
    expect(await phoneOf(user.userId)).toBe('0401234567')
    expect(await noticesOf(user.userId)).toEqual([])
  })
})

/** What the owner of a number was told, codes left out. */
async function noticesOf(userId: string): Promise<string[]> {
  const rows = await db()
    .selectFrom('outbox')
    .select('template')
    .where('user_id', '=', userId)
    .where('template', '!=', 'sessions:sms.code')
    .orderBy('template')
    .execute()
  return rows.map(({ template }) => template)
}

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
    expect((await world.call(sessions.startTotp, { as: own, body: {} })).body.code).toBe('STEP_UP_REQUIRED')
    const started = await world.ok(sessions.startTotp, { as: own, body: { password } })
    expect((await login(user.email)).status).toBe(200)
    await world.ok(sessions.confirmTotp, { as: own, body: { code: appCode(started.secret) } })
    expect((await login(user.email)).status).toBe(202)
    await world.ok(sessions.removeTotp, { as: own, body: { password } })
    expect((await login(user.email)).status).toBe(200)
  })
})
