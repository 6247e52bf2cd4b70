import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/ground/sessions/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { assignRole, buildUser } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { newestCode } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { identityChanges } from '../contract.ts'
import { proofs } from '../proof-contract.ts'
import { settleIdentityChanges } from './job.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
if (process.env.CI && !hasPoppler) throw new Error('Install poppler-utils: a build server leaves no test out.')

const hours = 3_600_000
let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
async function toSign() {
  const one = await anotherOrder(world, cast)
  await one.journey.choosePackage(one.orderId)
  await one.journey.answer(one.orderId)
  return one
}
type Order = Awaited<ReturnType<typeof toSign>>
async function askForCode({ own, journey, orderId }: Order, as: Caller = own.employee) {
  const { agreement } = await journey.order(cast.staff, orderId)
  return world.call(signing.requestCode, {
    as,
    params: { id: agreement!.leasingAgreementId },
    body: { version: agreement!.version, documentSha256: agreement!.documentSha256! },
  })
}
const rowOf = (userId: string) =>
  db().selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
async function addPhone(userId: string, as: Caller, phoneNumber: string) {
  await world.ok(sessions.setPhone, { as, params: { userId }, body: { phoneNumber, password: cast.password } })
  await world.ok(sessions.confirmPhone, { as, body: { code: await newestCode(world, userId) } })
}
/** The password is recovered by the mailbox alone; whoever does it signs in anew. */
async function recover(userId: string, password = cast.password): Promise<Caller> {
  const { email } = await rowOf(userId)
  await world.ok(sessions.recoverPassword, { body: { email } })
  const mail = await db()
    .selectFrom('outbox')
    .select('links')
    .where('recipient', '=', email)
    .where('template', '=', 'sessions:mail.recovery')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await world.ok(sessions.resetPassword, { params: { token: mail.links[0]!.split('/').at(-1)! }, body: { password } })
  return world.signIn(userId)
}

describe('a signature of the employee', () => {
  it('is confirmed by a code to a number of their own, which the evidence names with its age', async () => {
    const order = await toSign()
    await db()
      .updateTable('users')
      .set({ phone_verified_at: new Date(world.env.now().getTime() - 48 * hours) })
      .where('id', '=', order.own.employee.userId)
      .execute()
    await order.journey.sign(order.own.employee, order.orderId, 'EMPLOYEE')
    await order.journey.sign(order.own.employer, order.orderId, 'EMPLOYER')
    const { agreement } = await order.journey.order(cast.staff, order.orderId)
    const rows = await db()
      .selectFrom('signatures')
      .select(['party', 'proof', 'proof_since'])
      .where('leasing_agreement_id', '=', agreement!.leasingAgreementId)
      .orderBy('signed_at')
      .execute()
    expect(rows).toMatchObject([
      { party: 'EMPLOYEE', proof: 'SMS' },
      { party: 'EMPLOYER', proof: 'PASSWORD', proof_since: null },
    ])
    expect(rows[0]!.proof_since!.getTime()).toBeLessThan(world.env.now().getTime() - 47 * hours)
    if (!hasPoppler) return
    const params = { id: agreement!.leasingAgreementId }
    const { raw } = await world.call(agreements.document, { as: order.own.employee, params })
    const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: Buffer.from(raw) }).toString('utf8')
    const day = formatDay(helsinkiDay(rows[0]!.proof_since!))
    expect(text.replace(/\s+/g, ' ')).toContain(
      `numeroon, jonka allekirjoittaja on vahvistanut ${day}, 2 päivää aiemmin`,
    )
  })

  it('asks for a number or a private address first, and takes no address of the employer’s house', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    await db().updateTable('users').set({ phone_verified_at: null }).where('id', '=', userId).execute()
    expect((await askForCode(order)).body).toMatchObject({
      code: 'SIGNING_PROOF_NEEDED',
      details: { countsFrom: null },
    })
    const ask = (email: string) =>
      world.call(proofs.askForEmail, { as: order.own.employee, body: { email, password: cast.password } })
    expect((await ask('toinen@testi.example')).body.fields).toMatchObject([{ path: 'email', code: 'NOT_PRIVATE' }])
    expect((await ask('oma@koti.example')).status).toBe(200)
    const confirm = (code: string) => world.call(proofs.confirmEmail, { as: order.own.employee, body: { code } })
    expect(
      (await world.call(sessions.confirmPhone, { as: order.own.employee, body: { code: '123456' } })).body.code,
    ).toBe('CODE_EXPIRED')
    expect((await confirm('000000')).body.code).toBe('CODE_WRONG')
    expect((await confirm(await newestCode(world, userId))).body).toEqual({ personalEmail: 'oma@koti.example' })
    expect((await askForCode(order)).body).toMatchObject({ via: 'EMAIL', hint: 'o…@koti.example' })
    await order.journey.sign(order.own.employee, order.orderId, 'EMPLOYEE')
  })

  it('is asked for by the employee alone, and shows colleagues and strangers nothing', async () => {
    const [order, other] = [await toSign(), await toSign()]
    expect((await askForCode(order, other.own.employee)).status).toBe(404)
    expect((await askForCode(order, cast.employer)).status).toBe(403)
    expect((await world.ok(proofs.own, { as: order.own.employee })).proofs).toMatchObject([{ via: 'SMS' }])
  })
})

describe('a proof', () => {
  it('that was added after a recovery by mail counts after 72 hours, and a second recovery does not shorten them', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    await db().updateTable('users').set({ phone_verified_at: null }).where('id', '=', userId).execute()
    let thief = await recover(userId)
    await addPhone(userId, thief, '0405550199')
    thief = await recover(userId)
    expect((await askForCode(order, thief)).body.code).toBe('SIGNING_CLOSED')
    world.env.advance(71 * hours)
    expect((await askForCode(order, await world.signIn(userId))).status).toBe(409)
    world.env.advance(2 * hours)
    expect((await askForCode(order, await world.signIn(userId))).status).toBe(200)
    world.env.advance(-73 * hours)
  })

  it('that replaces an older one after a recovery waits, too, and the older number hears of it', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    const old = (await rowOf(userId)).phone_number!
    const thief = await recover(userId)
    await addPhone(userId, thief, '0405550198')
    expect((await askForCode(order, thief)).status).toBe(409)
    const messages = await db().selectFrom('outbox').select('template').where('recipient', '=', old).execute()
    expect(messages).toEqual([{ template: 'sessions:sms.phoneChanged' }])
  })

  it('of before a recovery still signs: the code goes where the mailbox’s reader is not', async () => {
    const order = await toSign()
    const old = (await rowOf(order.own.employee.userId)).phone_number!
    const again = await recover(order.own.employee.userId)
    expect((await askForCode(order, again)).body).toMatchObject({ via: 'SMS', hint: `…${old.slice(-3)}` })
  })
})

/** Another admin of the employer, who signs with the same password. */
async function secondEmployer(): Promise<Caller> {
  const { password_hash } = await rowOf(cast.employer.userId)
  const { userId } = await buildUser(world, { password_hash })
  await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
  return world.signIn(userId)
}

describe('whoever moved the employee’s sign-in', () => {
  it('or confirmed its move does not sign for the employer within 30 days of its effect, while a colleague does', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    const { version } = await rowOf(userId)
    const to = 'uusi.osoite@muualla.example'
    await world.ok(accounts.update, { as: cast.employer, params: { userId }, body: { workEmail: to, version } })
    await db()
      .updateTable('identity_changes')
      .set({ created_at: new Date(world.env.now().getTime() - 40 * 24 * hours) })
      .where('user_id', '=', userId)
      .execute()
    const [waiting] = (await world.ok(identityChanges.mine, { as: order.own.employee })).items
    await world.ok(identityChanges.refuseOwn, { as: order.own.employee, params: { id: waiting!.identityChangeId } })
    await expect(order.journey.sign(cast.employer, order.orderId, 'EMPLOYER')).rejects.toThrow(
      'SIGNER_CHANGED_IDENTITY',
    )
    const colleague = await secondEmployer()
    const confirmedBy = (userId: string | null) =>
      db()
        .updateTable('identity_changes')
        .set({ confirmed_by: userId })
        .where('user_id', '=', order.own.employee.userId)
    await confirmedBy(colleague.userId).execute()
    await expect(order.journey.sign(colleague, order.orderId, 'EMPLOYER')).rejects.toThrow('SIGNER_CHANGED_IDENTITY')
    await confirmedBy(null).execute()
    await order.journey.sign(colleague, order.orderId, 'EMPLOYER')
  })

  it('signs again once 30 days have passed since its end', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    const { version } = await rowOf(userId)
    const to = 'vanha.muutos@muualla.example'
    await world.ok(accounts.update, { as: cast.employer, params: { userId }, body: { workEmail: to, version } })
    const endedDaysAgo = (days: number) =>
      db()
        .updateTable('identity_changes')
        .set({ status: 'REFUSED', done_at: new Date(world.env.now().getTime() - days * 24 * hours) })
        .where('user_id', '=', userId)
        .execute()
    await endedDaysAgo(29)
    await expect(order.journey.sign(cast.employer, order.orderId, 'EMPLOYER')).rejects.toThrow(
      'SIGNER_CHANGED_IDENTITY',
    )
    await endedDaysAgo(31)
    await order.journey.sign(cast.employer, order.orderId, 'EMPLOYER')
  })

  it('closes the person’s own signing for 72 hours from the moment that another’s change takes effect', async () => {
    const order = await toSign()
    const { userId } = order.own.employee
    const { version, email } = await rowOf(userId)
    const to = 'siirretty.osoite@muualla.example'
    await world.ok(accounts.update, { as: cast.employer, params: { userId }, body: { workEmail: to, version } })
    expect((await askForCode(order)).status).toBe(200)
    world.env.advance(73 * hours)
    await settleIdentityChanges.run(world.services)
    expect((await rowOf(userId)).email).not.toBe(email)
    expect((await askForCode(order, await world.signIn(userId))).body.code).toBe('SIGNING_CLOSED')
    world.env.advance(71 * hours)
    expect((await askForCode(order, await world.signIn(userId))).body.code).toBe('SIGNING_CLOSED')
    world.env.advance(2 * hours)
    expect((await askForCode(order, await world.signIn(userId))).status).toBe(200)
    world.env.advance(-146 * hours)
  })
})
