import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncReference } from '#app/server/reference.ts'
import { fairValues } from '#features/pricing/leasing/fair-value-contract.ts'
import { termsFromWire } from '#features/pricing/leasing/terms.ts'
import { taxTablesFromWire } from '#features/pricing/tax/columns.ts'
import { provinceTaxTable, stateIncomeTaxTable, taxTable } from '#features/pricing/tax/contract.ts'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { incomeTax } from '#features/pricing/tax/rules/income-tax.ts'
import { parametersFor } from '#features/pricing/tax/rules/tax-parameters.ts'
import type { TaxTables } from '#features/pricing/tax/rules/tax-tables.ts'
import { vat } from '#features/pricing/vat/contract.ts'
import { calculator } from '#features/site/calculator/contract.ts'
import { buildCompany, buildEmployee, knownTerms, signedInAs } from '#testing/builders.ts'
import { confirmProposed, doneAtOnce } from '#testing/confirm-proposal.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import type { BikeBenefitQuestion, IncomeTaxQuestion } from '../contract.ts'
import { bikeBenefit } from '../rules.ts'
import { benefitAnswerOf, benefitInputOf, incomeTaxAnswerOf, incomeTaxInputOf } from '../wire.ts'

let world: World
let staff: Caller

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-03-15T09:00:00Z')
  await syncReference(world.services.database.primary, world.services)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
// The limit of the public calculator counts by the minute.
beforeEach(() => world.env.advance(60_000))
afterAll(() => world.close())

const wage = (yearlyWage: number, change: Partial<IncomeTaxQuestion> = {}): IncomeTaxQuestion => ({
  year: 2026,
  yearlyWage,
  municipality: 'Helsinki',
  churchMembership: 'EVANGELICAL_LUTHERAN',
  ...change,
})
const taxOf = async (question: IncomeTaxQuestion) => world.ok(calculator.incomeTax, { body: question })

const bike: BikeBenefitQuestion = {
  price: 2700,
  accessories: 300,
  monthlyPay: 3400,
  municipality: 'Tampere',
  churchMembership: 'EVANGELICAL_LUTHERAN',
  model: 'FROM_SALARY',
  commitmentDate: '2026-03-15',
  year: 2026,
}
const benefitOf = async (change: Partial<BikeBenefitQuestion> = {}, as: Caller | null = null) =>
  world.ok(calculator.bikeBenefit, { as, body: { ...bike, ...change } })

describe('income tax through the API', () => {
  test.each([
    [10_000, 0, 0],
    [20_000, 278.5, 1.5],
    [30_000, 2530.49, 8.5],
    [50_000, 9361.96, 19],
    [70_000, 17_415.6, 25],
  ])('of %d € in Helsinki in 2026 is the published %d € and %d %%', async (euros, totalTax, taxPercent) => {
    expect(await taxOf(wage(euros))).toMatchObject({ totalTax, taxPercent })
  })

  test('is told tax by tax, each after the earned income credit', async () => {
    const { assumptions, ...figures } = await taxOf(wage(50_000))
    expect(figures).toEqual({
      totalTax: 9361.96,
      stateTax: 5453.04,
      municipalTax: 2369.9,
      churchTax: 447.15,
      healthCare: 491.87,
      dailyAllowance: 440,
      yle: 160,
      pension: 3650,
      unemployment: 445,
      net: 36_543.04,
      taxPercent: 19,
    })
    expect(assumptions).toContainEqual({
      code: 'TAX_RATES',
      values: { municipality: 'Helsinki', municipal: 5.3, church: 1, year: 2026 },
    })
    expect(assumptions.map(({ code }) => code)).toContain('AGE_18_TO_52')
  })

  test('refuses a municipality that does not exist and a person not born yet at their fields', async () => {
    const unknown = await world.call(calculator.incomeTax, { body: wage(50_000, { municipality: 'Atlantis' }) })
    expect(unknown).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'municipality' }] } })
    const unborn = await world.call(calculator.incomeTax, { body: wage(50_000, { birthYear: 2027 }) })
    expect(unborn.body.fields).toMatchObject([{ path: 'birthYear' }])
  })
})

describe('a bike benefit through the API', () => {
  test('of 3,000 € runs 40 months and costs each model what the rules say', async () => {
    const { assumptions, buyOut, possibleTax, worstCaseTotal, ...figures } = await benefitOf()
    expect(possibleTax).toMatchObject({ fairValue: 800.1, taxable: 650.1 })
    expect(worstCaseTotal).toBeCloseTo(4149.33 + possibleTax.tax, 2)
    expect(assumptions).toContainEqual({ code: 'INSTALMENT_VAT', values: { instalmentVat: 20.32, vat: 25.5 } })
    expect(figures).toEqual({
      leaseTimeMonths: 40,
      instalment: 100,
      lastInstalment: 99.33,
      regime: 'TAXABLE',
      monthlyTaxValue: 100,
      byModel: {
        FROM_SALARY: { netPerMonth: 100, netTotal: 3999.33, employerPerMonth: 15 },
        ON_TOP: { netPerMonth: 47.62, netTotal: 1904.65, employerPerMonth: 135.5 },
        EMPLOYEE_PAYS: { netPerMonth: 100, netTotal: 3999.33, employerPerMonth: 15 },
      },
      residual: 150,
      excess: 0,
      totalToOwn: 4149.33,
      buyYourself: 3880,
    })
    expect([buyOut.length, buyOut[0], buyOut[11], buyOut[39]]).toEqual([40, 2934.25, 2193.04, 150])
    expect(assumptions).toContainEqual({ code: 'BENEFIT_VALUE', values: { monthlyTaxValue: 100, adminFee: 15 } })
  })

  test('takes a tax card instead of municipality and church, and asks for them without one', async () => {
    const { municipality, churchMembership, ...rest } = bike
    const byCard = await world.ok(calculator.bikeBenefit, { body: { ...rest, taxPercent: 25, model: 'ON_TOP' } })
    expect(byCard.byModel.ON_TOP.netPerMonth).toBe(33.19)
    const neither = await world.call(calculator.bikeBenefit, { body: rest })
    expect(neither.body.fields).toMatchObject([{ path: 'municipality', code: 'REQUIRED' }])
    const noChurch = await world.call(calculator.bikeBenefit, { body: { ...rest, municipality: 'Tampere' } })
    expect(noChurch.body.fields).toMatchObject([{ path: 'churchMembership', code: 'REQUIRED' }])
  })

  test('names what cannot be reckoned by its code', async () => {
    const short = await world.call(calculator.bikeBenefit, { body: { ...bike, price: 579, accessories: 0 } })
    expect(short).toMatchObject({ status: 400, body: { code: 'LEASING_PERIOD_BELOW_MINIMUM' } })
    const poor = await world.call(calculator.bikeBenefit, { body: { ...bike, monthlyPay: 99.99 } })
    expect(poor.body.fields).toMatchObject([{ path: 'monthlyPay' }])
  })

  test('is priced by the table of the caller’s company with its limit, by the general one for others', async () => {
    const company = await buildCompany(
      world,
      { max_price_cents: 250_000 },
      { terms: { ...knownTerms, instalment_cents: 12_000 } },
    )
    const { userId } = await buildEmployee(world, company)
    const employee = await world.signIn(userId)
    const own = await benefitOf({}, employee)
    expect(own.instalment).toBe(120)
    expect(own.assumptions[0]).toEqual({ code: 'PRICE_ABOVE_LIMIT', values: { maxPrice: 2500, above: 500 } })
    expect((await benefitOf({}, staff)).instalment).toBe(100)
    expect((await benefitOf()).instalment).toBe(100)
    const parameters = await world.ok(calculator.parameters, { as: employee })
    expect([parameters.terms.instalment, parameters.maxPrice, parameters.excess]).toEqual([120, 2500, 'NO'])
    const bound = await buildEmployee(world, company, { max_price_cents: 200_000 })
    const ofBound = await world.ok(calculator.parameters, { as: await world.signIn(bound.userId) })
    expect(ofBound.maxPrice).toBe(2000)
    expect((await world.ok(calculator.parameters, {})).excess).toBeNull()
  })

  test('follows the estimate of bicycles’ values that the staff have set', async () => {
    const before = await world.call(calculator.parameters, {})
    const values = { month0: 80, month12: 60, month24: 45, month36: 30, month48: 21, month60: 15 }
    const { version } = await world.ok(fairValues.set, { as: staff, body: { ...values, version: 0 } })
    const after = await world.call(calculator.parameters, {})
    expect(after.body.fairValues).toEqual(values)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect((await benefitOf()).possibleTax.fairValue).toBe(810)
    await world.ok(fairValues.set, { as: staff, body: { ...values, month48: 20, version } })
  })
})

/** A generator with a seed, so that a failing input can be found again. */
function randomFrom(seed: number) {
  let state = seed
  const next = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return { next, one: <V>(values: readonly V[]): V => values[next(values.length)]! }
}

function randomQuestions(count: number): { tax: IncomeTaxQuestion; benefit: BikeBenefitQuestion }[] {
  const { next, one } = randomFrom(20_260_315)
  return Array.from({ length: count }, () => {
    const year = one([2025, 2026, 2027])
    const municipality = one(shippedTaxTables.municipalities).name
    const person = {
      churchMembership: one(['EVANGELICAL_LUTHERAN', 'ORTHODOX', 'NONE'] as const),
      ...(next(2) ? { birthYear: year - 16 - next(56) } : {}),
      ...(next(2) ? { children: next(5) } : {}),
    }
    const benefit = {
      ...person,
      year,
      municipality,
      price: (70_000 + next(330_000)) / 100,
      accessories: next(40_000) / 100,
      monthlyPay: (50_000 + next(1_000_000)) / 100,
      model: one(benefitModels),
      commitmentDate: one(['2025-03-01', '2025-08-15', '2026-02-28']),
      ...(next(3) === 0 ? { taxPercent: next(6000) / 100 } : {}),
    }
    return { tax: { ...person, year, municipality, yearlyWage: next(15_000_000) / 100 }, benefit }
  })
}

function parametersIn(tables: TaxTables, { year, municipality }: { year: number; municipality?: string }) {
  const found = parametersFor(year, tables, municipality ?? null)
  if (!found.ok) throw new Error(found.code)
  return found.parameters
}

test('the figures of 200 random questions are those of the rules with the parameters that the browser gets', async () => {
  const { terms, taxTables } = await world.ok(calculator.parameters)
  const [billing, tables] = [termsFromWire(terms), taxTablesFromWire(taxTables)]
  let computed = 0
  for (const { tax, benefit } of randomQuestions(200)) {
    world.env.advance(2_000)
    expect(await taxOf(tax)).toEqual(incomeTaxAnswerOf(incomeTax(incomeTaxInputOf(tax), parametersIn(tables, tax))))
    const own = bikeBenefit(benefitInputOf(benefit), billing, parametersIn(tables, benefit))
    const reply = await world.call(calculator.bikeBenefit, { body: benefit })
    if (!own.ok) expect(reply.body.code).toBe(own.code)
    else expect(reply.body).toEqual(JSON.parse(JSON.stringify(benefitAnswerOf(own))))
    computed += own.ok ? 1 : 0
  }
  expect(computed).toBeGreaterThan(150)
})

test('the parameters are the shipped tables and are sent again only after a change', async () => {
  const first = await world.call(calculator.parameters)
  const { taxTables } = first.body
  const names = (rows: readonly { name: string }[]) => rows.toSorted((left, right) => (left.name < right.name ? -1 : 1))
  expect(names(taxTablesFromWire(taxTables).municipalities)).toEqual(names(shippedTaxTables.municipalities))
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const again = () => world.call(calculator.parameters, { headers: { 'if-none-match': String(first.headers.etag) } })
  const unchanged = await again()
  expect([unchanged.status, unchanged.raw.length]).toEqual([304, 0])
  const body = {
    year: 2027,
    municipality: 'Tampere',
    isAland: false,
    municipal: 7,
    evangelicalLutheran: 1,
    orthodox: 2,
  }
  const { id } = doneAtOnce(await world.ok(provinceTaxTable.create, { as: staff, body }))
  const changed = await again()
  expect(changed.status).toBe(200)
  expect(changed.body.taxTables.provinceTaxTables).toHaveLength(taxTables.provinceTaxTables.length + 1)
  await world.ok(provinceTaxTable.remove, { as: staff, params: { id } })
})

test('a changed, an added and a removed table change the answer at once', async () => {
  const before = await taxOf(wage(50_000))
  const { items } = await world.ok(taxTable.list, { as: staff, query: { year: 2026 } })
  const { taxTableId, version, ...table } = items[0]!
  const second = await signedInAs(world, 'INTERNAL_ADMIN')
  const change = async (yleMax: number, from: number) => {
    const body = { ...table, yleMax, version: from }
    await confirmProposed(
      world,
      second,
      await world.ok(taxTable.update, { as: staff, params: { id: taxTableId }, body }),
    )
  }
  await change(170, version)
  expect(await taxOf(wage(50_000))).toMatchObject({ yle: 170, totalTax: before.totalTax + 10 })
  await change(160, version + 1)
  expect(await taxOf(wage(50_000))).toEqual(before)
  const nextYear = wage(50_000, { year: 2027 })
  expect((await taxOf(nextYear)).assumptions.map(({ code }) => code)).toContain('YEAR_FALLBACK')
  const scale = { year: 2027, steps: [{ lowerLimit: 0, taxAtLowerLimit: 0, rate: 0 }] }
  const { stateIncomeTaxTableId } = doneAtOnce(await world.ok(stateIncomeTaxTable.create, { as: staff, body: scale }))
  expect((await taxOf(nextYear)).stateTax).toBe(0)
  await world.ok(stateIncomeTaxTable.remove, { as: staff, params: { id: stateIncomeTaxTableId } })
  expect((await taxOf(nextYear)).stateTax).toBeGreaterThan(0)
})

test('a changed billing table changes the benefit at once', async () => {
  const db = world.services.database.primary
  await db.updateTable('billing_tables').set({ instalment_cents: 9_000 }).where('name', '=', 'Yleinen').execute()
  expect((await benefitOf()).instalment).toBe(90)
  await db.updateTable('billing_tables').set({ instalment_cents: 10_000 }).where('name', '=', 'Yleinen').execute()
})

test('a changed VAT rate is told at once, and that of a company goes before it', async () => {
  const vatPercent = async (as: Caller | null = null) =>
    (await benefitOf({}, as)).assumptions.find(({ code }) => code === 'VAT_NOT_DEDUCTED')?.values.vat
  const etag = async () => String((await world.call(calculator.parameters)).headers.etag)
  const before = await etag()
  expect(await vatPercent()).toBe(25.5)
  await world.ok(vat.create, { as: staff, body: { country: 'FI', value: 26, validFrom: '2026-03-01' } })
  expect([await vatPercent(), (await world.ok(calculator.parameters)).vat]).toEqual([26, 26])
  expect(await etag()).not.toBe(before)
  const company = await buildCompany(world, { vat_basis_points: 1_000 }, { terms: knownTerms })
  const { userId } = await buildEmployee(world, company)
  expect(await vatPercent(await world.signIn(userId))).toBe(10)
})

test('one address asks the calculator 600 times a minute', async () => {
  world.env.setNow('2026-03-16T09:00:00Z')
  const statuses = []
  for (let round = 0; round < 601; round += 1)
    statuses.push((await world.call(calculator.incomeTax, { body: wage(1000) })).status)
  expect([statuses[599], statuses[600]]).toEqual([200, 429])
})

test('a municipality that is removed from the running year is taken from the nearest one, then refused', async () => {
  const question = wage(50_000, { municipality: 'Akaa' })
  const rowOf = async (year: number) =>
    (await world.ok(provinceTaxTable.list, { as: staff, query: { year, search: 'Akaa' } })).items[0]!
  const { id, version, ...rates } = await rowOf(2026)
  await world.ok(provinceTaxTable.create, { as: staff, body: { ...rates, year: 2027 } })
  const before = await taxOf(question)
  const other = await taxOf(wage(50_000))
  const second = await signedInAs(world, 'INTERNAL_ADMIN')
  const remove = async (params: { id: string }) =>
    confirmProposed(world, second, await world.ok(provinceTaxTable.remove, { as: staff, params }))

  await remove({ id })
  const after = await taxOf(question)
  expect(after.totalTax).toBe(before.totalTax)
  const assumption = { code: 'MUNICIPAL_RATES_YEAR', values: { year: 2027, requestedYear: 2026 } }
  expect(before.assumptions).not.toContainEqual(assumption)
  expect(after.assumptions).toContainEqual(assumption)

  await remove({ id: (await rowOf(2027)).id })
  const refused = await world.call(calculator.incomeTax, { body: question })
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'municipality', code: 'NOT_IN_LIST' }] } })
  expect(await taxOf(wage(50_000))).toEqual(other)
})

test('nothing stored refers to the rates of a municipality', async () => {
  const { rows } = await sql`
    select conname from pg_constraint where contype = 'f' and confrelid = 'province_tax_tables'::regclass
    union all
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and (column_name like 'municipal%' or column_name like 'church%')
      and table_name not in ('province_tax_tables', 'bike_brokerages')`.execute(world.services.database.primary)
  expect(rows).toEqual([])
})
