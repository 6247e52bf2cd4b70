import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherCode, cookiesOf, sending, signInSteps } from '#testing/sign-in.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sessions } from './contract.ts'

let world: World
const { withRole, login, lastSms, verify, userOf, db } = signInSteps(() => world)

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// Limits are windows of the clock; every test stands in its own.
beforeEach(() => world.env.advance(25 * 3_600_000))

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

  it('does not count once it has opened the account: only unused ones do', async () => {
    const user = await withPhone()
    for (let n = 0; n < 7; n += 1) {
      const { status, cookies } = await login(user.email)
      expect(status).toBe(202)
      expect((await verify(cookies, user.email, await lastSms(user.userId))).status).toBe(200)
    }
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
