import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { doneAtOnce } from '#testing/confirm-proposal.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { stateScaleColumns, toWire } from '../columns.ts'
import { provinceTaxTable, stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '../contract.ts'
import { stateScale2026 } from '../parameters/year-2026.ts'
import type { StateScale } from '../rules/tax-tables.ts'
import { validateStateScale } from '../rules/validate-tables.ts'
import { seedTaxTables } from './seed.ts'
import { taxTablesFrom } from './tables.ts'

let world: World
let staff: Caller
let other: Caller

beforeAll(async () => {
  world = await openWorld()
  await seedTaxTables(world.services.database.primary, world.env)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  other = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const shipped = toWire<StateScale>(stateScaleColumns, stateScale2026)
/** A scale of one rate: whole and consistent for itself, and with no step of another's. */
const flat = (year: number, rate: number) => ({ year, steps: [{ lowerLimit: 0, taxAtLowerLimit: 0, rate }] })
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort()
const changesOf = async (id: string) =>
  (await db().selectFrom('events').select('data').where('subject_id', '=', id).orderBy('position').execute()).map(
    ({ data }) => (data as { change: string }).change,
  )

describe('two administrators at once', () => {
  test('who change one scale: the first is saved whole, the second is shown it', async () => {
    const body = { ...shipped, year: 2040 }
    const { stateIncomeTaxTableId } = doneAtOnce(await world.ok(stateIncomeTaxTable.create, { as: staff, body }))
    const change = (as: Caller, rate: number) =>
      world.call(stateIncomeTaxTable.update, {
        as,
        params: { id: stateIncomeTaxTableId },
        body: { ...flat(2040, rate), version: 1 },
      })
    const replies = await Promise.all([change(staff, 10), change(other, 20), change(staff, 30), change(other, 40)])
    expect(statuses(replies)).toEqual([200, 409, 409, 409])
    const saved = replies.find(({ status }) => status === 200)!.body
    for (const { status, body } of replies) {
      if (status === 409) expect(body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: saved } })
    }
    expect(await changesOf(stateIncomeTaxTableId)).toEqual(['created', 'updated'])
    const stored = (await taxTablesFrom(db())).stateScales.find(({ year }) => year === 2040)!
    expect(validateStateScale(stored)).toEqual([])
    expect(toWire<StateScale>(stateScaleColumns, stored).steps).toEqual(doneAtOnce(saved).steps)
  })

  test('who change one scale without naming its version: one whole scale stands in the end', async () => {
    const { items } = await world.ok(stateIncomeTaxTable.list, { as: staff, query: { year: 2040 } })
    const params = { id: items[0]!.stateIncomeTaxTableId }
    const bodies = [flat(2040, 11), { ...shipped, year: 2040 }, flat(2040, 12)]
    const replies = await Promise.all(
      bodies.map((body) => world.call(stateIncomeTaxTable.update, { as: staff, params, body })),
    )
    expect(statuses(replies)).toEqual([200, 200, 200])
    const { steps } = await world.ok(stateIncomeTaxTable.get, { as: staff, params })
    expect(bodies.map((body) => body.steps)).toContainEqual(steps)
  })

  test('who add the same year: there is one table of it', async () => {
    const add = (as: Caller, rate: number) => world.call(stateIncomeTaxTable.create, { as, body: flat(2041, rate) })
    const replies = await Promise.all([add(staff, 10), add(other, 20), add(staff, 30)])
    expect(statuses(replies)).toEqual([201, 409, 409])
    expect((await world.ok(stateIncomeTaxTable.list, { as: staff, query: { year: 2041 } })).total).toBe(1)
  })

  test('who remove the last two tables: one of them stays', async () => {
    const { items } = await world.ok(taxTable.list, { as: staff })
    expect(items).toHaveLength(2)
    const remove = ({ taxTableId }: { taxTableId: string }) =>
      world.call(taxTable.remove, { as: staff, params: { id: taxTableId } })
    const replies = await Promise.all(items.map(remove))
    expect(statuses(replies)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('IN_USE_NOT_ALLOWED')
    const left = (await world.ok(taxTable.list, { as: staff })).items
    expect(left).toHaveLength(1)
    expect(await changesOf(left[0]!.taxTableId)).toEqual([])
  })
})

test('a change reaches another node with its next question', async () => {
  // A second copy of the module keeps tables of its own, as another process does.
  const address = './tables.ts?another-node'
  const node = (await import(/* @vite-ignore */ address)) as typeof import('./tables.ts')
  expect(node.taxTablesFrom).not.toBe(taxTablesFrom)
  const scaleIn = async () => (await node.taxTablesFrom(db())).stateScales.find(({ year }) => year === 2042)?.steps
  const before = await node.taxTablesFrom(db())
  expect(await node.taxTablesFrom(db())).toBe(before)
  const made = doneAtOnce(await world.ok(stateIncomeTaxTable.create, { as: staff, body: flat(2042, 10) }))
  expect((await scaleIn())?.[0]?.rateBasisPoints).toBe(1000)
  const params = { id: made.stateIncomeTaxTableId }
  await world.ok(stateIncomeTaxTable.update, { as: staff, params, body: flat(2042, 12.5) })
  expect((await scaleIn())?.[0]?.rateBasisPoints).toBe(1250)
  await world.ok(stateIncomeTaxTable.remove, { as: staff, params })
  expect(await scaleIn()).toBeUndefined()
})

test('a table that is not there is answered by the specification’s sentence with its id', async () => {
  const id = world.env.id()
  const { steps } = shipped
  const messages = [
    (await world.call(provinceTaxTable.get, { as: staff, params: { id } })).body.message,
    (await world.call(taxTable.remove, { as: staff, params: { id } })).body.message,
    (
      await world.call(stateIncomeTaxTable.update, {
        as: staff,
        params: { id },
        body: { year: 2043, steps },
      })
    ).body.message,
    (await world.call(taxpayerDeductionsTable.get, { as: staff, params: { id } })).body.message,
  ]
  expect(messages).toEqual([
    `Failed to fetch province tax table with ID ${id}`,
    `Failed to delete tax table with ID ${id}`,
    `Failed to update state income tax table with ID ${id}`,
    `Failed to fetch taxpayer deductions table with ID ${id}`,
  ])
})

test('a municipality cannot be there twice in other letters, dotted ones included', async () => {
  const rates = { isAland: false, municipal: 9.4, evangelicalLutheran: 1.6, orthodox: 1.95 }
  for (const municipality of ['ÄÄNEKOSKI', ' äänekoski ']) {
    const twice = await world.call(provinceTaxTable.create, { as: staff, body: { ...rates, year: 2026, municipality } })
    expect(twice).toMatchObject({ status: 409, body: { code: 'TAX_TABLE_EXISTS' } })
  }
  expect((await world.ok(provinceTaxTable.list, { as: staff, query: { search: 'ÄÄNEK' } })).total).toBe(1)
})

describe.each([provinceTaxTable, taxTable, stateIncomeTaxTable, taxpayerDeductionsTable])('$list.path', (calls) => {
  test('is closed to everybody but staff in each of its calls', async () => {
    const company = await buildCompany(world)
    const employee = await world.signIn((await buildEmployee(world, company)).userId)
    const callers = [
      await signedInAs(world, 'EMPLOYER_ADMIN', company),
      await signedInAs(world, 'EMPLOYER_EDITOR', company),
      await signedInAs(world, 'EMPLOYER_REPORTING', company),
      employee,
    ]
    const id = world.env.id()
    for (const call of Object.values(calls) as (typeof stateIncomeTaxTable.update)[]) {
      const body = ['POST', 'PUT'].includes(call.method) ? { anyBody: flat(2044, 1) } : {}
      const own = call.path.includes(':') ? { anyParams: { [call.path.split(':')[1]!]: id } } : {}
      for (const as of callers) expect((await world.call(call, { as, ...own, ...body })).status).toBe(403)
      expect((await world.call(call, { as: null, ...own, ...body })).status).toBe(401)
    }
  })
})
