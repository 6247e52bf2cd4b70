import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { absencePlans } from '#features/lease-ends/absence-plans/contract.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { tasks } from '../contract.ts'
import { nudgeTurns } from './nudge-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-05-20T08:00:00Z')
})
afterAll(() => world.close())

const forward = (days: number) => world.env.advance(days * 86_400_000)
const mailsTo = async (userId: string) =>
  world.services.database.primary
    .selectFrom('outbox')
    .select(['template', 'subject', 'body_text'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** A plan that the employer has proposed to a person with a running lease. */
async function proposed() {
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
  return { plan, admin, person: await world.signIn(person.userId) }
}

describe('a person whom a plan of the employer awaits', () => {
  it('has a task with its last day, reads that day in the subject, and is reminded of it until they have answered', async () => {
    const { plan, person } = await proposed()
    const [task] = (await world.ok(tasks.list, { as: person })).data
    expect(task).toMatchObject({ action: 'confirmAbsence', awaited: 'EMPLOYEE', due: '2026-05-27' })
    const [first] = await mailsTo(person.userId)
    expect(first!.subject).toMatch(/ – viimeistään 27\.5\.2026$/)
    expect(first!.body_text).toContain('(viimeistään 27.5.2026)')
    expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
    forward(3)
    expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 1, refused: 0 })
    expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
    forward(3)
    await Promise.all([nudgeTurns.run(world.services), nudgeTurns.run(world.services)])
    expect((await mailsTo(person.userId)).map(({ template }) => template)).toEqual(
      Array(3).fill('absence-plans:notice.proposed'),
    )
    await world.ok(absencePlans.update, {
      as: person,
      params: { id: plan.id },
      body: { step: 'confirm', version: plan.version },
    })
    expect((await world.ok(tasks.list, { as: person })).data).toEqual([])
    forward(2)
    expect(await nudgeTurns.run(world.services)).toEqual({ nudged: 0, refused: 0 })
  })
})

describe('an order that we are late with', () => {
  it('is told to its buyer once, with a new day', async () => {
    const cast = await buildCast(world)
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
    await way.sign(cast.employee, orderId, 'EMPLOYEE')
    await way.sign(cast.employer, orderId, 'EMPLOYER')
    await way.confirm(orderId)
    const late = async () =>
      (await mailsTo(cast.employee.userId)).filter(({ template }) => template === 'tasks:notice.weAreLate')
    forward(2)
    await nudgeTurns.run(world.services)
    expect(await late()).toEqual([])
    forward(1)
    await nudgeTurns.run(world.services)
    await nudgeTurns.run(world.services)
    expect(await late()).toMatchObject([
      { subject: expect.stringMatching(/^Olemme myöhässä – uusi päivä \d+\.\d+\.2026: [A-Z]-26-\w+/) },
    ])
    expect((await late())[0]!.body_text).toContain(
      formatDay(helsinkiDay(new Date(world.env.now().getTime() - 86_400_000))),
    )
  })
})
