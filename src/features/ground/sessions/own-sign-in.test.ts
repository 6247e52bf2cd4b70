import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#features/operations/accounts/contract.ts'
import { assignRole, buildCompany, signedInAs } from '#testing/builders.ts'
import { cookiesOf, password, sending, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'
import { ownSignIn } from './own-sign-in-contract.ts'
import { recoveryCodeFrom, typedRecoveryCode } from './rules/recovery-code.ts'

let world: World
const { db, person, withRole, login, verify, userOf, lastSms, refresh, resetToken } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

const appCode = (secret: string) => generateSync({ secret, epoch: Math.floor(world.env.now().getTime() / 1000) })
const mailsTo = async (recipient: string) =>
  db()
    .selectFrom('outbox')
    .select(['template', 'links', 'body_text'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const templatesTo = async (recipient: string) => (await mailsTo(recipient)).map((mail) => mail.template)

async function withApp(user: { userId: string }) {
  const as = await world.signIn(user.userId)
  const { secret } = await world.ok(sessions.startTotp, { as, body: { password } })
  await world.ok(sessions.confirmTotp, { as, body: { code: appCode(secret) } })
  return { as, secret }
}

describe('a code by SMS of one’s own choice', () => {
  const proven = { phone_number: '0401234567', phone_verified_at: '2026-01-01T00:00:00Z' }

  it('is asked for from the next sign-in on, and no longer when it is given up; both are told by mail', async () => {
    const user = await person(proven)
    const as = await world.signIn(user.userId)
    expect((await login(user.email)).status).toBe(200)
    await world.ok(ownSignIn.setSmsFactor, { as, body: { enabled: true, password } })
    expect(await world.ok(sessions.security, { as })).toMatchObject({ sms: true, codeWanted: false })
    const asked = await login(user.email)
    expect(asked.status).toBe(202)
    expect((await verify(asked.cookies, user.email, await lastSms(user.userId))).status).toBe(200)
    await world.ok(ownSignIn.setSmsFactor, { as, body: { enabled: false, password } })
    expect((await login(user.email)).status).toBe(200)
    expect(await templatesTo(user.email)).toEqual(['sessions:mail.smsOn', 'sessions:mail.smsOff'])
  })

  it('wants the password, a proven number and somebody who is no administrator', async () => {
    const user = await person(proven)
    const as = await world.signIn(user.userId)
    const wrong = await world.call(ownSignIn.setSmsFactor, { as, body: { enabled: true, password: 'arvaus' } })
    expect(wrong.body.code).toBe('PASSWORD_CHECK_FAILED')
    const unproven = await person({ phone_number: '0401234567' })
    const body = { enabled: true, password }
    const early = await world.call(ownSignIn.setSmsFactor, { as: await world.signIn(unproven.userId), body })
    expect(early.body.code).toBe('PHONE_NUMBER_REQUIRED')
    const admin = await withRole('SUPER_ADMIN', 'NONE', proven)
    const staff = await world.call(ownSignIn.setSmsFactor, { as: await world.signIn(admin.userId), body })
    expect(staff.body.code).toBe('FORBIDDEN')
    const rows = await db()
      .selectFrom('users')
      .select('sms_factor')
      .where('id', 'in', [user.userId, unproven.userId, admin.userId])
      .execute()
    expect(rows).toEqual(Array(3).fill({ sms_factor: false }))
  })
})

describe('recovery codes', () => {
  it('open the account once each when the app is lost, and the owner hears of it', async () => {
    const user = await withRole('SUPER_ADMIN', 'NONE')
    const { as } = await withApp(user)
    const { codes } = await world.ok(ownSignIn.makeRecoveryCodes, { as, body: { password } })
    expect(new Set(codes).size).toBe(10)
    const first = await login(user.email)
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ')
    expect((await verify(first.cookies, user.email, typed)).status).toBe(200)
    expect((await world.ok(sessions.security, { as })).recoveryCodes).toBe(9)
    const second = await login(user.email)
    expect((await verify(second.cookies, user.email, codes[0]!)).body.code).toBe('CODE_WRONG')
    expect((await templatesTo(user.email)).slice(-2)).toEqual([
      'sessions:mail.recoveryCodesMade',
      'sessions:mail.recoveryCodeUsed',
    ])
  })

  it('are replaced whole by new ones and gone with the app', async () => {
    const user = await person({ phone_number: '0401234567' })
    const { as } = await withApp(user)
    const old = await world.ok(ownSignIn.makeRecoveryCodes, { as, body: { password } })
    const fresh = await world.ok(ownSignIn.makeRecoveryCodes, { as, body: { password } })
    const { cookies } = await login(user.email)
    expect((await verify(cookies, user.email, old.codes[1]!)).body.code).toBe('CODE_WRONG')
    expect((await verify(cookies, user.email, fresh.codes[1]!)).status).toBe(200)
    await world.ok(sessions.removeTotp, { as, body: { password } })
    expect((await world.ok(sessions.security, { as })).recoveryCodes).toBe(0)
  })

  it('share the five tries of the code and open nobody else’s account; SMS takes the app’s place no more', async () => {
    const user = await person({ phone_number: '0401234567' })
    const other = await person({ phone_number: '0401234568' })
    const { as } = await withApp(user)
    const foreign = await withApp(other)
    const { codes } = await world.ok(ownSignIn.makeRecoveryCodes, { as, body: { password } })
    const theirs = await world.ok(ownSignIn.makeRecoveryCodes, { as: foreign.as, body: { password } })
    const { cookies } = await login(user.email)
    const guesses = await Promise.all(theirs.codes.map((code) => verify(cookies, user.email, code)))
    expect(guesses.filter((reply) => reply.body.code === 'CODE_WRONG').length).toBe(5)
    expect((await verify(cookies, user.email, codes[0]!)).body.code).toBe('CODE_EXPIRED')
    const again = await login(user.email)
    const bySms = await world.call(sessions.sendCode, { body: { method: 'SMS' }, headers: sending(again.cookies) })
    expect(bySms.status).toBe(403)
  })

  it('want the password and an app, and lie in the database as hashes only', async () => {
    const user = await person()
    const early = await world.call(ownSignIn.makeRecoveryCodes, {
      as: await world.signIn(user.userId),
      body: { password },
    })
    expect(early.body.code).toBe('FORBIDDEN')
    const { as } = await withApp(user)
    const wrong = await world.call(ownSignIn.makeRecoveryCodes, { as, body: { password: 'arvaus' } })
    expect(wrong.body.code).toBe('PASSWORD_CHECK_FAILED')
    const { codes } = await world.ok(ownSignIn.makeRecoveryCodes, { as, body: { password } })
    const kept = JSON.stringify(
      await db().selectFrom('recovery_codes').selectAll().where('user_id', '=', user.userId).execute(),
    )
    for (const code of codes) expect(kept).not.toContain(code.slice(0, 4))
  })

  it('forgive look-alikes and refuse what is none', () => {
    const code = recoveryCodeFrom(Uint8Array.from({ length: 10 }, (_, index) => index * 27))
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(typedRecoveryCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code.replaceAll('-', ''))
    for (const text of ['', '123456', `${code}A`, code.replace(/.$/, 'U'), 'ÅÅÅÅ-ÅÅÅÅ-ÅÅÅÅ-ÅÅÅÅ'])
      expect(typedRecoveryCode(text)).toBe(null)
  })
})

describe('a new sign-in address', () => {
  let count = 0
  async function asked() {
    count += 1
    const user = await person()
    const newEmail = `uusi${count}@testi.example`
    const here = await login(user.email)
    const elsewhere = await login(user.email)
    await world.ok(ownSignIn.changeAddress, { body: { email: newEmail, password }, headers: sending(here.cookies) })
    const [mail] = await mailsTo(newEmail)
    return { user, newEmail, here, elsewhere, token: mail!.links[0]!.split('/').at(-1)! }
  }

  it('counts once its link is confirmed: the old one hears of it, other devices and open links end', async () => {
    const { user, newEmail, here, elsewhere, token } = await asked()
    const reset = await resetToken(user)
    const headers = sending(here.cookies)
    expect(await world.ok(ownSignIn.addressLink, { params: { token }, headers })).toMatchObject({
      currentEmail: user.email,
      newEmail,
    })
    expect((await userOf(here.cookies)).body.email).toBe(user.email)
    await world.ok(ownSignIn.confirmAddress, { params: { token }, headers })
    expect((await userOf(here.cookies)).body.email).toBe(newEmail)
    expect((await userOf(elsewhere.cookies)).status).toBe(401)
    expect((await refresh(elsewhere.cookies)).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(newEmail)).status).toBe(200)
    expect((await world.call(sessions.resetLink, { params: { token: reset } })).body.code).toBe('TOKEN_NOT_VALID')
    expect((await templatesTo(user.email)).at(-1)).toBe('sessions:mail.addressChanged')
    const again = await world.call(ownSignIn.confirmAddress, { params: { token }, headers })
    expect(again.body.code).toBe('TOKEN_NOT_VALID')
  })

  it('is not for whoever else reads the link, nor without a session, nor after a day', async () => {
    const { user, here, token } = await asked()
    const stranger = await world.signIn((await person()).userId)
    for (const call of [ownSignIn.addressLink, ownSignIn.confirmAddress])
      expect((await world.call(call, { as: stranger, params: { token } })).status).toBe(404)
    expect((await world.call(ownSignIn.confirmAddress, { params: { token } })).status).toBe(401)
    world.env.advance(25 * 3_600_000)
    const later = await world.call(ownSignIn.confirmAddress, { as: await world.signIn(user.userId), params: { token } })
    expect(later.body.code).toBe('TOKEN_NOT_VALID')
    expect((await refresh(here.cookies)).status).toBe(200)
  })

  it('that somebody has already is answered alike and gets a letter without a link', async () => {
    const owner = await person()
    const user = await person()
    const as = await world.signIn(user.userId)
    const reply = await world.call(ownSignIn.changeAddress, {
      as,
      body: { email: owner.email.toUpperCase(), password },
    })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body)).toEqual(['expiresAt'])
    const [mail] = await mailsTo(owner.email)
    expect(mail).toMatchObject({ template: 'sessions:mail.addressInUse', links: [] })
  })

  it('wants the password, another address and the newest link', async () => {
    const { user, here, token } = await asked()
    const headers = sending(here.cookies)
    const ask = (email: string, given = password) =>
      world.call(ownSignIn.changeAddress, { body: { email, password: given }, headers })
    expect((await ask('toinen@testi.example', 'arvaus')).body.code).toBe('PASSWORD_CHECK_FAILED')
    expect((await ask(user.email)).body.fields).toMatchObject([{ path: 'email', code: 'UNCHANGED' }])
    expect((await ask('toinen@testi.example')).status).toBe(200)
    expect((await world.call(ownSignIn.confirmAddress, { params: { token }, headers })).body.code).toBe(
      'TOKEN_NOT_VALID',
    )
  })

  it('dies with the account', async () => {
    const { user, token } = await asked()
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    await world.ok(accounts.update, { as: staff, params: { userId: user.userId }, body: { deactivated: true } })
    await world.ok(accounts.update, { as: staff, params: { userId: user.userId }, body: { deactivated: false } })
    const as = await world.signIn(user.userId)
    expect((await world.call(ownSignIn.confirmAddress, { as, params: { token } })).body.code).toBe('TOKEN_NOT_VALID')
  })
})

describe('sessions', () => {
  it('end one by one, one’s own alone', async () => {
    const user = await person()
    const stranger = await person()
    const [here, other] = [await login(user.email), await login(user.email)]
    const foreign = await login(stranger.email)
    const idOf = async (userId: string) =>
      (
        await db()
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).id
    const end = (sessionId: string) =>
      world.call(ownSignIn.endSession, { params: { sessionId }, headers: sending(here.cookies) })
    expect((await end(await idOf(user.userId))).status).toBe(200)
    expect((await userOf(other.cookies)).status).toBe(401)
    expect((await userOf(here.cookies)).status).toBe(200)
    expect((await end(await idOf(user.userId))).status).toBe(404)
    expect((await end(await idOf(stranger.userId))).status).toBe(404)
    expect((await userOf(foreign.cookies)).status).toBe(200)
  })

  it('end elsewhere and go on here', async () => {
    const user = await person()
    const [here, other, third] = [await login(user.email), await login(user.email), await login(user.email)]
    const reply = await world.ok(ownSignIn.logoutElsewhere, { headers: sending(here.cookies) })
    expect(reply).toEqual({ ended: 2 })
    expect((await userOf(here.cookies)).status).toBe(200)
    for (const { cookies } of [other, third]) {
      expect((await userOf(cookies)).status).toBe(401)
      expect((await refresh(cookies)).status).toBe(401)
    }
  })

  it('without an app are worth nothing once their owner becomes an administrator', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    expect((await userOf(cookies)).status).toBe(200)
    await assignRole(world, user.userId, 'INTERNAL_ADMIN')
    expect((await userOf(cookies)).status).toBe(401)
    expect((await login(user.email)).body).toMatchObject({ enrolmentRequired: true })
  })

  it('keep what they were proven with when the password changes', async () => {
    const admin = await withRole('SUPER_ADMIN', 'NONE')
    const { as } = await withApp(admin)
    const reply = await world.call(sessions.changePassword, {
      as,
      body: { currentPassword: password, newPassword: 'neljä kissaa istuu kuusessa' },
    })
    expect((await userOf(cookiesOf(reply))).status).toBe(200)
  })
})

describe('a stranger who guesses', () => {
  it('does not keep the owner out on a device that the owner knows', async () => {
    const user = await person()
    const { cookies } = await login(user.email)
    for (let guess = 0; guess < 11; guess += 1) await login(user.email, 'väärä arvaus')
    expect((await login(user.email)).status).toBe(429)
    const known = (headers: Record<string, string>) =>
      world.call(sessions.login, { body: { email: user.email, password }, headers })
    expect((await known(sending({ device: cookies.device! }))).status).toBe(200)
    const another = await person()
    const theirs = await login(another.email)
    for (const device of [theirs.cookies.device!, `${cookies.device!.split('.')[0]}.AAAA`, '.', 'x'])
      expect((await known(sending({ device }))).status).toBe(429)
  })

  it('cannot use up the code tries of somebody else by naming their address', async () => {
    const victim = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234567' })
    const attacker = await withRole('EMPLOYER_ADMIN', 'EVERYONE', { phone_number: '0401234568' })
    const theirs = await login(attacker.email)
    for (let guess = 0; guess < 25; guess += 1) await verify(theirs.cookies, victim.email, '000000')
    const { cookies } = await login(victim.email)
    expect((await verify(cookies, victim.email, await lastSms(victim.userId))).status).toBe(200)
  })
})

it('every way to another company’s person stays closed to an employer', async () => {
  const a = await buildCompany(world)
  const b = await buildCompany(world)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', a)
  const both = await person()
  await assignRole(world, both.userId, 'EMPLOYER_EDITOR', a)
  await assignRole(world, both.userId, 'EMPLOYER_EDITOR', b)
  const seen = (await world.ok(accounts.list, { as: admin })).items.find((item) => item.userId === both.userId)!
  expect(JSON.stringify(seen)).not.toContain(b.companyId)
  expect(seen.companyId).toBe(a.companyId)
  expect(await world.ok(accounts.list, { as: admin, query: { companyId: b.companyId } })).toMatchObject({
    items: [],
    total: 0,
  })
})
