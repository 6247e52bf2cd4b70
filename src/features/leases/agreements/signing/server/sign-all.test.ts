import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signing } from '#features/leases/agreements/signing/contract.ts'
import { assignRole, buildCompany, buildUser, signedInAs } from '#testing/builders.ts'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const db = () => world.services.database.primary

/** Orders whose agreements wait for the employer; the employee has signed where asked. */
async function waiting(count: number, employeeSigned = false) {
  const orderIds: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { journey, orderId, own } = await anotherOrder(world, cast)
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    if (employeeSigned) await journey.sign(own.employee, orderId, 'EMPLOYEE')
    orderIds.push(orderId)
  }
  return orderIds
}

const toSign = async (as: Caller = cast.employer) => (await world.ok(signing.toSign, { as })).data
const nameOf = async (userId: string) => {
  const user = await db().selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`
}
type Row = Awaited<ReturnType<typeof toSign>>[number]
const shownOf = ({ leasingAgreementId, version, documentSha256 }: Row) => ({
  leasingAgreementId,
  version,
  documentSha256,
})
const signAll = async (rows: readonly Row[], options: { as?: Caller; password?: string; key?: string } = {}) => {
  const as = options.as ?? cast.employer
  return world.call(signing.signAll, {
    as,
    ...(options.key ? { headers: { 'idempotency-key': options.key } } : {}),
    body: {
      typedName: await nameOf(as.userId),
      position: 'Toimitusjohtaja',
      password: options.password ?? cast.password,
      agreements: rows.map(shownOf),
    },
  })
}
const signatures = async (orderIds: readonly string[]) =>
  db()
    .selectFrom('signatures as g')
    .innerJoin('leasing_agreements as a', 'a.id', 'g.leasing_agreement_id')
    .select(['a.order_id', 'g.party', 'g.user_id', 'g.position', 'a.status'])
    .where('a.order_id', 'in', [...orderIds])
    .where('g.party', '=', 'EMPLOYER')
    .execute()

/** A second admin of the cast's company with the same password. */
async function secondSigner(): Promise<Caller> {
  const { password_hash } = await db()
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', cast.employer.userId)
    .executeTakeFirstOrThrow()
  const { userId } = await buildUser(world, { password_hash })
  await assignRole(world, userId, 'EMPLOYER_ADMIN', { companyId: cast.companyId })
  return world.signIn(userId)
}

describe('signing all that waits', () => {
  it('is one act with one password: each agreement gets its signature, and the last one seals it', async () => {
    const orderIds = [...(await waiting(1)), ...(await waiting(1, true))]
    const rows = await toSign()
    expect(rows.map(({ orderId }) => orderId)).toEqual(orderIds)
    const key = { key: 'sign-all-once' }
    const first = await signAll(rows, key)
    expect(first.body.results).toEqual(
      rows.map(({ leasingAgreementId }) => ({ leasingAgreementId, signed: true, code: null })),
    )
    expect((await signAll(rows, key)).body).toEqual(first.body)
    const given = await signatures(orderIds)
    expect(given).toHaveLength(2)
    expect(given.map(({ position }) => position)).toEqual(['Toimitusjohtaja', 'Toimitusjohtaja'])
    expect(new Map(given.map((one) => [one.order_id, one.status]))).toEqual(
      new Map([
        [orderIds[0], 'PENDING'],
        [orderIds[1], 'SIGNED'],
      ]),
    )
    expect(await toSign()).toEqual([])
  })

  it('refuses one agreement and signs the others', async () => {
    const orderIds = await waiting(3)
    const [first, second, third] = (await toSign()) as [Row, Row, Row]
    const foreign = { ...third, leasingAgreementId: world.env.id() }
    const reply = await signAll([{ ...first, documentSha256: 'a'.repeat(64) }, second, foreign])
    expect(reply.body.results.map(({ code }) => code)).toEqual(['VERSION_CONFLICT', null, 'NOT_FOUND'])
    expect((await signatures(orderIds)).map((one) => one.order_id)).toEqual([second.orderId])
    expect((await toSign()).map(({ orderId }) => orderId)).toEqual([first.orderId, third.orderId])
    await signAll([first, third])
  })

  it('refuses the whole act with a wrong password, another name, or a signer whose sign-in has just been moved', async () => {
    const orderIds = await waiting(1)
    const rows = await toSign()
    expect(await signAll(rows, { password: 'väärä' })).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_CHECK_FAILED' },
    })
    const named = { typedName: 'Joku Muu', password: cast.password, agreements: rows.map(shownOf) }
    const other = await world.call(signing.signAll, { as: cast.employer, body: named })
    expect(other.body.fields).toMatchObject([{ path: 'typedName', code: 'NAME_DIFFERS' }])
    const moved = await secondSigner()
    await sql`update users set identity_changed_at = ${world.env.now()} where id = ${moved.userId}`.execute(db())
    expect((await signAll(rows, { as: moved })).body.code).toBe('SIGNING_CLOSED')
    expect(await signatures(orderIds)).toEqual([])
    await signAll(rows)
  })

  it('by two signers at the same moment gives each agreement one signature', async () => {
    const orderIds = await waiting(3, true)
    const rows = await toSign()
    const other = await secondSigner()
    const replies = await Promise.all([signAll(rows), signAll(rows.toReversed(), { as: other })])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const codes = replies.flatMap(({ body }) => body.results.map(({ code }) => code))
    expect(codes.filter((code) => code === null)).toHaveLength(3)
    expect(codes.filter((code) => code === 'SIGNING_NOT_ALLOWED')).toHaveLength(3)
    const given = await signatures(orderIds)
    expect(given.map((one) => one.order_id).toSorted()).toEqual(orderIds.toSorted())
    expect(given.every(({ status }) => status === 'SIGNED')).toBe(true)
  })

  it('has a limit of its own, which counts failures only', async () => {
    await waiting(1)
    const [row] = (await toSign()) as [Row]
    const signer = await secondSigner()
    await sql`insert into rate_limits (action, key_hash, window_start, hits)
      select 'password-check:identifier', sha256(convert_to(${signer.userId}, 'utf8')),
        to_timestamp(floor(extract(epoch from ${world.env.now()}::timestamptz) / 900) * 900), 10`.execute(db())
    for (let n = 0; n < 10; n += 1) await signAll([row], { as: signer, password: 'väärä' })
    expect((await signAll([row], { as: signer })).status).toBe(429)
    const other = await secondSigner()
    expect((await signAll([row], { as: other })).body.results).toMatchObject([{ signed: true }])
  })
})

it('an editor whom nobody named and an outsider are shown nothing and sign nothing', async () => {
  const orderIds = await waiting(1)
  const [row] = (await toSign()) as [Row]
  const { password_hash } = await db()
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', cast.employer.userId)
    .executeTakeFirstOrThrow()
  const editor = await buildUser(world, { password_hash })
  await assignRole(world, editor.userId, 'EMPLOYER_EDITOR', { companyId: cast.companyId })
  const outsider = await buildUser(world, { password_hash })
  await assignRole(world, outsider.userId, 'EMPLOYER_ADMIN', { companyId: (await buildCompany(world)).companyId })
  for (const [userId, code] of [
    [editor.userId, 'FORBIDDEN'],
    [outsider.userId, 'NOT_FOUND'],
  ] as const) {
    const as = await world.signIn(userId)
    expect(await toSign(as)).toEqual([])
    expect((await signAll([row], { as })).body.results).toMatchObject([{ signed: false, code }])
  }
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  expect((await world.call(signing.toSign, { as: staff })).status).toBe(403)
  expect(await signatures(orderIds)).toEqual([])
})
