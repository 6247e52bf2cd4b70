import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { newestCode } from '#testing/mailbox.ts'
import { openWorld, type World } from '#testing/world.ts'
import { proofs } from '../proof-contract.ts'

const hours = 3_600_000
let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const rowOf = (userId: string) =>
  db().selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const signaturesOf = (agreementId: string) =>
  db().selectFrom('signatures').selectAll().where('leasing_agreement_id', '=', agreementId).execute()

/** Somebody with an agreement to sign, who has given a number when joining and proven nothing. */
async function newcomer(past: { recovered_at?: Date; identity_changed_at?: Date } = {}) {
  const one = await anotherOrder(world, cast)
  await one.journey.choosePackage(one.orderId)
  await one.journey.answer(one.orderId)
  const as = one.own.employee
  await db()
    .updateTable('users')
    .set({ phone_verified_at: null, personal_email_verified_at: null, ...past })
    .where('id', '=', as.userId)
    .execute()
  const { agreement } = await one.journey.order(cast.staff, one.orderId)
  const params = { id: agreement!.leasingAgreementId }
  const shown = { version: agreement!.version, documentSha256: agreement!.documentSha256! }
  return {
    ...one,
    as,
    agreementId: agreement!.leasingAgreementId,
    ask: (given: { phoneNumber?: string; email?: string; password?: string }) =>
      world.call(signing.requestCode, { as, params, body: { ...shown, ...given } }),
    sign: (code: string, password = cast.password) =>
      world.call(signing.sign, { as, params, body: { ...shown, party: 'EMPLOYEE', password, code } }),
  }
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
let number = 700
const freshNumber = () => `0405550${++number}`

describe('a first signature', () => {
  it('proves the number and signs by one code and one password in two calls, without a typed name', async () => {
    const { as, ask, sign, agreementId } = await newcomer()
    const phoneNumber = freshNumber()
    expect((await ask({ phoneNumber, password: cast.password })).body).toMatchObject({
      via: 'SMS',
      hint: `…${phoneNumber.slice(-3)}`,
    })
    expect((await rowOf(as.userId)).phone_verified_at).toBeNull()
    const sent = await db().selectFrom('outbox').select('template').where('recipient', '=', phoneNumber).execute()
    expect(sent).toEqual([{ template: 'identity-changes:sms.signingFirst' }])
    expect((await sign(await newestCode(world, as.userId))).status).toBe(200)
    const user = await rowOf(as.userId)
    expect(user).toMatchObject({ phone_number: phoneNumber, phone_verified_at: expect.any(Date) })
    expect(await signaturesOf(agreementId)).toMatchObject([
      {
        party: 'EMPLOYEE',
        proof: 'SMS',
        proof_since: user.phone_verified_at,
        typed_name: `${user.first_name} ${user.last_name}`,
      },
    ])
  })

  it('proves a private address in the same way, and none of the employer’s house', async () => {
    const { as, ask, sign, agreementId } = await newcomer()
    const { password } = cast
    const refused = await ask({ email: 'joku@testi.example', password })
    expect(refused.body.fields).toMatchObject([{ path: 'email', code: 'NOT_PRIVATE' }])
    expect((await ask({ email: 'oma.osoite@koti.example', password })).body).toMatchObject({ via: 'EMAIL' })
    expect((await sign(await newestCode(world, as.userId))).status).toBe(200)
    expect(await rowOf(as.userId)).toMatchObject({
      personal_email: 'oma.osoite@koti.example',
      personal_email_verified_at: expect.any(Date),
      phone_verified_at: null,
    })
    expect(await signaturesOf(agreementId)).toMatchObject([{ proof: 'EMAIL' }])
  })

  it('sends no code to a number without the right password, nor to a number that is none', async () => {
    const { as, ask } = await newcomer()
    const phoneNumber = freshNumber()
    expect((await ask({ phoneNumber })).body.fields).toMatchObject([{ path: 'password', code: 'REQUIRED' }])
    expect((await ask({ phoneNumber, password: 'jokin aivan muu' })).body.code).toBe('PASSWORD_CHECK_FAILED')
    expect((await ask({ phoneNumber: '12', password: cast.password })).body.code).toBe('PHONE_NUMBER_UNSUPPORTED')
    const codes = db().selectFrom('verification_codes').select('id').where('subject', '=', as.userId)
    expect(await codes.where('purpose', '=', 'SIGNING').execute()).toEqual([])
  })

  it('is refused by a wrong code and a wrong password, and the number is then proven by neither', async () => {
    const { as, ask, sign, agreementId } = await newcomer()
    await ask({ phoneNumber: freshNumber(), password: cast.password })
    const code = await newestCode(world, as.userId)
    expect((await sign(wrongOf(code))).body).toMatchObject({ code: 'CODE_WRONG', details: { triesLeft: 4 } })
    expect((await sign(code, 'jokin aivan muu')).body.code).toBe('PASSWORD_CHECK_FAILED')
    expect((await rowOf(as.userId)).phone_verified_at).toBeNull()
    expect(await signaturesOf(agreementId)).toEqual([])
  })

  it('takes five tries a code and ten wrong codes a day, after which the right one is refused, too', async () => {
    const { as, ask, sign, agreementId } = await newcomer()
    const phoneNumber = freshNumber()
    const askAnew = async () => {
      await ask({ phoneNumber, password: cast.password })
      return newestCode(world, as.userId)
    }
    for (let codes = 0; codes < 2; codes++) {
      const code = await askAnew()
      for (let tries = 0; tries < 5; tries++) await sign(wrongOf(code))
      expect((await sign(code)).body.code).toBe('CODE_EXPIRED')
    }
    const third = await askAnew()
    expect((await sign(wrongOf(third))).status).toBe(429)
    expect((await sign(third)).status).toBe(429)
    expect((await rowOf(as.userId)).phone_verified_at).toBeNull()
    expect(await signaturesOf(agreementId)).toEqual([])
  })
})

describe('a number that would count later', () => {
  it('takes no signing code after a recovery by mail or another’s change, however long ago', async () => {
    const longAgo = new Date(world.env.now().getTime() - 1000 * hours)
    for (const past of [{ recovered_at: longAgo }, { identity_changed_at: longAgo }]) {
      const { as, ask } = await newcomer(past)
      expect((await world.ok(proofs.own, { as })).newOnesWait).toBe(true)
      const reply = await ask({ phoneNumber: freshNumber(), password: cast.password })
      expect(reply.body.code).toBe('SIGNING_PROOF_NEEDED')
    }
  })

  it('is refused, and stays unproven, when the recovery came after its code was asked for', async () => {
    const { as, ask, sign, agreementId } = await newcomer()
    await ask({ phoneNumber: freshNumber(), password: cast.password })
    const code = await newestCode(world, as.userId)
    await db()
      .updateTable('users')
      .set({ recovered_at: new Date(world.env.now().getTime() - 100 * hours) })
      .where('id', '=', as.userId)
      .execute()
    expect((await sign(code)).body.code).toBe('SIGNING_PROOF_NEEDED')
    expect((await rowOf(as.userId)).phone_verified_at).toBeNull()
    expect(await signaturesOf(agreementId)).toEqual([])
  })
})

it('sends the code to the number that is proven, whichever is given', async () => {
  const { as, ask } = await newcomer()
  await db().updateTable('users').set({ phone_verified_at: world.env.now() }).where('id', '=', as.userId).execute()
  const { phone_number } = await rowOf(as.userId)
  const reply = await ask({ phoneNumber: freshNumber(), password: cast.password })
  expect(reply.body).toMatchObject({ via: 'SMS', hint: `…${phone_number!.slice(-3)}` })
})

it('wants the name typed from whoever signs for the employer', async () => {
  const { agreementId, journey, orderId } = await newcomer()
  const { agreement } = await journey.order(cast.staff, orderId)
  const reply = await world.call(signing.sign, {
    as: cast.employer,
    params: { id: agreementId },
    body: {
      party: 'EMPLOYER',
      version: agreement!.version,
      documentSha256: agreement!.documentSha256!,
      password: cast.password,
    },
  })
  expect(reply.body.fields).toMatchObject([{ path: 'typedName', code: 'REQUIRED' }])
})
