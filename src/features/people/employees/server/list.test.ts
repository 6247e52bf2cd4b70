import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryOf } from '#platform/contract/contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { employees } from '../contract.ts'

let world: World
let company: Awaited<ReturnType<typeof buildCompany>>
let other: Awaited<ReturnType<typeof buildCompany>>
let admin: Caller
let staff: Caller
const ids: Record<string, string> = {}

async function addOrder(
  employeeId: string,
  status: 'PENDING' | 'READY_FOR_BILLING' | 'REFUNDED',
  processedAt: string | null = null,
) {
  await world.services.database.primary
    .insertInto('orders')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      beneficiary_employee_id: employeeId,
      order_number: `P-${employeeId.slice(-6)}`,
      status,
      processed_at: processedAt,
    })
    .execute()
}

beforeAll(async () => {
  world = await openWorld()
  company = await buildCompany(world)
  other = await buildCompany(world)
  admin = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: company.companyId })
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const make = async (name: string, at: string, values = {}, last = name) => {
    const row = { created_at: new Date(at), ...values }
    ids[name] = (await buildEmployee(world, company, row, { first_name: 'Testi', last_name: last })).employeeId
  }
  await make('pending', '2026-03-01T10:00:00Z', { status: 'PENDING', cost_unit: '4120' })
  // The last minutes of 10.3. in Helsinki, which UTC counts as the same day only in part.
  await make('late', '2026-03-10T21:59:00Z', { cost_unit: '4300', pay_roll_other: 'KK' })
  await make('next', '2026-03-10T22:01:00Z', {}, '100%')
  await make('billing', '2026-03-20T10:00:00Z')
  await make('refunded', '2026-03-21T10:00:00Z', { employee_number: null })
  await addOrder(ids.late!, 'PENDING')
  await addOrder(ids.billing!, 'READY_FOR_BILLING', '2026-04-01T10:00:00Z')
  await addOrder(ids.refunded!, 'REFUNDED')
  await buildEmployee(world, other, {}, { first_name: 'Vieras', last_name: 'Henkilö' })
})
afterAll(() => world.close())

const names = (list: { beneficiaryEmployeeId: string }[]) =>
  list.map((row) => Object.keys(ids).find((name) => ids[name] === row.beneficiaryEmployeeId) ?? 'foreign')
const list = async (query: QueryOf<typeof employees.optimizedList>, as = admin) =>
  world.ok(employees.optimizedList, { as, query })

describe('employeesOptimizedList', () => {
  it('answers the newest first in its own envelope, ten on a page', async () => {
    const page = await list({})
    expect(page).toMatchObject({ currentPage: 1, totalPages: 1, totalCount: 5 })
    expect(names(page.employees)).toEqual(['refunded', 'billing', 'next', 'late', 'pending'])
    const second = await list({ page: 2, pageSize: 2 })
    expect(names(second.employees)).toEqual(['next', 'late'])
    expect(second.totalPages).toBe(3)
  })

  it.each([
    [{ filterType: 'GENERAL' }, ['billing', 'late']],
    [{ filterType: 'POST_PROCESSING' }, ['refunded', 'billing']],
    [{ filterType: 'FROM_PROCESSED', orderStatus: 'READY_FOR_BILLING,PENDING' }, ['billing']],
    [{ filterType: 'NO_ORDER' }, ['next', 'pending']],
    [{ orderStatus: 'PENDING,REFUNDED' }, ['refunded', 'late']],
    [{ orderStatus: 'NONE' }, ['next', 'pending']],
    [{ orderStatus: 'NONE', status: 'PENDING' }, ['pending']],
    [{ orderStatus: 'ALL', status: 'PENDING' }, ['pending']],
    [{ createdStart: '2026-03-10', createdEnd: '2026-03-10' }, ['late']],
    [{ createdStart: '2026-03-11' }, ['refunded', 'billing', 'next']],
    [{ processedStart: '2026-04-01', processedEnd: '2026-04-01' }, ['billing']],
    [{ costUnit: '4300', payRollOther: 'KK' }, ['late']],
    [{ search: '  BILLING ' }, ['billing']],
    [{ search: '100%' }, ['next']],
    [{ search: '%' }, ['next']],
    [{ status: 'ACCEPTED', sort: 'createdAt', pageSize: 2 }, ['late', 'next']],
    [{ paymentStatus: 'PAID' }, []],
    [{ sort: 'name' }, ['next', 'billing', 'late', 'pending', 'refunded']],
    [{ sort: 'name', search: 'testi', page: 2, pageSize: 2 }, ['late', 'pending']],
  ] satisfies [QueryOf<typeof employees.optimizedList>, string[]][])('narrows to %j', async (query, expected) => {
    expect(names((await list(query)).employees)).toEqual(expected)
  })

  it('refuses words that no filter knows and pages above a hundred', async () => {
    for (const anyQuery of [
      { orderStatus: 'LOST' },
      { orderStatus: 'NONE,REFUNDED' },
      { paymentStatus: 'OWED' },
      { pageSize: 101 },
      { colour: 'red' },
    ])
      expect((await world.call(employees.optimizedList, { as: admin, anyQuery })).status).toBe(400)
  })

  it('gives an empty list for a foreign company and everything to the staff', async () => {
    expect((await list({ companyId: other.companyId })).totalCount).toBe(0)
    expect((await list({}, staff)).totalCount).toBe(6)
    expect((await list({ companyId: other.companyId }, staff)).totalCount).toBe(1)
  })
})

describe('the list as a file', () => {
  const file = (as: Caller | null, query: QueryOf<typeof employees.listFile>) =>
    world.call(employees.listFile, { as, query })
  const rows = (raw: Buffer) => raw.toString('utf8').trim().split('\r\n').slice(1)

  it('holds every row that the filters let through, in the list’s order', async () => {
    const all = await file(admin, { format: 'csv' })
    expect(all.headers['content-disposition']).toContain("filename*=UTF-8''Ty%C3%B6ntekij%C3%A4t.csv")
    expect(rows(all.raw).map((row) => row.split(';')[0])).toEqual(['refunded', 'billing', '100%', 'late', 'pending'])
    expect(all.raw.toString('utf8')).toContain(';Valmis laskutukseen;')
    expect(rows((await file(admin, { format: 'csv', costUnit: '4300' })).raw)).toHaveLength(1)
    expect((await file(admin, { format: 'xlsx' })).raw.toString('latin1', 0, 2)).toBe('PK')
  })

  it('holds no foreign row, and leaves empty what its reader may not see', async () => {
    expect(rows((await file(admin, { format: 'csv', companyId: other.companyId })).raw)).toEqual([])
    const reader = await signedInAs(world, 'EMPLOYER_REPORTING', { companyId: company.companyId })
    const read = await file(reader, { format: 'csv' })
    expect(rows(read.raw)).toHaveLength(5)
    expect(read.raw.toString('utf8')).not.toContain('Valmis laskutukseen')
    expect((await file(null, { format: 'csv' })).status).toBe(401)
  })
})

describe('the other lists', () => {
  it('give a company’s people, and not found for a foreign company', async () => {
    const whole = await world.ok(employees.ofCompany, { as: admin, params: { id: company.companyId } })
    expect(whole).toMatchObject({ total: 5, truncated: false })
    expect((await world.call(employees.ofCompany, { as: admin, params: { id: other.companyId } })).status).toBe(404)
  })

  it('give people with orders only, nested', async () => {
    const page = await world.ok(employees.withOrders, { as: admin })
    expect(names(page.items)).toEqual(['refunded', 'billing', 'late'])
    expect(page.items[1]?.orders).toMatchObject([{ orderStatus: 'READY_FOR_BILLING' }])
  })

  it('give accepted people with complete data, on request by id and name only', async () => {
    const full = await world.ok(employees.withAllData, { as: admin })
    expect(full.items.map((row) => row.id)).toEqual([ids.billing, ids.next, ids.late])
    const minimal = await world.ok(employees.withAllData, { as: admin, query: { minimalData: true } })
    expect(minimal.items[0]).toEqual({ id: ids.billing, name: 'Testi billing' })
  })

  it('count what waits and tell the filters their values', async () => {
    const overview = await world.ok(employees.overview, { as: admin })
    expect(overview).toEqual({
      pendingCount: 1,
      decidedCount: 4,
      oldestPendingAt: '2026-03-01T10:00:00.000Z',
      costUnits: ['4120', '4300'],
      payRollOthers: ['KK'],
    })
    const foreign = await world.ok(employees.overview, { as: admin, query: { companyId: other.companyId } })
    expect(foreign).toMatchObject({ pendingCount: 0, decidedCount: 0, costUnits: [] })
  })
})

describe('a list by whom people wait for', () => {
  it('keeps those alone whose application or newest order a party is to act on', async () => {
    const employer = await list({ waitingFor: 'EMPLOYER' })
    expect([names(employer.employees), employer.totalCount]).toEqual([['pending'], 1])
    const ours = await list({ waitingFor: 'STAFF' })
    expect(names(ours.employees)).toContain('billing')
    expect(names(ours.employees)).not.toContain('pending')
    expect((await world.call(employees.optimizedList, { as: admin, anyQuery: { waitingFor: 'NOBODY' } })).status).toBe(
      400,
    )
  })

  it('runs its groups over the pages: whoever waits comes first, party by party, and each person once', async () => {
    const whole = await list({ grouped: true, pageSize: 100 })
    const pages = []
    for (let page = 1; page <= 5; page += 1) pages.push(...(await list({ grouped: true, pageSize: 1, page })).employees)
    expect(names(pages)).toEqual(names(whole.employees))
    expect(new Set(names(pages)).size).toBe(5)
    expect(names(whole.employees)).toEqual(['billing', 'pending', 'late', 'refunded', 'next'])
    const searched = await list({ grouped: true, search: 'pending' })
    expect(names(searched.employees)).toEqual(['pending'])
    expect(names((await list({ grouped: true, companyId: other.companyId })).employees)).toEqual([])
  })
})
