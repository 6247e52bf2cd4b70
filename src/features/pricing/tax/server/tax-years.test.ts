import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { provinceTaxTable, taxTable } from '../contract.ts'
import { taxRegisterNames, taxYears } from '../years-contract.ts'
import { seedTaxTables } from './seed.ts'
import { taxTablesConfirmedOn } from './tables.ts'

let world: World
let staff: Caller
let root: Caller
let second: Caller
let secondRoot: Caller
beforeAll(async () => {
  world = await openWorld()
  await seedTaxTables(world.services.database.primary, world.env)
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
  root = await signedInAs(world, 'SUPER_ADMIN')
  second = await signedInAs(world, 'INTERNAL_ADMIN')
  secondRoot = await signedInAs(world, 'SUPER_ADMIN')
})
afterAll(() => world.close())

const head = 'municipality;isAland;municipalRate;churchRateEvl;churchRateOrt'
const send = (lines: readonly string[], dryRun: boolean, year = 2026) =>
  world.call(taxYears.importMunicipalities, {
    as: staff,
    params: { year },
    query: { dryRun },
    body: Buffer.from([head, ...lines].join('\n')),
    headers: { 'content-type': 'text/csv' },
  })
const rateOf = async (search: string) => {
  const { items } = await world.ok(provinceTaxTable.list, { as: staff, query: { year: 2026, search } })
  return items[0]?.municipal
}

describe('the years of the tax tables', () => {
  it('are copied as a whole into a year that has none, once', async () => {
    const copy = (from: number, to: number) =>
      world.call(taxYears.copy, { as: staff, params: { year: to }, body: { from } })
    const replies = await Promise.all([copy(2026, 2027), copy(2026, 2027)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await copy(2019, 2028)).status).toBe(404)
    const { items } = await world.ok(taxYears.list, { as: staff })
    const rowsOf = (year: number) => items.find((one) => one.year === year)?.registers.map(({ rows }) => rows)
    expect(rowsOf(2027)).toEqual(rowsOf(2026))
  })

  it('keep the table of the running year', async () => {
    const { items } = await world.ok(taxTable.list, { as: staff })
    const remove = (year: number, as = staff) =>
      world.call(taxTable.remove, {
        as,
        params: { id: items.find((row) => row.year === year)!.taxTableId },
      })
    const start = '2026-11-22T10:00:00Z'
    world.env.setNow(start)
    expect(await remove(2026)).toMatchObject({ status: 409, body: { code: 'IN_USE_NOT_ALLOWED' } })
    expect((await remove(2027)).status).toBe(200)
    world.env.setNow('2028-01-10T10:00:00Z')
    expect((await remove(2026, await world.signIn(staff.userId))).status).toBe(409)
    world.env.setNow(start)
  })

  it('are confirmed at the source by a super admin until they change', async () => {
    const confirm = (as: Caller) =>
      world.call(taxYears.confirm, {
        as,
        params: { year: 2026 },
        body: { register: 'tax-table', source: 'Päätös 1' },
      })
    expect((await confirm(staff)).status).toBe(403)
    const stateOf = async () =>
      (await world.ok(taxYears.list, { as: root })).items
        .find(({ year }) => year === 2026)!
        .registers.find(({ register }) => register === 'tax-table')!.confirmed
    expect(await stateOf()).toBeNull()
    const proposed = await confirm(root)
    expect([proposed.status, await stateOf()]).toEqual([202, null])
    await confirmProposed(world, secondRoot, proposed.body)
    expect(await stateOf()).toMatchObject({ source: 'Päätös 1' })
    const { items } = await world.ok(taxTable.list, { as: staff, query: { year: 2026 } })
    const { taxTableId, ...row } = items[0]!
    const body = { ...row, yleMax: 200 }
    const change = await world.ok(taxTable.update, { as: staff, params: { id: taxTableId }, body })
    expect(await stateOf()).not.toBeNull()
    await confirmProposed(world, second, change)
    expect(await stateOf()).toBeNull()
  })

  it('have a day on which they were compared, once all four of the year were', async () => {
    const db = world.services.database.primary
    const registers = taxRegisterNames.map((register) => ({ register, source: 'Päätös 1' }))
    for (const body of registers) {
      expect(await taxTablesConfirmedOn(db, 2026)).toBeNull()
      const noted = await world.ok(taxYears.confirm, { as: root, params: { year: 2026 }, body })
      await confirmProposed(world, secondRoot, noted)
    }
    expect(await taxTablesConfirmedOn(db, 2026)).toBe(helsinkiDay(world.env.now()))
    expect(await taxTablesConfirmedOn(db, 2025)).toBeNull()
  })
})

describe('the yearly list of municipalities', () => {
  it('is tried without a change and then read in', async () => {
    const before = await rateOf('akaa')
    const lines = ['Akaa;ei;9,95;1,7;2', 'Uusikunta;0;10;1;1', 'Alajärvi;false;9.1;1.7;2']
    const counts = { rows: 3, created: 1, updated: 1, unchanged: 1, problems: [], problemCount: 0, aside: 0 }
    expect((await send(lines, true)).body).toEqual({ dryRun: true, ...counts })
    expect(await rateOf('akaa')).toBe(before)
    const proposed = await send(lines, false)
    expect([proposed.status, await rateOf('akaa')]).toEqual([202, before])
    await confirmProposed(world, second, proposed.body)
    expect(await rateOf('akaa')).toBe(9.95)
    expect((await send(lines, false)).body).toMatchObject({ unchanged: 3 })
  })

  it('is refused as a whole with every bad line named', async () => {
    const before = await rateOf('askola')
    const lines = ['Askola;0;20;1;1', 'Aura;0;abc;1;1', ';0;5;1;1', 'askola;ehkä;5;1;1']
    const problems = [
      { line: 3, column: 'municipalRate', code: 'WRONG_FORMAT', value: 'abc' },
      { line: 4, column: 'municipality', code: 'REQUIRED', value: null },
      { line: 5, column: 'isAland', code: 'NOT_IN_LIST', value: 'ehkä' },
      { line: 5, column: 'municipality', code: 'TWICE_IN_FILE', value: 'askola' },
    ]
    expect((await send(lines, true)).body).toMatchObject({ problems, problemCount: 4 })
    const refused = await send(lines, false)
    expect(refused).toMatchObject({ status: 400, body: { code: 'FILE_NOT_ACCEPTED', details: { problems } } })
    expect(await rateOf('askola')).toBe(before)
  })
})
