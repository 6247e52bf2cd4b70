import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employerReceivers } from '#features/ground/notifications/server/notify.ts'
import { proposals } from '#features/ground/proposals/contract.ts'
import { returns } from '#features/lease-ends/returns/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { deputies } from '#features/people/companies/deputies/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { followDeputies } from './job.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let admin: Caller
let editor: Caller
let params: { id: string }

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-27T08:00:00Z')
  company = await buildCompany(world)
  params = { id: company.companyId }
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
})
afterAll(() => world.close())

const body = (change: object = {}) => ({
  userId: admin.userId,
  deputyUserId: editor.userId,
  fromDay: '2026-12-01',
  toDay: '2026-12-07',
  ...change,
})
const names = async () => (await world.ok(deputies.list, { as: admin, params })).items
const told = (permission: Parameters<typeof employerReceivers>[2]) =>
  employerReceivers(world.services.database.primary, company.companyId, permission)
const onDay = async (day: string) => {
  world.env.setNow(`${day}T08:00:00Z`)
  await followDeputies.run(world.services)
}

describe('a deputy', () => {
  it('is a colleague who acts for the same company, for days to come, one at a time', async () => {
    const other = await buildCompany(world)
    const stranger = await signedInAs(world, 'EMPLOYER_EDITOR', other)
    const reporter = await signedInAs(world, 'EMPLOYER_REPORTING', company)
    const name = (change: object, as = admin) => world.call(deputies.name, { as, params, body: body(change) })
    for (const deputyUserId of [stranger.userId, reporter.userId, admin.userId, world.env.id()])
      expect(await name({ deputyUserId })).toMatchObject({ status: 400, body: { fields: [{ path: 'deputyUserId' }] } })
    expect((await name({ userId: reporter.userId })).body.fields).toMatchObject([{ path: 'userId' }])
    expect((await name({ fromDay: '2026-11-26' })).body.fields).toMatchObject([{ path: 'fromDay' }])
    expect((await name({ toDay: '2026-11-30' })).body.fields).toMatchObject([{ path: 'toDay' }])
    expect((await name({}, editor)).status).toBe(403)
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', other)
    expect((await name({}, foreign)).status).toBe(404)
    expect(await names()).toEqual([])
    const call = { as: admin, params, body: body(), key: 'sijainen' }
    const made = await world.ok(deputies.name, call)
    expect(await world.ok(deputies.name, call)).toEqual(made)
    expect(await names()).toMatchObject([{ isActive: false, fromDay: '2026-12-01', version: 1 }])
    expect((await name({ fromDay: '2026-12-07', toDay: '2026-12-20' })).body.fields).toMatchObject([
      { path: 'fromDay' },
    ])
  })

  it('and whoever is away are each told, unless they named the deputy themselves', async () => {
    const subjectsOf = async (userId: string) =>
      (
        await world.services.database.primary
          .selectFrom('outbox')
          .select('subject')
          .where('user_id', '=', userId)
          .where('subject', 'like', '%10.1.2027%')
          .execute()
      ).map(({ subject }) => subject)
    const second = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const days = { fromDay: '2027-01-10', toDay: '2027-01-12' }
    const made = await world.ok(deputies.name, { as: second, params, body: body(days) })
    expect(await subjectsOf(admin.userId)).toEqual([expect.stringContaining('on sijaisenasi')])
    expect(await subjectsOf(editor.userId)).toEqual([expect.stringContaining('Olet sijaisena')])
    expect(await subjectsOf(second.userId)).toEqual([])
    const ended = { ...params, deputyId: made.deputyId }
    await world.ok(deputies.end, { as: second, params: ended, query: { version: made.version } })
  })

  it('hears on those days alone, and of what they may open alone', async () => {
    expect(await told('employee:update')).not.toContain(editor.userId)
    await onDay('2026-12-01')
    expect(await told('employee:update')).toEqual(expect.arrayContaining([admin.userId, editor.userId]))
    expect(await told('absence-plan:read')).not.toContain(editor.userId)
    expect((await world.ok(deputies.own, { as: editor })).items).toMatchObject([{ away: { userId: admin.userId } }])
    await onDay('2026-12-08')
    expect(await told('employee:update')).not.toContain(editor.userId)
    expect((await world.ok(deputies.own, { as: editor })).items).toEqual([])
  })

  it('bends no rule of two people and no right to sign: nothing more may be done than before', async () => {
    await onDay('2026-12-02')
    const may = async () => [
      (await world.call(proposals.list, { as: editor, query: {} })).status,
      (await world.call(proposals.confirm, { as: editor, anyParams: { id: world.env.id() }, anyBody: { version: 1 } }))
        .status,
      (
        await world.call(returns.update, {
          as: editor,
          anyParams: { id: world.env.id() },
          anyBody: { step: 'approve', version: 1 },
        })
      ).status,
      (await world.call(companies.update, { as: editor, params, anyBody: { version: 1 } })).status,
    ]
    const standingIn = await may()
    expect(standingIn.every((status) => status === 403 || status === 404)).toBe(true)
    const before = await world.ok(companies.get, { as: admin, params })
    expect(before.signerUserIds).not.toContain(editor.userId)
    await onDay('2026-12-08')
    expect(await may()).toEqual(standingIn)
  })

  it('is ended by who may name one, at the version that they saw', async () => {
    await onDay('2026-12-05')
    const [one] = await names()
    const of = { ...params, deputyId: one!.deputyId }
    expect((await world.call(deputies.end, { as: editor, params: of, query: { version: 1 } })).status).toBe(403)
    expect((await world.call(deputies.end, { as: admin, params: of, query: { version: 9 } })).body.code).toBe(
      'VERSION_CONFLICT',
    )
    const unknown = { ...params, deputyId: world.env.id() }
    expect((await world.call(deputies.end, { as: admin, params: unknown, query: { version: 1 } })).status).toBe(404)
    await world.ok(deputies.end, { as: admin, params: of, query: { version: one!.version } })
    expect(await names()).toEqual([])
    expect(await told('employee:update')).not.toContain(editor.userId)
  })
})
