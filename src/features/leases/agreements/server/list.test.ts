import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { agreements } from '../contract.ts'
import { openEnding } from './endings.ts'

let world: World
let staff: Caller
let casts: Awaited<ReturnType<typeof buildCast>>[]

beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  casts = [await buildCast(world), await buildCast(world)]
  for (const cast of casts) {
    const way = journeyOf(world, cast)
    const orderId = await way.start()
    await way.choosePackage(orderId)
    await way.answer(orderId)
  }
})
afterAll(() => world.close())

const companiesOf = async (as: Caller, query: object = {}) =>
  (await world.ok(agreements.list, { as, query })).items.map(({ companyId }) => companyId)
const fileOf = async (as: Caller, query: object = {}) =>
  (await world.call(agreements.listFile, { as, query: { format: 'csv', ...query } })).raw.toString('utf8')

it('agreements are sorted and searched by name, e-mail and employee number', async () => {
  const [first, second] = casts as [(typeof casts)[0], (typeof casts)[0]]
  expect(await companiesOf(staff, { sort: 'createdAt' })).toEqual([first.companyId, second.companyId])
  expect(await companiesOf(staff, { sort: '-createdAt' })).toEqual([second.companyId, first.companyId])
  const db = world.services.database.primary
  const [number, name] = ['H-4711', 'Haettava']
  await db
    .updateTable('beneficiary_employees')
    .set({ employee_number: number })
    .where('id', '=', second.employeeId)
    .execute()
  await db.updateTable('users').set({ last_name: name }).where('id', '=', second.employee.userId).execute()
  const { email } = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.id', '=', second.employee.userId)
    .executeTakeFirstOrThrow()
  expect(await companiesOf(staff, { searchEmail: email, sort: 'endDay' })).toEqual([second.companyId])
  expect(await companiesOf(staff, { searchEmployeeNumber: number })).toEqual([second.companyId])
  expect(await companiesOf(staff, { searchName: name })).toEqual([second.companyId])
  expect(await companiesOf(staff, { searchName: 'ei kukaan' })).toEqual([])
})

const columns = {
  startDay: ['start_day', ['2026-02-01', '2026-01-01']],
  endDay: ['end_day', ['2029-05-31', '2028-01-31']],
  instalment: ['instalment_cents', [9_900, 4_550]],
} as const

it.each(Object.keys(columns) as (keyof typeof columns)[])('agreements are sorted by %s, both ways', async (sort) => {
  const db = world.services.database.primary
  const [column, values] = columns[sort]
  for (const [index, { companyId }] of casts.entries())
    await db
      .updateTable('leasing_agreements')
      .set({ [column]: values[index]! })
      .where('company_id', '=', companyId)
      .execute()
  const [more, less] = casts.map(({ companyId }) => companyId)
  expect(await companiesOf(staff, { sort })).toEqual([less, more])
  expect(await companiesOf(staff, { sort: `-${sort}` })).toEqual([more, less])
})

const numbersOf = async (as: Caller, query: object) =>
  (await world.ok(agreements.list, { as, query })).items.map(({ agreementNumber }) => agreementNumber)
const numbersInFileOf = async (as: Caller, query: object) =>
  (await fileOf(as, query))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';')[0]?.replaceAll('"', ''))

it('their file holds what the list holds, in each order and for each search', async () => {
  const sorts = ['createdAt', ...Object.keys(columns)].flatMap((sort) => [sort, `-${sort}`])
  for (const sort of sorts) {
    const listed = await numbersOf(staff, { sort })
    expect(listed).toHaveLength(2)
    expect(await numbersInFileOf(staff, { sort })).toEqual(listed)
  }
  const { email, lastName } = await world.services.database.primary
    .selectFrom('users')
    .select(['email', 'last_name as lastName'])
    .where('id', '=', casts[1]!.employee.userId)
    .executeTakeFirstOrThrow()
  for (const query of [{ searchEmail: email }, { searchName: lastName }, { searchEmployeeNumber: 'H-4711' }]) {
    const listed = await numbersOf(staff, query)
    expect(listed).toHaveLength(1)
    expect(await numbersInFileOf(staff, query)).toEqual(listed)
  }
  expect(await numbersInFileOf(staff, { searchName: 'ei kukaan' })).toEqual([])
})

it('their file stays within the scope', async () => {
  const [own, foreign] = await numbersOf(staff, { sort: 'createdAt' })
  expect(await numbersInFileOf(casts[0]!.employer, {})).toEqual([own])
  expect(await fileOf(casts[0]!.employer)).not.toContain(foreign)
})

it('one search finds an agreement by its number, its person, their address and employee number together', async () => {
  const db = world.services.database.primary
  const { agreement_number, work_email } = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['a.agreement_number', 'u.work_email'])
    .where('a.company_id', '=', casts[1]!.companyId)
    .executeTakeFirstOrThrow()
  for (const search of [agreement_number, work_email, 'haettava h-4711', `${agreement_number} Haettava`]) {
    expect(await numbersOf(staff, { search })).toEqual([agreement_number])
    expect(await numbersInFileOf(staff, { search })).toEqual([agreement_number])
    expect(await numbersOf(casts[0]!.employer, { search })).toEqual([])
  }
  expect(await numbersOf(staff, { search: 'haettava h-9999' })).toEqual([])
})

it('agreements are narrowed to a company and to those whose lease runs, in the list and in its file', async () => {
  const [first, second] = casts.map(({ companyId }) => companyId) as [string, string]
  const db = world.services.database.primary
  await db.updateTable('leasing_agreements').set({ lease_state: 'ACTIVE' }).where('company_id', '=', second).execute()
  expect(await companiesOf(staff, { companyId: first })).toEqual([first])
  expect(await companiesOf(staff, { leaseState: 'ACTIVE' })).toEqual([second])
  expect(await companiesOf(staff, { leaseState: 'NOT_STARTED' })).toEqual([first])
  expect(await companiesOf(staff, { companyId: first, leaseState: 'ACTIVE' })).toEqual([])
  expect(await companiesOf(casts[0]!.employer, { companyId: second })).toEqual([])
  expect(await numbersInFileOf(staff, { leaseState: 'ACTIVE' })).toEqual(await numbersOf(staff, { companyId: second }))
})

it('agreements that something is ending already are left out for whoever wants to begin an end', async () => {
  const [first, second] = casts.map(({ companyId }) => companyId) as [string, string]
  const db = world.services.database.primary
  const { id } = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('company_id', '=', second)
    .executeTakeFirstOrThrow()
  const ending = { companyId: second, agreementId: id }
  await openEnding(db, world.services, { ...ending, endingId: world.services.env.id(), kind: 'CLAIM' })
  expect(await companiesOf(staff, { isFree: true, sort: 'createdAt' })).toEqual([first, second])
  await openEnding(db, world.services, { ...ending, endingId: world.services.env.id(), kind: 'RETURN' })
  expect(await companiesOf(staff, { isFree: true })).toEqual([first])
  expect(await companiesOf(staff, { isFree: false, sort: 'createdAt' })).toEqual([first, second])
})
