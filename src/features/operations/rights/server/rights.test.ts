import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notify } from '#features/ground/notifications/server/notify.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { addMonths, helsinkiDay } from '#platform/values/days.ts'
import { buildEmployee, buildUser, freshCode, signedInAs, stepUp } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { buildCast, type Cast } from '#testing/journey.ts'
import { handedOver } from '#testing/mailbox.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { ownRights, rights } from '../contract.ts'
import type { RequestKind } from '../rules.ts'
import { eraseConfirmed } from './jobs.ts'

let world: World
let cast: Cast
let staff: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
  staff = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
  second = await stepUp(world, await signedInAs(world, 'INTERNAL_ADMIN'))
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const person = async () => stepUp(world, await world.signIn((await buildUser(world)).userId))
const ask = (as: Caller, kind: RequestKind, wish = 'Nimeni on väärin') =>
  world.call(ownRights.ask, { as, body: { kind, wish } })
const asked = async (as: Caller, kind: RequestKind) => world.ok(ownRights.ask, { as, body: { kind } })
const codeOf = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply
  return [status, (body as { code: string }).code]
}
const own = async (as: Caller) => (await world.ok(ownRights.list, { as })).requests

describe('a request about one’s own data', () => {
  it('is received with the last day of the answer, a month on, by one message, and waits for the staff', async () => {
    const as = await person()
    await handedOver(world)
    const { requestId, dueDay, state } = await asked(as, 'CORRECTION')
    expect([state, dueDay]).toEqual(['OPEN', addMonths(helsinkiDay(world.env.now()), 1)])
    const told = await handedOver(world)
    expect(told.map(({ subject }) => subject)).toEqual(['Pyyntösi on vastaanotettu'])
    const { data } = await world.ok(tasks.list, { as: staff, query: { action: 'answerRights' } })
    expect(data.find(({ id }) => id.endsWith(requestId))).toMatchObject({ due: dueDay })
  })

  it('is asked once by a call that is repeated with its key, and once of its kind while it is open', async () => {
    const as = await person()
    const call = { as, body: { kind: 'OBJECTION' as const }, headers: { 'idempotency-key': 'objection-1' } }
    const replies = [await world.call(ownRights.ask, call), await world.call(ownRights.ask, call)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(await own(as)).toHaveLength(1)
    expect(await codeOf(ask(as, 'OBJECTION'))).toEqual([409, 'REQUEST_OPEN'])
  })

  it('for erasure wants a proof of oneself', async () => {
    const as = await world.signIn((await buildUser(world)).userId)
    expect(await codeOf(ask(as, 'ERASURE'))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await own(as)).toEqual([])
  })

  it('is nobody else’s: neither read nor taken back by another', async () => {
    const as = await person()
    const { requestId, version } = await asked(as, 'CORRECTION')
    const other = await person()
    expect(await own(other)).toEqual([])
    expect(
      (await world.call(ownRights.withdraw, { as: other, params: { id: requestId }, body: { version } })).status,
    ).toBe(404)
    expect((await world.call(rights.list, { as: cast.employer })).status).toBe(403)
    expect((await own(as))[0]!.state).toBe('OPEN')
  })

  it('is extended once, by two months, and the person is told why', async () => {
    const as = await person()
    const { requestId, version, dueDay } = await asked(as, 'CORRECTION')
    await handedOver(world)
    const body = { version, reason: 'Asia vaatii selvityksen rahoittajalta' }
    const reply = await world.ok(rights.extend, { as: staff, params: { id: requestId }, body })
    expect(reply).toMatchObject({ dueDay: addMonths(dueDay, 2), mayExtend: false })
    expect((await handedOver(world))[0]!.text).toContain(body.reason)
    const again = { ...body, version: reply.version }
    expect(await codeOf(world.call(rights.extend, { as: staff, params: { id: requestId }, body: again }))).toEqual([
      409,
      'REQUEST_EXTENDED',
    ])
  })

  it('is refused with a reason and the way to the supervisory authority', async () => {
    const as = await person()
    const { requestId, version } = await asked(as, 'CORRECTION')
    await handedOver(world)
    const body = { version, grants: false, answer: 'Tieto on oikein sopimuksessa' }
    await world.ok(rights.answer, { as: staff, params: { id: requestId }, body })
    const [mail] = await handedOver(world)
    expect(mail!.text).toMatch(/Tieto on oikein sopimuksessa[\s\S]*tietosuojavaltuutetulle/)
    expect((await own(as))[0]).toMatchObject({ state: 'REFUSED', answer: body.answer })
    expect(await codeOf(world.call(rights.answer, { as: staff, params: { id: requestId }, body }))).toEqual([
      409,
      'VERSION_CONFLICT',
    ])
  })

  it('of a member of staff is answered by a colleague', async () => {
    const { requestId, version } = await asked(staff, 'CORRECTION')
    const body = { version, grants: true, answer: 'Korjasin itse' }
    expect(await codeOf(world.call(rights.answer, { as: staff, params: { id: requestId }, body }))).toEqual([
      403,
      'REQUEST_OWN',
    ])
    await world.ok(rights.answer, { as: second, params: { id: requestId }, body })
  })
})

describe('a restriction', () => {
  it('keeps the person from news of the service until they take it back; their own matters reach them', async () => {
    const as = await person()
    const { requestId, version } = await asked(as, 'RESTRICTION')
    const body = { version, grants: true, answer: 'Rajoitimme käsittelyä' }
    const granted = await world.ok(rights.answer, { as: staff, params: { id: requestId }, body })
    const told = async (type: 'SYSTEM_UPDATE' | 'ORDER_STATUS_CHANGE') => {
      await world.services.database.transaction((tx) =>
        notify(tx, world.services, [as.userId], {
          type,
          template: 'notifications:notice.update',
          link: '/kayttaja',
          companyId: null,
        }),
      )
      const rows = await db().selectFrom('notifications').select('type').where('user_id', '=', as.userId).execute()
      return rows.filter((row) => row.type === type).length
    }
    expect([await told('SYSTEM_UPDATE'), await told('ORDER_STATUS_CHANGE')]).toEqual([0, 1])
    await world.ok(ownRights.withdraw, { as, params: { id: requestId }, body: { version: granted.version } })
    expect(await told('SYSTEM_UPDATE')).toBe(1)
  })
})

describe('a request that staff write down', () => {
  const record = (email: string, as = staff) =>
    world.call(rights.record, { as, body: { kind: 'ERASURE', email, checkedHow: 'Passi nähty toimistolla' } })

  it('is refused of somebody who signs in, of nobody, without a proof of oneself, and to employers', async () => {
    const signsIn = await buildUser(world, { last_signed_in_at: world.env.now() })
    expect(await codeOf(record(signsIn.email))).toEqual([409, 'REQUEST_BY_PERSON'])
    expect(await codeOf(record('tuntematon@testi.example'))).toEqual([409, 'NOTHING_KNOWN_OF'])
    expect(await codeOf(record('x@testi.example', await signedInAs(world, 'INTERNAL_ADMIN')))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
    expect((await record('x@testi.example', cast.employer)).status).toBe(403)
  })

  it('erases nobody by the word of one: whoever proposes does not confirm, and nothing happens before', async () => {
    const { userId } = await buildEmployee(world, { companyId: cast.companyId })
    const { email } = await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    const reply = await record(email)
    expect(reply.status).toBe(201)
    const { requestId, version } = reply.body as { requestId: string; version: number }
    const erase = { as: staff, params: { id: requestId }, body: { version } }
    const proposed = await world.ok(rights.erase, erase)
    const alone = await world.call(proposals.confirm, {
      as: staff,
      params: { id: proposed.proposalId },
      body: { version: proposed.version },
    })
    expect(alone.status).toBe(403)
    world.env.advance(48 * 3_600_000)
    await eraseConfirmed.run(world.services)
    const emailNow = () => db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
    expect(await emailNow()).toEqual({ email })
    staff = await stepUp(world, staff)
    second = await stepUp(world, second)
    await confirmProposed(world, second, proposed)
    expect(await emailNow(), 'a day lies between').toEqual({ email })
    world.env.advance(25 * 3_600_000)
    await eraseConfirmed.run(world.services)
    expect((await emailNow())?.email).toBe(`erased-${userId}@erased.invalid`)
  })

  it('erases nobody where there is no second member of staff either, however long the one waits', async () => {
    const { userId } = await buildEmployee(world, { companyId: cast.companyId })
    const { email } = await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    staff = await stepUp(world, await world.signIn(staff.userId))
    const reply = await record(email)
    const { requestId, version } = reply.body as { requestId: string; version: number }
    const holders = db().selectFrom('user_roles').innerJoin('roles', 'roles.id', 'user_roles.role_id').select('user_id')
    await db()
      .updateTable('users')
      .set({ deactivated_at: world.env.now() })
      .where('id', 'in', holders.where('scope_kind', '=', 'ALL'))
      .where('id', '!=', staff.userId)
      .execute()
    const erase = { as: staff, params: { id: requestId }, body: { version } }
    const { proposalId, aloneFrom } = await world.ok(rights.erase, erase)
    expect(aloneFrom).not.toBeNull()
    world.env.advance(25 * 3_600_000)
    staff = await world.signIn(staff.userId)
    const code = await freshCode(world, staff)
    const view = await world.ok(proposals.get, { as: staff, params: { id: proposalId } })
    expect(view.changes[0]).toMatchObject({ name: 'Kenen tiedot', after: expect.stringContaining('@') })
    expect(view.changes.length).toBeGreaterThan(1)
    expect(view).toMatchObject({ mayConfirm: true, needsCode: true })
    const call = { as: staff, params: { id: proposalId }, body: { version: view.version, code } }
    expect(await codeOf(world.call(proposals.confirm, call))).toEqual([403, 'NOT_FOR_ONESELF'])
    const { state } = await db()
      .selectFrom('rights_requests')
      .select('state')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('OPEN')
  })
})
