import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { buildUser } from '#testing/builders.ts'
import { cookiesOf, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'

let world: World
const { person, withRole, login, userOf, resetToken, db } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

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

  it('is a recovery, which closes signing for a while; a first password is none', async () => {
    const [known, fresher] = [await person(), await buildUser(world)]
    const recoveredAt = async ({ userId }: { userId: string }) => {
      const link = { purpose: 'reset', days: 1, userId } as const
      const { token } = await createLinkToken(db(), world.env, link)
      await world.ok(sessions.resetPassword, { params: { token }, body: { password: fresh } })
      const row = db().selectFrom('users').select('recovered_at').where('id', '=', userId)
      return (await row.executeTakeFirstOrThrow()).recovered_at
    }
    expect(await recoveredAt(known)).not.toBeNull()
    expect(await recoveredAt(fresher)).toBeNull()
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
