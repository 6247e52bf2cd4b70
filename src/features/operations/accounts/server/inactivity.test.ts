import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignRole, buildCompany, buildEmployee, buildRunningLease, buildUser, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { accounts } from '../contract.ts'
import { inactivityStep } from '../rules/inactivity.ts'
import { shutUnusedAccounts } from './inactivity.ts'

const day = 86_400_000
const now = new Date('2027-06-01T00:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)

describe('the rule of inactivity', () => {
  it.each([
    ['a day before the warning', 334, null, false, 'NONE'],
    ['the warning’s day', 335, null, false, 'WARN'],
    ['long past it without a warning', 900, null, false, 'WARN'],
    ['warned yesterday', 400, 1, false, 'NONE'],
    ['warned 29 days ago', 400, 29, false, 'NONE'],
    ['warned 30 days ago', 365, 30, false, 'SHUT'],
    ['warned before the last sign-in', 340, 500, false, 'WARN'],
    ['needed', 900, 30, true, 'NONE'],
  ] as const)('on %s', (_, idle, warned, isNeeded, step) => {
    const facts = { lastActiveAt: ago(idle), warnedAt: warned === null ? null : ago(warned), isNeeded }
    expect(inactivityStep(facts, now)).toBe(step)
  })
})

describe('accounts that nobody uses', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())
  const db = () => world.services.database.primary
  const mailsTo = async (email: string) =>
    (await db().selectFrom('outbox').select('template').where('recipient', '=', email).orderBy('id').execute()).map(
      (mail) => mail.template,
    )
  const isShut = async (userId: string) =>
    (
      await db()
        .selectFrom('users')
        .select(['deactivated_at', 'deactivation_reason'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).deactivation_reason

  it('are warned once and shut thirty days later; a sign-in, a running benefit and the last super admin stay', async () => {
    const cast = await buildCast(world)
    await journeyOf(world, cast).toRunningLease()
    const idle = await buildUser(world, { created_at: world.env.now() })
    const used = await buildUser(world, { created_at: world.env.now() })
    const root = await buildUser(world, { created_at: world.env.now() })
    await assignRole(world, root.userId, 'SUPER_ADMIN')
    world.env.advance(340 * day)
    expect(await shutUnusedAccounts.run(world.services)).toMatchObject({ shut: 0 })
    expect(await shutUnusedAccounts.run(world.services)).toEqual({ warned: 0, shut: 0 })
    expect(await mailsTo(idle.email)).toEqual(['accounts:mail.inactivityWarning'])
    await db().updateTable('users').set({ last_signed_in_at: world.env.now() }).where('id', '=', used.userId).execute()
    world.env.advance(31 * day)
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(idle.userId)).toBe('INACTIVITY')
    for (const userId of [used.userId, root.userId, cast.employee.userId]) expect(await isShut(userId)).toBe(null)
    expect((await mailsTo(idle.email)).at(-1)).toBe('accounts:mail.inactivityShut')
    const events = await db().selectFrom('events').select('type').where('subject_id', '=', idle.userId).execute()
    expect(events).toEqual([{ type: 'USER_AUTO_DEACTIVATED' }])
  })

  it('stay while something of a lease that is over is still open, and go when it is settled', async () => {
    world.env.setNow('2031-03-01T08:00:00Z')
    const company = await buildCompany(world)
    const { employeeId, userId } = await buildEmployee(world, company)
    const { agreementId } = await buildRunningLease(world, {
      company,
      employeeId,
      agreement: { start_day: '2028-02-01', end_day: '2031-01-31', bike_at: 'EMPLOYEE' },
    })
    const lease = (change: object) =>
      db().updateTable('leasing_agreements').set(change).where('id', '=', agreementId).execute()
    await lease({ lease_state: 'ENDED', end_reason: 'TERM' })
    const longAgo = { created_at: now, last_signed_in_at: null, inactivity_warned_at: new Date('2031-01-10T08:00:00Z') }
    await db().updateTable('users').set(longAgo).where('id', '=', userId).execute()
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(userId)).toBe(null)
    await lease({ end_reason: 'RETURNED' })
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(userId), 'a bicycle that was to be returned is still out').toBe(null)
    await lease({ bike_at: 'SOLD' })
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(userId)).toBe('INACTIVITY')
  })

  it('that are opened again have another thirty days and another warning', async () => {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const shut = await buildUser(world, {
      created_at: ago(3000),
      deactivated_at: ago(10),
      deactivation_reason: 'INACTIVITY',
      inactivity_warned_at: ago(60),
    })
    await world.ok(accounts.update, { as: staff, params: { userId: shut.userId }, body: { deactivated: false } })
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(shut.userId)).toBe(null)
    expect((await mailsTo(shut.email)).at(-1)).toBe('accounts:mail.inactivityWarning')
    await shutUnusedAccounts.run(world.services)
    expect(await isShut(shut.userId)).toBe(null)
  })
})
