import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from '#testing/builders.ts'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { agreements } from '../contract.ts'

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

it('agreements are sorted by their last day, both ways', async () => {
  const db = world.services.database.primary
  const days = ['2029-05-31', '2028-01-31']
  for (const [index, { companyId }] of casts.entries())
    await db
      .updateTable('leasing_agreements')
      .set({ end_day: days[index]! })
      .where('company_id', '=', companyId)
      .execute()
  const [later, sooner] = casts.map(({ companyId }) => companyId)
  expect(await companiesOf(staff, { sort: 'endDay' })).toEqual([sooner, later])
  expect(await companiesOf(staff, { sort: '-endDay' })).toEqual([later, sooner])
})

it('their file holds what the list holds, in its order and within the scope', async () => {
  const numbers = (await world.ok(agreements.list, { as: staff, query: { sort: 'createdAt' } })).items.map(
    ({ agreementNumber }) => agreementNumber,
  )
  const lines = (await fileOf(staff, { sort: 'createdAt' })).trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';')[0]?.replaceAll('"', ''))).toEqual(numbers)
  const own = await fileOf(casts[0]!.employer)
  expect(own).toContain(numbers[0])
  expect(own).not.toContain(numbers[1])
})
