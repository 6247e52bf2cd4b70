import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { reporting } from '../contract.ts'
import { lockLargeMonths } from './lock-job.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let admin: Caller
let params: { companyId: string; month: string }

beforeAll(async () => {
  world = await openWorld({ variables: { PAYROLL_LOCK_AT_ONCE: '1' } })
})
afterAll(() => world.close())

beforeEach(async () => {
  world.env.setNow('2026-03-10T08:00:00Z')
  company = await buildCompany(world)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company, { first_name: 'Aino', last_name: 'Testaaja' })
  params = { companyId: company.companyId, month: '2026-03' }
  for (let n = 0; n < 2; n += 1) await buildRunningLease(world, { company })
})

const db = () => world.services.database.primary
const run = (text: string) => sql.raw(text).execute(db())
const preview = () => world.ok(reporting.rows, { as: admin, params })
const runOf = async () => (await world.ok(reporting.lockRun, { as: admin, params })).run

/** Asks for the lock without letting the node that answered begin it. */
async function askOnly(previewHash: string) {
  await db()
    .insertInto('payroll_lock_runs')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      month: params.month,
      preview_hash: previewHash,
      row_count: 2,
      requested_by: admin.userId,
      by_staff: false,
    })
    .execute()
}

test('a large month is answered at once and locked by the job, as it was seen and by whom it was asked', async () => {
  expect(await runOf()).toBeNull()
  const { previewHash } = await preview()
  const reply = await world.call(reporting.lock, { as: admin, params, body: { previewHash } })
  expect(reply).toMatchObject({ status: 202, body: { month: '2026-03', rowCount: 2, run: { totalRows: 2 } } })
  await lockLargeMonths.run(world.services)
  await expect.poll(async () => (await runOf())?.state, { timeout: 30_000 }).toBe('DONE')
  expect(await runOf()).toEqual({ state: 'DONE', doneRows: 2, totalRows: 2, refusal: null })
  const { payrollMonth, total } = await preview()
  expect([payrollMonth.state, payrollMonth.lock?.lockedBy, total]).toEqual(['LOCKED', 'Aino Testaaja', 2])
})

test('what has changed since it was seen is refused whole, and whoever asked is told', async () => {
  const { previewHash } = await preview()
  await askOnly(previewHash)
  await buildRunningLease(world, { company })
  expect(await lockLargeMonths.run(world.services)).toEqual({ locked: 0, refused: 1 })
  expect(await runOf()).toEqual({ state: 'REFUSED', doneRows: 0, totalRows: 2, refusal: 'VERSION_CONFLICT' })
  expect((await preview()).payrollMonth.state).toBe('PREVIEW')
  const notices = await db()
    .selectFrom('notifications')
    .select('template')
    .where('user_id', '=', admin.userId)
    .execute()
  expect(notices).toEqual([{ template: 'reporting:notice.lockRefused' }])
})

test('a run that fails stays open and stops no other; the job counts as failed', async () => {
  await askOnly((await preview()).previewHash)
  const failing = { params, admin, companyId: company.companyId }
  await run(`create function fail_lock() returns trigger language plpgsql as
    $$ begin if new.company_id = '${failing.companyId}' then raise exception 'no'; end if; return new; end $$`)
  await run('create trigger fail_lock before insert on payroll_months for each row execute function fail_lock()')
  company = await buildCompany(world)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  params = { companyId: company.companyId, month: '2026-03' }
  for (let n = 0; n < 2; n += 1) await buildRunningLease(world, { company })
  await askOnly((await preview()).previewHash)
  await expect(lockLargeMonths.run(world.services)).rejects.toThrow()
  expect((await runOf())?.state).toBe('DONE')
  const open = await world.ok(reporting.lockRun, { as: failing.admin, params: failing.params })
  expect(['DONE', 'REFUSED']).not.toContain(open.run?.state)
  await run('drop function fail_lock cascade')
  expect(await lockLargeMonths.run(world.services)).toEqual({ locked: 1, refused: 0 })
})

test('two nodes at the same moment lock it once', async () => {
  await askOnly((await preview()).previewHash)
  const runs = await Promise.all([lockLargeMonths.run(world.services), lockLargeMonths.run(world.services)])
  expect(runs.map(({ locked }) => locked).toSorted()).toEqual([0, 1])
  const months = await db()
    .selectFrom('payroll_months')
    .select('month')
    .where('company_id', '=', company.companyId)
    .execute()
  expect(months).toEqual([{ month: '2026-03' }])
})

test('asked again while it is under way, it is one lock; another company is not found', async () => {
  const { previewHash } = await preview()
  await askOnly(previewHash)
  const again = await world.call(reporting.lock, { as: admin, params, body: { previewHash } })
  expect(again.status).toBe(202)
  await expect.poll(async () => (await runOf())?.state, { timeout: 30_000 }).toBe('DONE')
  const runs = await db()
    .selectFrom('payroll_lock_runs')
    .select('state')
    .where('company_id', '=', company.companyId)
    .execute()
  expect(runs).toEqual([{ state: 'DONE' }])
  const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
  expect((await world.call(reporting.lockRun, { as: stranger, params })).status).toBe(404)
  const reader = await signedInAs(world, 'EMPLOYER_REPORTING', company)
  expect((await world.call(reporting.lockRun, { as: reader, params })).status).toBe(403)
})
