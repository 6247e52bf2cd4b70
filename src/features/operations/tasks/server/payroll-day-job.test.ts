import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { tasks } from '../contract.ts'
import { tellOnPayrollDay } from './payroll-day-job.ts'
import { refreshOpenTurns } from './refresh-job.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  world.env.setNow('2026-03-10T08:00:00Z')
  company = await buildCompany(world, { payroll_day: 12 })
})

const db = () => world.services.database.primary

/** The mails that a day's run of the job sends to one person. */
async function mailsOn(instant: string, userId: string) {
  world.env.setNow(instant)
  await refreshOpenTurns.run(world.services)
  const before = await mails(userId)
  await tellOnPayrollDay.run(world.services)
  await tellOnPayrollDay.run(world.services)
  return (await mails(userId)).slice(before.length)
}

const mails = (userId: string) =>
  db()
    .selectFrom('outbox')
    .select(['subject', 'body_text', 'language'])
    .where('template', '=', 'tasks:notice.payrollDay')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

describe('the mail on a company’s payroll day', () => {
  it('lists what the page of that day lists, by last day, once in the month', async () => {
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    await buildRunningLease(world, { company, agreement: { start_day: '2026-03-01' } })
    expect(await mailsOn('2026-04-11T08:00:00Z', admin.userId)).toEqual([])
    const [first, ...others] = await mailsOn('2026-04-12T08:00:00Z', admin.userId)
    expect(others).toEqual([])
    expect(first!.subject).toMatch(/^Palkkapäivä 12\.4\.2026: yksi asia odottaa teitä – /)
    expect(first!.body_text).toContain('– Lukitse palkkakuukausi: 3/2026, viimeistään 12.4.2026')
    expect(await mailsOn('2026-04-13T08:00:00Z', admin.userId)).toEqual([])
    const [second] = await mailsOn('2026-05-12T08:00:00Z', admin.userId)
    expect(second!.body_text).toContain(
      '– Lukitse palkkakuukausi: 3/2026, myöhässä: viimeinen päivä oli 12.4.2026\n– Lukitse palkkakuukausi: 4/2026, viimeistään 12.5.2026',
    )
    const asked = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const { data } = await world.ok(tasks.list, { as: asked, query: { companyId: company.companyId } })
    expect(second!.subject).toContain(`${data.length} asiaa odottaa teitä`)
  })

  it('is in the language of each reader', async () => {
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    await db().updateTable('users').set({ language: 'sv' }).where('id', '=', admin.userId).execute()
    await buildRunningLease(world, { company, agreement: { start_day: '2026-03-01' } })
    const [mail] = await mailsOn('2026-04-12T08:00:00Z', admin.userId)
    expect(mail).toMatchObject({
      language: 'sv',
      subject: expect.stringMatching(/^Lönedag 12\.4\.2026: en sak väntar/),
    })
    expect(mail!.body_text).toMatch(/\n– .*: 3\/2026, senast 12\.4\.2026\n/)
  })

  it('is not sent where nothing waits, and names nothing of another company', async () => {
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const other = await buildCompany(world, { payroll_day: 12 })
    await buildRunningLease(world, { company: other, agreement: { start_day: '2026-03-01' } })
    const there = await signedInAs(world, 'EMPLOYER_ADMIN', other)
    await refreshOpenTurns.run(world.services)
    expect(await mailsOn('2026-04-12T08:00:00Z', admin.userId)).toEqual([])
    expect(await mails(there.userId)).toHaveLength(1)
  })

  it('is sent up to two days late, and not after them', async () => {
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    await buildRunningLease(world, { company, agreement: { start_day: '2026-03-01' } })
    expect(await mailsOn('2026-04-15T08:00:00Z', admin.userId)).toEqual([])
    expect(await mailsOn('2026-05-14T08:00:00Z', admin.userId)).toHaveLength(1)
  })
})
