import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type ImportFacts, type ImportRun, importRuns, yearOf } from '#testing/kill/imports.ts'
import { runInChild } from '#testing/kill/kill.ts'
import type { World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'

const now = '2026-11-25T08:00:00Z'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

let database: TestDatabase
let world: World
let facts: Record<ImportFacts['mark'], ImportFacts>
beforeAll(async () => {
  database = await createTestDatabase()
  world = await openWorldOn(database.connection)
  world.env.setNow(now)
  const admin = await signedInAs(world, 'SUPER_ADMIN')
  const company = await buildCompany(world)
  const { userId } = await buildEmployee(world, company)
  const businessId = await columnOf('companies', company.companyId, 'business_id')
  const workEmail = await columnOf('users', userId, 'work_email')
  const shared = { variables: {}, now, admin, businessId, workEmail }
  facts = { K: { ...shared, mark: 'K' }, U: { ...shared, mark: 'U' } }
  for (const fileName of ['sopimus-K.pdf', 'sopimus-U.pdf'])
    await world.ok(legacyOrders.addDocument, { as: admin, query: { fileName }, body: pdf })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const db = () => world.services.database.primary
async function columnOf(table: 'companies' | 'users', id: string, column: string): Promise<string> {
  const row: object = await db().selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return (row as Record<string, string>)[column]!
}

/** How many statements a piece of work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    count += 1
    return send.apply(this, given)
  } as typeof pg.Client.prototype.query
  await work().finally(() => {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  })
  return count
}

/** Ids of rows; with one that nothing has, so that they may be none. */
const idsOf = (rows: readonly { id: string }[]) => [...rows.map(({ id }) => id), world.env.id()]

/** Every row that an import writes, and what is kept of its making. */
const written: Record<ImportRun, (of: ImportFacts) => Promise<object[]>> = {
  async legacyOrders({ mark }) {
    const orders = await db().selectFrom('orders').selectAll().where('order_number', 'like', `WIX-${mark}%`).execute()
    const ids = idsOf(orders)
    const leases = await db().selectFrom('leasing_agreements').selectAll().where('order_id', 'in', ids).execute()
    const agreementIds = idsOf(leases)
    const papers = db().selectFrom('signed_documents').selectAll().where('leasing_agreement_id', 'in', agreementIds)
    const documents = await papers.execute()
    const paperIds = idsOf(documents)
    const files = await db().selectFrom('files').selectAll().where('parent_id', 'in', paperIds).execute()
    const events = await db().selectFrom('events').select(['type', 'data']).where('order_id', 'in', ids).execute()
    return [...orders, ...leases, ...documents, ...files, ...events]
  },
  async stores({ mark }) {
    const stores = await db().selectFrom('bike_stores').selectAll().where('name', 'like', `Kauppa ${mark}%`).execute()
    const ids = idsOf(stores)
    const events = await db().selectFrom('events').select(['type', 'data']).where('subject_id', 'in', ids).execute()
    return [...stores, ...events]
  },
  async municipalities({ mark }) {
    const year = yearOf({ mark })
    const rows = await db().selectFrom('province_tax_tables').selectAll().where('year', '=', year).execute()
    const changes = await db().selectFrom('events').select('data').where('type', '=', 'REGISTER_CHANGED').execute()
    return [...rows, ...changes.filter(({ data }) => (data as { year?: number }).year === year)]
  },
}

/** The rows of a run in one order, without what differs between any two: ids, instants, places of files, the mark. */
function comparable(rows: readonly object[], of: ImportFacts): string[] {
  const isOwn = (name: string) => !/(^|_)id$|_at$|^(storage_)?key$/.test(name)
  const textOf = (row: object) =>
    JSON.stringify(row, (name, value: unknown) => (isOwn(name) ? value : undefined))
      .replaceAll(new RegExp(`${of.mark}(?=\\d|\\.pdf)`, 'gi'), '#')
      .replaceAll(String(yearOf(of)), 'YEAR')
  return rows.map(textOf).toSorted()
}

it.each(Object.keys(importRuns) as ImportRun[])(
  'an import (%s) that is killed halfway and sent again leaves what an undisturbed one leaves, and writes to nobody',
  async (run) => {
    const { connection } = database
    const statements = await statementsOf(() => importRuns[run](world, facts.U))
    const undisturbed = comparable(await written[run](facts.U), facts.U)
    expect(undisturbed.length).toBeGreaterThan(3)
    // Its rows are written in the later part.
    const at = Math.ceil(statements * (0.4 + 0.6 * Math.random()))
    const when = Math.random() < 0.5 ? 'BEFORE' : 'AFTER'
    expect(await runInChild({ connection, facts: facts.K, run, at, when }), `${at} of ${statements}`).toBe('KILLED')
    const halfway = comparable(await written[run](facts.K), facts.K)
    expect([0, undisturbed.length], `${when} ${at} of ${statements}`).toContain(halfway.length)
    for (const _ of ['again', 'once more']) await importRuns[run](world, facts.K)
    expect(comparable(await written[run](facts.K), facts.K)).toEqual(undisturbed)
    for (const table of ['outbox', 'notifications'] as const)
      expect(await db().selectFrom(table).select('id').execute()).toEqual([])
  },
)
