import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toWire } from '#features/pricing/tax/columns.ts'
import {
  provinceTaxTable,
  stateIncomeTaxTable,
  taxpayerDeductionsTable,
  taxTable,
} from '#features/pricing/tax/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { confirmProposed, doneAtOnce } from '#testing/confirm-proposal.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { deductionColumns, stateScaleColumns, taxYearColumns } from '../columns.ts'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { deductions2026, stateScale2026, taxYear2026 } from '../parameters/year-2026.ts'
import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'
import { seedTaxTables } from './seed.ts'
import { taxTablesFrom, taxTablesVersion } from './tables.ts'

let world: World
let staff: Caller
let second: Caller

beforeAll(async () => {
  world = await openWorld()
  await seedTaxTables(world.services.database.primary, world.env)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

const scale = { ...toWire<StateScale>(stateScaleColumns, stateScale2026), year: 2027 }
const contributions = { ...toWire<TaxYear>(taxYearColumns, taxYear2026), year: 2027 }
const deductions = { ...toWire<TaxDeductions>(deductionColumns, deductions2026), year: 2027 }
const municipality = {
  year: 2027,
  municipality: 'Tampere',
  isAland: false,
  municipal: 7.9,
  evangelicalLutheran: 1.25,
  orthodox: 2,
}

const eventsOf = async (id: string) =>
  await world.services.database.primary
    .selectFrom('events')
    .select(['type', 'data'])
    .where('subject_id', '=', id)
    .orderBy('position')
    .execute()

/** The four registers differ in their columns alone, so one test goes through each. */
const registers = [
  {
    name: 'province-tax-table',
    calls: provinceTaxTable,
    idName: 'id',
    body: municipality,
    change: { municipal: 8.25 },
  },
  {
    name: 'tax-table',
    calls: taxTable,
    idName: 'taxTableId',
    body: contributions,
    change: { yleMax: 165.5, aland: null },
  },
  {
    name: 'state-income-tax-table',
    calls: stateIncomeTaxTable,
    idName: 'stateIncomeTaxTableId',
    body: scale,
    change: { steps: scale.steps.slice(0, 3) },
  },
  {
    name: 'taxpayer-deductions-table',
    calls: taxpayerDeductionsTable,
    idName: 'taxDeductionsId',
    body: deductions,
    change: { earnedIncomeCreditMax: 3500.25 },
  },
] as const

describe.each(registers)('$name', ({ name, calls: typed, idName, body, change }) => {
  // The registers' types differ; what is proved about them does not.
  const calls = typed as typeof taxTable

  test('is added, read, changed and removed, each in the event log and each under a new mark', async () => {
    const marks = [await taxTablesVersion(world.services.database.primary)]
    const mark = async () => marks.push(await taxTablesVersion(world.services.database.primary))
    const made: Record<string, unknown> = { ...(await world.ok(calls.create, { as: staff, anyBody: body })) }
    await mark()
    const id = made[idName] as string
    expect(made).toEqual({ [idName]: id, ...body, version: 1 })
    const params = { id }
    expect(await world.ok(calls.get, { as: staff, params })).toEqual(made)
    const listed = (await world.ok(calls.list, { as: staff, query: { year: 2027 } })) as { items: unknown[] }
    expect(listed).toMatchObject({ items: [made], total: 1 })
    const changed = await world.ok(calls.update, {
      as: staff,
      params,
      anyBody: { ...body, ...change, version: 1 },
    })
    await mark()
    expect(changed).toEqual({ ...made, ...change, version: 2 })
    expect(await world.ok(calls.remove, { as: staff, params, query: { version: 2 } })).toEqual({
      [idName]: id,
    })
    await mark()
    expect((await world.call(calls.get, { as: staff, params })).status).toBe(404)
    expect(new Set(marks).size).toBe(4)
    expect(await eventsOf(id)).toEqual([
      { type: 'REGISTER_CHANGED', data: { register: name, change: 'created', after: made } },
      { type: 'REGISTER_CHANGED', data: { register: name, change: 'updated', before: made, after: changed } },
      { type: 'REGISTER_CHANGED', data: { register: name, change: 'deleted', before: changed } },
    ])
  })

  test('has no two tables of one year and is changed and removed at its version alone', async () => {
    const made: Record<string, unknown> = { ...(await world.ok(calls.create, { as: staff, anyBody: body })) }
    const params = { id: String(made[idName]) }
    const again = await world.call(calls.create, { as: staff, anyBody: body })
    expect(again).toMatchObject({ status: 409, body: { code: 'TAX_TABLE_EXISTS' } })
    await world.ok(calls.update, { as: staff, params, anyBody: { ...body, ...change } })
    const before = await taxTablesVersion(world.services.database.primary)
    const old = await world.call(calls.update, { as: staff, params, anyBody: { ...body, version: 1 } })
    expect(old.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { current: { version: 2, ...change } } })
    const removed = await world.call(calls.remove, { as: staff, params, anyQuery: { version: 1 } })
    expect(removed.body.code).toBe('VERSION_CONFLICT')
    const moved = await world.call(calls.update, { as: staff, params, anyBody: { ...body, year: 2026 } })
    expect(moved.body.code).toBe('TAX_TABLE_EXISTS')
    expect(await taxTablesVersion(world.services.database.primary)).toBe(before)
    await world.ok(calls.remove, { as: staff, params })
  })

  test('is for staff alone, and a table that is not there is not found', async () => {
    const employer = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    const params = { id: world.env.id() }
    expect((await world.call(calls.list, { as: employer })).status).toBe(403)
    expect((await world.call(calls.create, { as: employer, anyBody: body })).status).toBe(403)
    for (const call of [calls.get, calls.remove])
      expect((await world.call(call, { as: staff, params })).status).toBe(404)
    expect((await world.call(calls.update, { as: staff, params, anyBody: body })).status).toBe(404)
  })

  test('is made once by a repeated call', async () => {
    const once = { as: staff, anyBody: body, key: `sama-${name}` }
    const made: Record<string, unknown> = { ...(await world.ok(calls.create, once)) }
    expect(await world.ok(calls.create, once)).toEqual(made)
    await world.ok(calls.remove, { as: staff, anyParams: { id: made[idName] } })
  })
})

describe('a table that contradicts itself', () => {
  const refusal = async (call: unknown, body: unknown) => {
    const before = await taxTablesVersion(world.services.database.primary)
    const reply = await world.call(call as typeof taxTable.create, { as: staff, anyBody: body })
    expect(await taxTablesVersion(world.services.database.primary)).toBe(before)
    return reply
  }

  test('is refused at the fields that are wrong, with the amount that would be right', async () => {
    const steps = scale.steps.map((step, index) => (index === 2 ? { ...step, taxAtLowerLimit: 4794.81 } : step))
    const reply = await refusal(stateIncomeTaxTable.create, { ...scale, steps })
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('TAX_TABLE_INVALID')
    expect(reply.body.fields?.[0]).toEqual({
      path: 'steps.2.taxAtLowerLimit',
      code: 'SCALE_TAX_NOT_CUMULATIVE',
      message: 'is not what the steps below add up to, €4,794.80',
    })
  })

  test('is refused in every register', async () => {
    const limits = await refusal(taxTable.create, { ...contributions, bikeExemptMonthly: 1200.01 })
    expect(limits.body.fields).toMatchObject([{ path: 'bikeExemptMonthly', code: 'LIMITS_REVERSED' }])
    const reductions = [{ percent: 2, from: 50_550, to: 35_000 }]
    const reversed = await refusal(taxpayerDeductionsTable.create, {
      ...deductions,
      earnedIncomeCreditReductions: reductions,
    })
    expect(reversed.body.fields).toMatchObject([{ path: 'earnedIncomeCreditReductions.0.to', code: 'LIMITS_REVERSED' }])
    const rate = await refusal(provinceTaxTable.create, { ...municipality, municipal: 100.01 })
    expect(rate.body.fields).toMatchObject([{ path: 'municipal' }])
    const nameless = await refusal(provinceTaxTable.create, { ...municipality, municipality: ' ' })
    expect(nameless.body.fields).toMatchObject([{ path: 'municipality' }])
  })
})

describe('the tables for the engine', () => {
  test('are those that the product ships, in whatever form they have travelled', async () => {
    const byYear = (rows: readonly { year: number }[]) => rows.toSorted((left, right) => left.year - right.year)
    const tables = await taxTablesFrom(world.services.database.read)
    expect(byYear(tables.years)).toEqual(byYear(shippedTaxTables.years))
    expect(byYear(tables.stateScales)).toEqual(byYear(shippedTaxTables.stateScales))
    expect(byYear(tables.deductions)).toEqual(byYear(shippedTaxTables.deductions))
    const names = (rows: readonly { name: string }[]) =>
      rows.toSorted((left, right) => (left.name < right.name ? -1 : 1))
    expect(names(tables.municipalities)).toEqual(names(shippedTaxTables.municipalities))
  })

  test('are read again only when one of them has changed', async () => {
    const db = world.services.database.read
    const before = await taxTablesFrom(db)
    expect(await taxTablesFrom(db)).toBe(before)
    const { id } = doneAtOnce(await world.ok(provinceTaxTable.create, { as: staff, body: municipality }))
    expect((await taxTablesFrom(db)).municipalities).toHaveLength(before.municipalities.length + 1)
    await world.ok(provinceTaxTable.remove, { as: staff, params: { id } })
    expect((await taxTablesFrom(db)).municipalities).toHaveLength(before.municipalities.length)
  })

  test('stay as an administrator left them when the product starts again', async () => {
    const { items } = await world.ok(provinceTaxTable.list, { as: staff, query: { search: 'utsjoki' } })
    const removed = await world.ok(provinceTaxTable.remove, { as: staff, params: { id: items[0]!.id } })
    await confirmProposed(world, second, removed)
    await seedTaxTables(world.services.database.primary, world.env)
    expect((await world.ok(provinceTaxTable.list, { as: staff, query: { search: 'utsjoki' } })).total).toBe(0)
  })
})

test('municipalities are listed by name in the Finnish order, page by page', async () => {
  const names = async (query: object) =>
    (await world.ok(provinceTaxTable.list, { as: staff, query })).items.map((row) => row.municipality)
  const first = await names({ year: 2026, limit: 100 })
  expect(first.slice(0, 2)).toEqual(['Akaa', 'Alajärvi'])
  expect((await names({ year: 2026, limit: 100, page: 4 })).at(-1)).toBe('Äänekoski')
  expect(await names({ search: ' ESPO ' })).toEqual(['Espoo'])
})

test('one municipality cannot be there twice in other letters', async () => {
  const body = { ...municipality, year: 2026, municipality: 'HELSINKI' }
  expect((await world.call(provinceTaxTable.create, { as: staff, body })).body.code).toBe('TAX_TABLE_EXISTS')
})

test('a locked payroll month stays as it is when the tables of its year change', async () => {
  const db = world.services.database.primary
  const company = await buildCompany(world)
  const sum = Buffer.alloc(32, 7)
  await db
    .insertInto('payroll_months')
    .values({
      id: world.env.id(),
      company_id: company.companyId,
      month: '2026-01',
      locked_at: world.env.now(),
      locked_by: staff.userId,
      row_count: 1,
      csv_sha256: sum,
      xlsx_sha256: sum,
    })
    .execute()
  const months = () => db.selectFrom('payroll_months').selectAll().execute()
  const before = await months()
  const { items } = await world.ok(taxTable.list, { as: staff, query: { year: 2026 } })
  const { taxTableId, version, ...table } = items[0]!
  const body = { ...table, bikeExemptMonthly: 50 }
  const proposed = await world.ok(taxTable.update, {
    as: staff,
    params: { id: taxTableId },
    body: { ...body, version },
  })
  await confirmProposed(world, second, proposed)
  expect(await months()).toEqual(before)
})
