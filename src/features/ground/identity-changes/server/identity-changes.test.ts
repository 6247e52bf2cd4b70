import { describe, expect, it } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { buildCompany, buildUser, signedInAs } from '#testing/builders.ts'
import {
  admin,
  change,
  company,
  db,
  hours,
  number,
  password,
  prepareIdentityChanges,
  rowOf,
  tokenTo,
  victim,
  world,
} from '#testing/cases/identity-change-cases.ts'
import type { Caller } from '#testing/world.ts'
import { identityChanges } from '../contract.ts'
import { settleIdentityChanges } from './job.ts'

prepareIdentityChanges()

describe('an employer who changes an employee’s address', () => {
  it('changes nothing at once: the answer shows the old values and what is proposed, and every address is told', async () => {
    const { userId, email, to } = await victim()
    const reply = await change(admin, userId, { workEmail: to, phoneNumber: '0449998887' })
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({
      workEmail: email,
      phoneNumber: '0401112223',
      pendingChange: { workEmail: to, phoneNumber: '0449998887' },
    })
    expect(await rowOf(userId)).toMatchObject({ email, phone_number: '0401112223' })
    await world.ok(sessions.recoverPassword, { body: { email: to } })
    const mails = await db()
      .selectFrom('outbox')
      .select(['recipient', 'template'])
      .where('recipient', 'in', [email, to])
      .execute()
    expect(mails.map((mail) => mail.template).sort()).toEqual([
      'identity-changes:mail.new',
      'identity-changes:mail.old',
    ])
  })

  it('is told to the number that the person has verified, which hosts no mailbox, and is stopped from there', async () => {
    const { userId, email, to } = await victim()
    const phone = '0405550321'
    const proven = { phone_number: phone, phone_verified_at: world.env.now() }
    await db().updateTable('users').set(proven).where('id', '=', userId).execute()
    const messages = () => db().selectFrom('outbox').select('body_text').where('recipient', '=', phone).execute()
    await change(admin, userId, { workEmail: to })
    const [message] = await messages()
    const token = /\/([\w-]{20,})$/.exec(message!.body_text)![1]!
    expect(await world.ok(identityChanges.look, { params: { token } })).toMatchObject({ newEmail: to, side: 'OLD' })
    await world.ok(identityChanges.refuse, { params: { token } })
    expect(await rowOf(userId)).toMatchObject({ email, phone_number: phone })
    // A proposal that its person would not hear of is not made, and nobody is sent one after the other.
    const propose = async (as: Caller, i: number) => (await change(as, userId, { workEmail: `${i}.${to}` })).status
    const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect(await propose(stranger, 0)).toBe(404)
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push(await propose(admin, i))
    expect(statuses).toEqual([...Array(4).fill(200), 429, 429])
    expect(await messages()).toHaveLength(5)
    expect((await change(admin, userId, { language: 'sv' })).status).toBe(200)
    const staff = await signedInAs(world, 'SUPER_ADMIN')
    // One proposer uses up nothing of what another may propose.
    expect((await world.call(identityChanges.resetSecondFactor, { as: staff, params: { userId } })).status).toBe(200)
    // What others propose uses up nothing of the messages that the person asks for.
    const sent = await db().selectFrom('rate_limits').select('action').where('action', 'like', 'sms:%').execute()
    expect(sent).toEqual([])
  })

  it('leaves the staff their share, however many colleagues propose, and the staff leave the employer’s', async () => {
    const { userId, to } = await victim()
    const propose = async (as: Caller, i: number) => (await change(as, userId, { workEmail: `${i}.${to}` })).status
    const fiveTimes = async (as: Caller) => {
      const statuses = []
      for (let i = 0; i < 5; i += 1) statuses.push(await propose(as, i))
      return statuses
    }
    const five = (status: number) => Array(5).fill(status)
    const colleagues = [admin]
    while (colleagues.length < 3) colleagues.push(await signedInAs(world, 'EMPLOYER_ADMIN', company))
    const ofEmployer = []
    for (const as of colleagues) ofEmployer.push(...(await fiveTimes(as)))
    expect(ofEmployer).toEqual([...five(200), ...five(200), ...five(429)])
    const ofStaff = []
    for (let one = 0; one < 3; one += 1) ofStaff.push(...(await fiveTimes(await signedInAs(world, 'INTERNAL_ADMIN'))))
    expect(ofStaff).toEqual([...five(200), ...five(200), ...five(429)])
    // Another day is another share.
    world.env.advance(25 * hours)
    expect(await propose(admin, 9)).toBe(200)
    world.env.advance(-25 * hours)
  })

  it('takes effect once the new mailbox and the old one have confirmed, and not by the new one alone', async () => {
    const { userId, email, to } = await victim()
    await change(admin, userId, { workEmail: to })
    const session = await world.signIn(userId)
    expect(await world.ok(identityChanges.confirm, { params: { token: await tokenTo(to) } })).toEqual({
      inEffect: false,
    })
    expect((await rowOf(userId)).email).toBe(email)
    expect(await world.ok(identityChanges.confirm, { params: { token: await tokenTo(email) } })).toEqual({
      inEffect: true,
    })
    expect(await rowOf(userId)).toMatchObject({ email: to, work_email: to })
    expect((await world.call(accounts.own, { as: session })).status).toBe(401)
  })

  it('is answered alike for an address that has an account and one that has none, and never takes the account’s', async () => {
    const [one, other] = [await victim(), await victim()]
    const taken = await buildUser(world, { email: `tunnettu${number}@muualla.example` })
    const replies = [
      await change(admin, one.userId, { workEmail: taken.email }),
      await change(admin, other.userId, { workEmail: `tuntemat${number}@muualla.example` }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const [known, unknown] = replies.map(({ body }) => body.user.pendingChange!)
    expect(Object.keys(known!)).toEqual(Object.keys(unknown!))
    expect(known).toMatchObject({ workEmail: taken.email, phoneNumber: unknown!.phoneNumber })
    expect((await world.call(identityChanges.confirm, { params: { token: await tokenTo(one.email) } })).body).toEqual({
      inEffect: false,
    })
    world.env.advance(73 * hours)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-73 * hours)
    expect((await rowOf(one.userId)).email).toBe(one.email)
    expect((await rowOf(other.userId)).email).toBe(`tuntemat${number}@muualla.example`)
    expect((await rowOf(taken.userId)).email).toBe(taken.email)
  })

  it('waits for 72 hours when nobody confirms, and is stopped by its person', async () => {
    const [quiet, awake] = [await victim(), await victim()]
    for (const one of [quiet, awake]) await change(admin, one.userId, { workEmail: one.to })
    await world.ok(identityChanges.refuse, { params: { token: await tokenTo(awake.email) } })
    world.env.advance(71 * hours)
    await settleIdentityChanges.run(world.services)
    expect((await rowOf(quiet.userId)).email).toBe(quiet.email)
    world.env.advance(2 * hours)
    await settleIdentityChanges.run(world.services)
    world.env.advance(-73 * hours)
    expect((await rowOf(quiet.userId)).email).toBe(quiet.to)
    expect((await rowOf(awake.userId)).email).toBe(awake.email)
  })

  it('is confirmed or stopped by the person signed in, with the password, and by nobody else', async () => {
    const { userId, to } = await victim()
    await change(admin, userId, { workEmail: to })
    const me = await world.signIn(userId)
    const [waiting] = (await world.ok(identityChanges.mine, { as: me })).items
    const params = { id: waiting!.identityChangeId }
    expect((await world.call(identityChanges.confirmOwn, { as: admin, params, body: { password } })).status).toBe(403)
    expect((await world.call(identityChanges.refuseOwn, { as: admin, params })).status).toBe(404)
    expect((await world.call(identityChanges.confirmOwn, { as: me, params, body: { password: 'x' } })).body.code).toBe(
      'PASSWORD_CHECK_FAILED',
    )
    expect(await world.ok(identityChanges.confirmOwn, { as: me, params, body: { password } })).toEqual({
      inEffect: false,
    })
    await world.ok(identityChanges.refuseOwn, { as: me, params })
    expect((await world.ok(identityChanges.mine, { as: me })).items).toEqual([])
  })

  it('takes over at once when it is the private address that the person has verified', async () => {
    const { userId, to } = await victim()
    const own = { personal_email: to, personal_email_verified_at: world.env.now() }
    await db().updateTable('users').set(own).where('id', '=', userId).execute()
    expect((await change(admin, userId, { workEmail: to })).status).toBe(200)
    expect((await rowOf(userId)).email).toBe(to)
    const other = await victim()
    await db().updateTable('users').set({ personal_email: other.to }).where('id', '=', other.userId).execute()
    await change(admin, other.userId, { workEmail: other.to })
    expect((await rowOf(other.userId)).email).toBe(other.email)
  })

  it('does not take a number along with that address at once', async () => {
    const { userId, email, to } = await victim()
    const own = { personal_email: to, personal_email_verified_at: world.env.now() }
    await db().updateTable('users').set(own).where('id', '=', userId).execute()
    expect((await change(admin, userId, { workEmail: to, phoneNumber: '0449998887' })).status).toBe(200)
    expect(await rowOf(userId)).toMatchObject({ email, phone_number: '0401112223' })
  })

  it('renames nobody', async () => {
    const { userId } = await victim()
    const reply = await change(admin, userId, { firstName: 'Toinen' })
    expect(reply).toMatchObject({ status: 403, body: { fields: [{ path: 'firstName', code: 'OWNER_ONLY' }] } })
  })
})

describe('a private address that its person has verified', () => {
  it('is changed and removed by nobody else, employer or staff: it confirms signatures', async () => {
    const { userId, to } = await victim()
    const own = { personal_email: `oma.${to}`, personal_email_verified_at: world.env.now() }
    await db().updateTable('users').set(own).where('id', '=', userId).execute()
    for (const as of [admin, await signedInAs(world, 'SUPER_ADMIN')])
      for (const personalEmail of [`vieras.${to}`, null])
        expect(await change(as, userId, { personalEmail })).toMatchObject({
          status: 403,
          body: { fields: [{ path: 'personalEmail', code: 'OWNER_ONLY' }] },
        })
    expect(await rowOf(userId)).toMatchObject(own)
  })
})
