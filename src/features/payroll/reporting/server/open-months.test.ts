import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { reporting } from '../contract.ts'
import { callForLocks } from './call-job.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let admin: Caller

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  world.env.setNow('2026-03-10T08:00:00Z')
  company = await buildCompany(world, { payroll_day: 12 })
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
})

const db = () => world.services.database.primary
const at = (month: string) => ({ companyId: company.companyId, month })
const lease = (agreement = {}) => buildRunningLease(world, { company, agreement })

async function lock(month: string) {
  const { previewHash } = await world.ok(reporting.rows, { as: admin, params: at(month), query: {} })
  await world.ok(reporting.lock, { as: admin, params: at(month), body: { previewHash } })
}

/** The admin's session does not last for months. */
async function on(instant: string) {
  world.env.setNow(instant)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
}

async function months() {
  const { data } = await world.ok(tasks.list, { as: admin, query: { action: 'lockPayrollMonth' } })
  return data.map(({ about, due, link }) => ({ about, due, link }))
}

const task = (month: string, due: string) => ({
  about: month,
  due,
  link: `/raportointi?companyId=${company.companyId}&month=${month}`,
})

describe('the months that wait for their lock', () => {
  it('are a task each, the oldest first, until the company’s payroll day, and go one by one', async () => {
    await lease({ start_day: '2026-03-01' })
    expect(await months()).toEqual([])
    await on('2026-06-01T08:00:00Z')
    expect(await months()).toEqual([
      task('2026-03', '2026-04-12'),
      task('2026-04', '2026-05-12'),
      task('2026-05', '2026-06-12'),
    ])
    const { data } = await world.ok(tasks.list, { as: admin, query: { action: 'lockPayrollMonth' } })
    expect(new Set(data.map(({ id }) => id)).size).toBe(3)
    await lock('2026-03')
    expect((await months()).map(({ about }) => about)).toEqual(['2026-04', '2026-05'])
  })

  it('end with the month after the last lease, and wait between two leases', async () => {
    await lease({ start_day: '2026-01-01', end_day: '2026-02-28', lease_months: 2 })
    await on('2026-06-02T08:00:00Z')
    expect((await months()).map(({ about }) => about)).toEqual(['2026-01', '2026-02', '2026-03'])
    await lease({ start_day: '2026-05-01' })
    expect((await months()).map(({ about }) => about)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'])
  })

  it('are told three days ahead of the payroll day, once each, of the oldest one alone', async () => {
    await lease({ start_day: '2026-03-01' })
    const seen = new Set<string>()
    const called = async (instant: string) => {
      await on(instant)
      await callForLocks.run(world.services)
      await callForLocks.run(world.services)
      const rows = await db()
        .selectFrom('outbox')
        .select(['id', 'subject'])
        .where('template', '=', 'reporting:notice.lockMonth')
        .where('company_id', '=', company.companyId)
        .execute()
      const fresh = rows.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return [...new Set(fresh.map(({ subject }) => subject))]
    }
    const { name } = await db()
      .selectFrom('companies')
      .select('name')
      .where('id', '=', company.companyId)
      .executeTakeFirstOrThrow()
    const subject = (month: string, day: string) => [`Lukitse palkkakuukausi ${month} viimeistään ${day}: ${name}`]
    expect(await called('2026-04-08T08:00:00Z')).toEqual([])
    expect(await called('2026-04-09T08:00:00Z')).toEqual(subject('3/2026', '12.4.2026'))
    expect(await called('2026-04-10T08:00:00Z')).toEqual([])
    expect(await called('2026-04-12T08:00:00Z')).toEqual([])
    expect(await called('2026-05-09T08:00:00Z')).toEqual([])
    await lock('2026-03')
    expect(await called('2026-05-10T08:00:00Z')).toEqual(subject('4/2026', '12.5.2026'))
    const open = await db()
      .selectFrom('notifications')
      .select('template_values')
      .where('company_id', '=', company.companyId)
      .where('template', '=', 'reporting:notice.lockMonth')
      .where('done_at', 'is', null)
      .execute()
    expect(new Set(open.map(({ template_values }) => (template_values as { month: string }).month))).toEqual(
      new Set(['4/2026']),
    )
  })
})

describe('a bicycle that is out while its order is not billed', () => {
  const unbilled = (agreement = {}) => lease({ start_day: '2026-02-01', lease_state: 'NOT_STARTED', ...agreement })
  const sheet = (month: string) => world.ok(reporting.rows, { as: admin, params: at(month), query: {} })

  it('is in payroll from the start day on, with a check that names whose it is', async () => {
    await unbilled()
    const view = await sheet('2026-02')
    expect(view.items).toMatchObject([{ event: 'NEW', taxValue: 100, code364: 100 }])
    expect(view.items[0]?.notes).toContainEqual({ code: 'LEASE_WAITS' })
    expect(view.checks).toContainEqual(expect.objectContaining({ code: 'LEASE_WAITS', isBlocking: false, count: 1 }))
    expect((await months()).map(({ about }) => about)).toEqual(['2026-02'])
    await lock('2026-02')
    expect((await sheet('2026-03')).items).toMatchObject([{ event: 'RUNNING', code364: 100 }])
  })

  it('is corrected to nothing once its agreement is void', async () => {
    const { agreementId } = await unbilled()
    await lock('2026-02')
    await db()
      .updateTable('leasing_agreements')
      .set({ void_at: world.env.now() })
      .where('id', '=', agreementId)
      .execute()
    expect((await sheet('2026-03')).items).toMatchObject([{ correctsMonth: '2026-02', taxValue: -100, code364: -100 }])
  })

  it.each([
    ['before its hand-over sets its days', { start_day: null, end_day: null }],
    ['of a void agreement', { void_at: new Date('2026-02-02T08:00:00Z') }],
  ])('has no row %s', async (_, columns) => {
    const { agreementId } = await unbilled()
    await db().updateTable('leasing_agreements').set(columns).where('id', '=', agreementId).execute()
    expect((await sheet('2026-02')).items).toEqual([])
    expect(await months()).toEqual([])
  })
})
