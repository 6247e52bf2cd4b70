import { describe, expect, test } from 'vitest'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { buildCompany, buildEmployee, buildGroup, buildRunningLease, signedInAs } from '#testing/builders.ts'
import {
  at,
  company,
  db,
  file,
  groupCompanyId,
  lease,
  linesOf,
  lock,
  prepareReporting,
  reader,
  sheet,
  world,
} from '#testing/cases/reporting-cases.ts'
import type { Caller } from '#testing/world.ts'
import { reporting } from '../contract.ts'
import { type CompanyReport, readMonth, readReport, readReports } from './months.ts'

prepareReporting()

describe('who may', () => {
  test('the reporting role reads and exports, and neither locks nor sends', async () => {
    await lease()
    const { previewHash } = await sheet('2026-03', reader)
    for (const endpoint of [reporting.csv, reporting.xlsx, reporting.salaryRows])
      expect((await file(endpoint, '2026-03', reader)).length).toBeGreaterThan(100)
    const refused = [
      await world.call(reporting.lock, { as: reader, params: at('2026-03'), body: { previewHash } }),
      await world.call(reporting.send, { as: reader, params: at('2026-03') }),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([403, 403])
    expect((await sheet('2026-03')).payrollMonth.state).toBe('PREVIEW')
  })

  test('editors, beneficiaries and strangers see nothing', async () => {
    const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
    const { userId } = await buildEmployee(world, company)
    for (const as of [editor, await world.signIn(userId)]) {
      expect((await world.call(reporting.rows, { as, params: at('2026-03') })).status).toBe(403)
      expect((await world.call(reporting.months, { as, query: { companyId: company.companyId } })).status).toBe(403)
    }
    expect((await world.call(reporting.rows, { params: at('2026-03') })).status).toBe(401)
  })

  test('another company is not found, whatever is asked of it', async () => {
    await lease()
    const { previewHash } = await sheet('2026-03')
    const foreign = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const params = at('2026-03')
    const answers = [
      await world.call(reporting.rows, { as: foreign, params }),
      await world.call(reporting.csv, { as: foreign, params }),
      await world.call(reporting.xlsx, { as: foreign, params }),
      await world.call(reporting.salaryRows, { as: foreign, params }),
      await world.call(reporting.lock, { as: foreign, params, body: { previewHash } }),
      await world.call(reporting.send, { as: foreign, params }),
      await world.call(reporting.months, { as: foreign, query: { companyId: company.companyId } }),
      await world.call(reporting.leases, { as: foreign, query: { companyId: company.companyId } }),
      await world.call(reporting.group, { as: foreign, params: { groupCompanyId, month: '2026-03' } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(9).fill(404))
    expect((await world.ok(reporting.companies, { as: foreign })).items.map((item) => item.companyId)).not.toContain(
      company.companyId,
    )
    expect((await sheet('2026-03')).payrollMonth.state).toBe('PREVIEW')
  })

  test('a group admin sees the month over the group’s companies and no others', async () => {
    const sister = await buildCompany(world, { group_company_id: groupCompanyId })
    await lease()
    await buildRunningLease(world, { company: sister, agreement: { instalment_cents: 20_000 } })
    await lock('2026-03')
    const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const { items } = await world.ok(reporting.group, { as: groupAdmin, params: { groupCompanyId, month: '2026-03' } })
    expect(items.map((item) => [item.companyName, item.state, item.totals.taxValue]).sort()).toEqual(
      [
        [company.name, 'LOCKED', 100],
        [sister.name, 'PREVIEW', 200],
      ].sort(),
    )
    const { items: own } = await world.ok(reporting.companies, { as: groupAdmin })
    expect(own.map((one) => [one.companyName, one.shownMonth]).sort()).toEqual(
      [
        [company.name, '2026-03'],
        [sister.name, null],
      ].sort(),
    )
    const ofGroup = (as: Caller) => world.call(reporting.groupCsv, { as, params: { groupCompanyId, month: '2026-03' } })
    const lines = linesOf((await ofGroup(groupAdmin)).raw)
    expect(lines).toHaveLength(3)
    expect([company.name, sister.name].filter((name) => lines.some((line) => line.includes(name)))).toHaveLength(2)
    const stranger = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', await buildGroup(world))
    expect((await ofGroup(stranger)).status).toBe(404)
    const salaryOf = (as: Caller) =>
      world.call(reporting.groupSalaryRows, { as, params: { groupCompanyId, month: '2026-03' } })
    const salary = linesOf((await salaryOf(groupAdmin)).raw)
    const ofSister = salary.filter((line) => line.includes(sister.name) && line.includes(';364;'))
    expect(ofSister).toMatchObject([expect.stringContaining('200,00')])
    expect(salary.slice(1).every((line) => [company.name, sister.name].some((name) => line.includes(name)))).toBe(true)
    expect((await salaryOf(stranger)).status).toBe(404)
  })
})

test('a group’s table says of each company its months, what stands in the way, and gives what locks it', async () => {
  const lines = async () => {
    const as = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', { groupCompanyId })
    const { items } = await world.ok(reporting.group, { as, params: { groupCompanyId, month: '2026-03' } })
    return { as, of: (one: { companyId: string }) => items.find(({ companyId }) => companyId === one.companyId)! }
  }
  const [late, empty, left] = [
    await buildCompany(world, { group_company_id: groupCompanyId }),
    await buildCompany(world, { group_company_id: groupCompanyId }),
    await buildCompany(world, { group_company_id: groupCompanyId }),
  ]
  await lease({ start_day: '2026-03-01' })
  await buildRunningLease(world, { company: late, agreement: { start_day: '2026-02-01' } })
  const leaver = await buildRunningLease(world, { company: left, agreement: { start_day: '2026-03-01' } })
  await db()
    .updateTable('beneficiary_employees')
    .set({ last_working_day: '2026-02-20' })
    .where('id', '=', leaver.employeeId)
    .execute()
  const { as, of } = await lines()
  expect(of(company)).toMatchObject({ state: 'PREVIEW', mayBeLocked: true, openMonth: '2026-03', openChecks: [] })
  expect(of(company).months.slice(-2)).toEqual([
    { month: '2026-02', state: 'NONE' },
    { month: '2026-03', state: 'PREVIEW' },
  ])
  expect(of(company).months).toHaveLength(6)
  expect(of(late)).toMatchObject({ mayBeLocked: false, openMonth: '2026-02' })
  expect(of(empty)).toMatchObject({ mayBeLocked: false, openMonth: null, rowCount: 0 })
  expect(of(left)).toMatchObject({ mayBeLocked: true, openChecks: ['LEFT_OPEN'] })
  const { previewHash, rowCount } = of(company)
  const lockOf = (one: { companyId: string }, by = as) =>
    world.call(reporting.lock, {
      as: by,
      params: { companyId: one.companyId, month: '2026-03' },
      body: { previewHash: one === company ? previewHash! : of(one).previewHash!, rowCount },
    })
  const reporter = await signedInAs(world, 'EMPLOYER_REPORTING', company)
  expect((await lockOf(company, reporter)).status).toBe(403)
  expect((await lockOf(company)).status).toBe(201)
  expect([(await lockOf(late)).body.code, (await lockOf(left)).body.code]).toEqual([
    'PAYROLL_MONTH_NOT_ALLOWED',
    'PAYROLL_CHECKS_OPEN',
  ])
  const after = (await lines()).of(company)
  expect(after).toMatchObject({ state: 'LOCKED', mayBeLocked: false, previewHash: null, openMonth: '2026-04' })
  expect(after.months.at(-1)).toEqual({ month: '2026-03', state: 'LOCKED' })
})

test('staff see the month of every company by page, find what waits, and lock it from there', async () => {
  const as = await signedInAs(world, 'INTERNAL_ADMIN')
  const [ready, empty] = [await buildCompany(world, { name: 'Ääni Valmis Oy' }), await buildCompany(world)]
  await buildRunningLease(world, { company: ready, agreement: { start_day: '2026-03-01' } })
  const list = (query: object, by = as) =>
    world.ok(reporting.everyCompany, { as: by, params: { month: '2026-03' }, query: { limit: 100, ...query } })
  const idsOf = async (query: object) => (await list(query)).items.map(({ companyId }) => companyId)
  expect(await idsOf({})).toEqual(expect.arrayContaining([ready.companyId, empty.companyId]))
  expect(await idsOf({ waiting: true })).toContain(ready.companyId)
  expect(await idsOf({ waiting: true })).not.toContain(empty.companyId)
  expect(await idsOf({ waiting: false })).not.toContain(ready.companyId)
  const all = await list({})
  const first = await list({ limit: 1 })
  expect(first).toMatchObject({ total: all.total, hasNext: true, items: [all.items[0]] })
  const [line] = (await list({ search: 'aani valmis' })).items
  expect(line).toMatchObject({ companyId: ready.companyId, mayBeLocked: true, openChecks: [], openMonth: '2026-03' })
  expect(await idsOf({ search: line!.businessId })).toEqual([ready.companyId])
  const params = { companyId: ready.companyId, month: '2026-03' }
  const body = { previewHash: line!.previewHash!, rowCount: line!.rowCount }
  expect((await world.call(reporting.lock, { as, params, body: { ...body, rowCount: 7 } })).status).toBe(409)
  expect((await world.call(reporting.lock, { as, params, body })).status).toBe(201)
  expect(await idsOf({ waiting: true })).not.toContain(ready.companyId)
  const own = await signedInAs(world, 'EMPLOYER_ADMIN', ready)
  expect((await list({}, own)).items).toMatchObject([{ companyId: ready.companyId, state: 'LOCKED' }])
  const stranger = await signedInAs(world, 'EMPLOYER_EDITOR', empty)
  const refused = await world.call(reporting.everyCompany, { as: stranger, params: { month: '2026-03' } })
  expect(refused.status).toBe(403)
})

test('many companies are read together as each is read by itself, locked and corrected ones too', async () => {
  const sister = await buildCompany(world)
  const changed = await lease({ instalment_cents: 10_000 })
  await lock('2026-03')
  await buildRunningLease(world, { company: sister, agreement: { instalment_cents: 20_000 } })
  const leases = db().updateTable('leasing_agreements').where('id', '=', changed.agreementId)
  await leases.set({ start_day: '2026-02-01' }).execute()
  world.env.setNow('2026-04-10T08:00:00Z')
  const between = await Promise.all(Array.from({ length: 24 }, () => buildCompany(world)))
  const ids = [sister, ...between, company].map(({ companyId }) => companyId)
  const batch = { db: world.services.database.read, scope: scopeOfAll, env: world.env }
  const rowsOf = async (report: CompanyReport) => (await readMonth(batch.db, report, '2026-04')).rows
  const together: string[] = []
  for await (const report of readReports(batch, ids, '2026-04')) together.push(JSON.stringify(await rowsOf(report)))
  const alone: string[] = []
  for (const id of ids) alone.push(JSON.stringify(await rowsOf(await readReport(batch.db, scopeOfAll, id, world.env))))
  expect(together).toEqual(alone)
  expect(together.at(-1)).toContain('CORRECTS')
  const own = { ...batch, scope: { all: false, companyIds: [company.companyId], ownerId: null } }
  await expect(readReports(own, ids, '2026-04').next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('statistics count leases by month and by unit', async () => {
  await lease({ start_day: '2026-02-01', instalment_cents: 8_000 })
  await lease({ start_day: '2026-01-01', ended_day: '2026-02-15', lease_state: 'ENDED', end_reason: 'REDEEMED' })
  await lease({}, { employee: { unit_id: null } })
  const view = await world.ok(reporting.leases, { as: reader, query: { companyId: company.companyId } })
  expect(view).toMatchObject({ running: 2, averageInstalment: 90 })
  expect(view.months).toHaveLength(12)
  expect(view.months.slice(-4)).toEqual([
    { month: '2025-12', leases: 0, started: 0, ended: 0, instalments: 0 },
    { month: '2026-01', leases: 1, started: 1, ended: 0, instalments: 100 },
    { month: '2026-02', leases: 2, started: 1, ended: 1, instalments: 180 },
    { month: '2026-03', leases: 2, started: 1, ended: 0, instalments: 180 },
  ])
  expect(view.units).toEqual([
    { unit: null, leases: 1, instalments: 100 },
    { unit: 'Pääkonttori', leases: 1, instalments: 80 },
  ])
})
