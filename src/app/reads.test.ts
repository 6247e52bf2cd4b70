import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employees } from '#features/employees/contract.ts'
import { orders } from '#features/orders/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { createTestDatabase } from '#testing/database.ts'
import { callersOf, catalogueOf, type ReadingCall, type Role, read } from '#testing/scale/catalogue.ts'
import { explain } from '#testing/scale/plans.ts'
import { recording } from '#testing/scale/recorder.ts'
import { seedScale } from '#testing/scale/seed-scale.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { features } from './features.ts'

const scale = scaleOf(2_000)
const catalogue = catalogueOf(scale)
const titled = (calls: readonly ReadingCall[]) =>
  calls.map((call) => ({ title: `${call.spec.path} (${call.as}: ${call.name})`, call }))

let world: World
let client: pg.Client
let callers: Record<Role, Caller>

beforeAll(async () => {
  const database = await createTestDatabase()
  await seedScale(database.connection, scale)
  client = new pg.Client(database.connection)
  await client.connect()
  // The tables are small, so the planner is asked whether it could do without reading them whole.
  await client.query('set enable_seqscan = off')
  world = await openWorldOn(database.connection, { onClose: () => database.drop() })
  callers = await callersOf(world, scale)
}, 120_000)
afterAll(async () => {
  await client.end()
  await world.close()
})

/** Calls that give many rows: a page, or a whole list that may be cut short. */
function isList(spec: EndpointSpec): boolean {
  const { page, limit } = spec.query?.properties ?? {}
  return spec.method === 'GET' && (Boolean(page ?? limit) || JSON.stringify(spec.replies).includes('"truncated"'))
}

describe('the catalogue of reading calls', () => {
  it('holds every list of the product, so that none is left unmeasured', () => {
    const known = new Set(catalogue.map(({ spec }) => spec.path))
    const lists = features
      .filter(({ name }) => name !== 'demo')
      .flatMap(({ contract }) => Object.values(contract))
      .filter((spec) => isList(spec) && typeof spec.access === 'string')
    expect(lists.filter(({ path }) => !known.has(path)).map(({ path }) => path)).toEqual([])
  })
})

describe('a growing table is never read from end to end', () => {
  it.each(titled(catalogue))('$title', async ({ call }) => {
    const { statements } = await recording(() => read(world, callers, call))
    for (const statement of statements) {
      const { scanned } = await explain(client, statement, 0)
      expect(scanned, statement.text).toEqual([])
    }
  })
})

describe('the number of database calls', () => {
  /** With the look-up of the session; a report puts together what people, leases and locked months say. */
  const mostOf = (call: ReadingCall) => (call.isReport ? 9 : 6)
  // A group's month is counted company by company, so its calls grow with the companies and with nothing else.
  const byCompany = '/api/payroll-report/group/:groupCompanyId/:month'
  const known = catalogue.filter(({ spec }) => spec.path !== byCompany)
  const once = [...new Map(known.map((call) => [`${call.as} ${call.spec.path}`, call])).values()]

  it.each(titled(once))('stays small: $title', async ({ call }) => {
    const { statements } = await recording(() => read(world, callers, call))
    expect(statements.length, statements.map(({ text }) => text.slice(0, 120)).join('\n')).toBeLessThanOrEqual(
      mostOf(call),
    )
  })

  const paged = catalogue.filter(({ spec }) => spec.query?.properties.limit ?? spec.query?.properties.pageSize)
  it.each(titled(paged))('does not grow with the rows: $title', async ({ call }) => {
    const size = call.spec.query?.properties.limit ? 'limit' : 'pageSize'
    const count = async (rows: number) => {
      const { statements } = await recording(() =>
        read(world, callers, { ...call, query: { ...call.query, page: 1, [size]: rows } }),
      )
      return statements.length
    }
    expect(await count(30)).toBeLessThanOrEqual(await count(1))
  })
})

describe('what keeps a list quick', () => {
  it('is that a page behind a hundred thousand rows is refused', async () => {
    const ask = (page: number) => world.call(orders.list, { as: callers.staff, query: { page, limit: 100 } })
    expect((await ask(1_000)).status).toBe(200)
    expect((await ask(1_001)).body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'page' }] })
  })

  it('is that one or two letters are looked for where a word begins, and more of them anywhere', async () => {
    const found = async (search: string) =>
      (await world.ok(employees.optimizedList, { as: callers.staff, query: { search } })).totalCount
    expect(await found('arvinainen')).toBe(1)
    expect(await found('rv')).toBe(0)
    expect(await found('Ha')).toBeGreaterThan(0)
  })
})
