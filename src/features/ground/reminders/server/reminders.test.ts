import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { nudgeTurns } from '#features/operations/tasks/server/nudge-job.ts'
import { today as desk } from '#features/operations/tasks/today/contract.ts'
import { addDays } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { reminders } from '../contract.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-05-20T08:00:00Z')
})
afterAll(() => world.close())

const forward = async (hours: number) => {
  world.env.advance(hours * 3_600_000)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
}

const mailsTo = async (userId: string) => {
  const rows = await world.services.database.primary
    .selectFrom('outbox')
    .select('template')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ template }) => template)
}

/** A plan that an employer has proposed, with the turn of the person. */
async function proposed() {
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const company = await buildCompany(world)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  const person = await buildEmployee(world, company)
  const { agreementId } = await buildRunningLease(world, {
    company,
    employeeId: person.employeeId,
    agreement: { start_day: '2026-01-01', end_day: '2027-12-31', lease_months: 24, bike_at: 'EMPLOYEE' },
  })
  const body = {
    leasingAgreementId: agreementId,
    kind: 'PARENTAL',
    fromDay: '2026-08-01',
    toDay: '2026-10-31',
  } as const
  const plan = await world.ok(absencePlans.create, { as: admin, body })
  return { plan, admin, person }
}

const awaitedWith = async (subjectId: string) =>
  (await world.ok(reminders.list, { as: staff, query: { subjectId } })).data

const remind = (turnId: string, as: Caller = staff) =>
  world.call(reminders.remind, { as, params: { turnId }, body: {} })

describe('a party that somebody waits for', () => {
  it('is shown with its days, and reminded by hand once a day, the job’s reminders counted', async () => {
    const { plan, person } = await proposed()
    const [turn] = await awaitedWith(plan.id)
    expect(turn).toMatchObject({ awaited: 'EMPLOYEE', due: '2026-05-27', canBeReminded: true })
    expect(turn!.receivers).toEqual([expect.stringMatching(/\S+ \S+/)])
    expect(turn!.toldAt).not.toBeNull()
    expect(turn!.restsUntil).not.toBeNull()
    expect(await remind(turn!.turnId)).toMatchObject({ status: 409, body: { code: 'REMINDED_LATELY' } })
    await forward(25)
    expect((await awaitedWith(plan.id))[0]!.restsUntil).toBeNull()
    const both = await Promise.all([remind(turn!.turnId), remind(turn!.turnId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await mailsTo(person.userId)).toEqual(Array(2).fill('absence-plans:notice.proposed'))
    expect((await awaitedWith(plan.id))[0]!.toldAt! > turn!.toldAt!).toBe(true)
    await forward(48)
    await nudgeTurns.run(world.services)
    expect(await remind(turn!.turnId)).toMatchObject({ status: 409, body: { code: 'REMINDED_LATELY' } })
    expect(await mailsTo(person.userId)).toHaveLength(3)
  })

  it('is no longer reminded once it has answered', async () => {
    const { plan, person } = await proposed()
    const [turn] = await awaitedWith(plan.id)
    const body = { step: 'confirm', version: plan.version } as const
    await world.ok(absencePlans.update, { as: await world.signIn(person.userId), params: { id: plan.id }, body })
    await forward(25)
    expect(await awaitedWith(plan.id)).toEqual([])
    expect(await remind(turn!.turnId)).toMatchObject({ status: 404 })
  })

  it('is reminded by the staff alone', async () => {
    const { plan, admin } = await proposed()
    const [turn] = await awaitedWith(plan.id)
    expect(await remind(turn!.turnId, admin)).toMatchObject({ status: 403 })
    expect(await world.call(reminders.list, { as: admin, query: { subjectId: plan.id } })).toMatchObject({
      status: 403,
    })
  })

  it('is found by who is awaited in its list', async () => {
    const { plan } = await proposed()
    const found = async (waitingFor: 'EMPLOYEE' | 'EMPLOYER') => {
      const { items } = await world.ok(absencePlans.list, { as: staff, query: { waitingFor, limit: 100 } })
      return items.map(({ id }) => id)
    }
    expect(await found('EMPLOYEE')).toContain(plan.id)
    expect(await found('EMPLOYER')).not.toContain(plan.id)
  })
})

describe('a turn that nothing comes of', () => {
  const escalateTo = (to: string, turnId: string, as: Caller = staff) =>
    world.call(reminders.escalate, { as, params: { turnId }, body: { to, message: 'Soitatko hänelle?' } })

  it('is brought to a colleague after two reminders, once, and stands with it and in the history', async () => {
    const { plan, admin } = await proposed()
    const [turn] = await awaitedWith(plan.id)
    const colleague = await signedInAs(world, 'SUPER_ADMIN')
    for (const nudges of [0, 1]) {
      const [now] = await awaitedWith(plan.id)
      expect(now).toMatchObject({ nudges, mayEscalate: false })
      expect(await escalateTo(colleague.userId, turn!.turnId)).toMatchObject({
        status: 409,
        body: { code: 'NOT_TO_ESCALATE' },
      })
      await forward(25)
      expect((await remind(turn!.turnId)).status).toBe(200)
    }
    expect((await awaitedWith(plan.id))[0]).toMatchObject({ nudges: 2, mayEscalate: true, escalation: null })
    expect(await escalateTo(admin.userId, turn!.turnId)).toMatchObject({ status: 400 })
    expect((await escalateTo(colleague.userId, turn!.turnId, admin)).status).toBe(403)
    expect(await mailsTo(colleague.userId)).toEqual([])
    const both = await Promise.all([1, 2].map(() => escalateTo(colleague.userId, turn!.turnId)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'ALREADY_ESCALATED' })
    expect(await mailsTo(colleague.userId)).toEqual(['reminders:notice.escalated'])
    const [after] = await awaitedWith(plan.id)
    expect(after).toMatchObject({ mayEscalate: false, escalation: { message: 'Soitatko hänelle?' } })
    const events = await world.services.database.primary
      .selectFrom('events')
      .select(['actor_user_id', 'data'])
      .where('subject_id', '=', plan.id)
      .where('type', '=', 'TURN_ESCALATED')
      .execute()
    expect(events).toMatchObject([{ actor_user_id: staff.userId, data: { to: colleague.userId, awaited: 'EMPLOYEE' } }])
  })

  it('is brought to all of a role but its sender when we are late ourselves, and not before', async () => {
    const cast = await buildCast(world)
    const journey = journeyOf(world, cast)
    const orderId = await journey.start()
    await journey.choosePackage(orderId, {})
    await journey.answer(orderId)
    await journey.sign(cast.employee, orderId, 'EMPLOYEE')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
    await journey.confirm(orderId)
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const other = await signedInAs(world, 'INTERNAL_ADMIN')
    const [turn] = await world.services.database.primary
      .selectFrom('open_turns')
      .select(['id', 'due_day'])
      .where('subject_id', '=', orderId)
      .where('awaited', '=', 'STAFF')
      .execute()
    expect(await escalateTo('INTERNAL_ADMIN', turn!.id)).toMatchObject({ status: 409 })
    world.env.setNow(`${addDays(turn!.due_day!, 1)}T09:00:00Z`)
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    expect((await escalateTo('INTERNAL_ADMIN', turn!.id)).body).toMatchObject({ to: 'INTERNAL_ADMIN' })
    expect(await mailsTo(other.userId)).toEqual(['reminders:notice.escalated'])
    expect(await mailsTo(staff.userId)).toEqual([])
    const day = await world.ok(desk.list, { as: staff, query: { companyId: cast.companyId } })
    expect(day.data.find(({ orderId: id }) => id === orderId)?.care?.escalatedTo).toBe('INTERNAL_ADMIN')
  })

  it('can be brought to the colleagues of its reader and to roles that somebody holds', async () => {
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    const { colleagues, roles } = await world.ok(reminders.receivers, { as: staff })
    expect(colleagues.length).toBeGreaterThan(0)
    expect(colleagues.map(({ userId }) => userId)).not.toContain(staff.userId)
    expect(roles).toContain('SUPER_ADMIN')
  })

  it('is unknown where it is over', async () => {
    expect((await escalateTo('SUPER_ADMIN', world.env.id())).status).toBe(404)
  })
})
