import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForms } from '#features/ground/contact-forms/contract.ts'
import { notifications } from '#features/ground/notifications/contract.ts'
import { outbox } from '#features/ground/outbox/contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { payments } from '#features/money/payments/contract.ts'
import { accounts } from '#features/operations/accounts/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { turnKeeping } from '#features/operations/tasks/server/sources.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { waitingFor } from '#features/orders/orders/rules/turns.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { turnFactsOf } from '#features/orders/orders/server/moves/facts.ts'
import { findOrder } from '#features/orders/orders/server/moves/record.ts'
import { waitingFor as awaitedByTable } from '#features/orders/orders/server/queries.ts'
import { employees } from '#features/people/employees/contract.ts'
import { employeesWithOrders } from '#features/people/employees/server/people-with-orders.ts'
import { type EndpointSpec, isList, Shape, T } from '#platform/contract/contract.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { refreshTurns } from '#platform/server/turns/run.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { createTestDatabase } from '#testing/database.ts'
import { catalogueOf } from '#testing/scale/catalogue.ts'
import { explain } from '#testing/scale/plans.ts'
import { callersOf, type ReadingCall, type Role, read } from '#testing/scale/reading.ts'
import { recording } from '#testing/scale/recorder.ts'
import { seedScale } from '#testing/scale/seed-scale.ts'
import { scaleOf } from '#testing/scale/seed-statements.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { mounted } from '../../server/features.ts'

const scale = scaleOf(2_000)
const catalogue = catalogueOf(scale)
const titled = (calls: readonly ReadingCall[]) =>
  calls.map((call) => ({ title: `${call.spec.path} (${call.as}: ${call.name})`, call }))

const byPath = [...Map.groupBy(catalogue, ({ spec }) => spec.path)].map(([path, calls]) => ({ path, calls }))

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

interface ReplySchema {
  readonly type?: unknown
  readonly anyOf?: readonly ReplySchema[]
  readonly items?: ReplySchema
  readonly properties?: Readonly<Record<string, ReplySchema>>
}
const facesOf = (schema: ReplySchema): ReplySchema[] => [schema, ...(schema.anyOf ?? [])]
const isRows = (schema: ReplySchema) =>
  facesOf(schema).some(({ items }) => items && facesOf(items).some(({ properties }) => properties))

/** A page, a list cut short, or any array of objects at the first level of a reply that is not one row by its key. */
function givesRows(spec: EndpointSpec): boolean {
  if (isList(spec)) return true
  if (spec.method !== 'GET' || /:\w+$/.test(spec.path)) return false
  const faces = Object.values(spec.replies).flatMap((reply) => facesOf(reply as ReplySchema))
  return faces.some((face) => isRows(face) || Object.values(face.properties ?? {}).some(isRows))
}

/** Lists that do not grow with people and companies, or are meant to read everything. */
const unmeasured: Readonly<Record<string, string>> = {
  '/api/brand': 'a constant of the configuration',
  '/api/bookkeeping/balances': 'sums the whole ledger up to a day, for the bookkeeper',
  '/api/bookkeeping/bank': 'sums the bank account of the ledger day by day, for the bookkeeper',
  '/api/bookkeeping/assets': 'the own bicycles of a month, by the sum of the entries of those that are shown',
  '/api/bookkeeping/late': 'the bills that are late, a small part of all, by an index of their own',
  '/api/bookkeeping/losses': 'the bills that were written off, a few a year',
  '/api/bookkeeping/reference-rates': 'one row a half-year',
  '/api/bookkeeping/months': 'the months of two years, whose vouchers it counts',
  '/api/bookkeeping/months/:month/vat-return': 'sums the tax of one month',
  '/api/bookkeeping/outlook': 'sums what is open by its index, orders at the bank, and the tax of twelve months',
  '/api/payroll-report/years': 'the locked months of one company, summed by year',
  '/api/staff-tasks/summary': 'counts all that waits, by one walk over the open turns',
  '/api/bookkeeping/vat': 'sums the ledger of a period',
  '/api/bookkeeping/reconciliation': 'sums the whole ledger, for the bookkeeper at a month end',
  '/api/figures': 'counts the orders, moves and deliveries of a period and adds up the running leases, for the staff',
  '/api/vat/effects': 'counts what a change of a rate would change, for a super admin before it is saved',
  '/api/claim-proof-lists': 'one row a type of claim, as staff have set them',
  '/api/event-log/verify': 'recomputes every chain, for operators',
  '/api/insurance-claims/:id/bank-entries': 'the open movements that fit one claim, by its id',
  '/api/jobs': 'the jobs of the program',
  '/api/companies/:id/terms': 'what one company has accepted, a version a year or fewer, by an index of its own',
  '/api/companies/:id/deputies': 'who stands in for whom in one company, by an index of its own',
  '/api/deputies/own': 'those days of one person, by indexes of their own',
  '/api/list-views': 'the views of one list, by indexes of their own',
  '/api/list-changes': 'the events of ten minutes at most, by their time',
  '/api/contact-forms/:contactFormDataId/answers': 'the thread of one message, by an index of its own',
  '/api/first-hour': 'the fixed list of what an installation needs, for a super admin',
  '/api/leasing-agreements/:id/changes': 'the changes of one lease, by its id',
  '/api/leasing-agreements/:id/payment-change': 'the months of one lease, by its id',
  '/api/bike-return-quotes': 'the months of one lease, by its id',
  '/api/own-repayments': 'what waits for the admins of a company, by an index of its own',
  '/api/payment-files/next': 'what is queued, at most 1,000 payments, for the person who makes a file',
  '/api/redemption-quotes': 'the months of one lease, by its id',
  '/api/user/copies': 'the copies that one person has ordered, at most 50, by an index of its own',
  '/api/user/reads': 'what is logged of one person, by their ids, at most 100',
  '/api/user/requests':
    'the requests of one person, at most 50, by an index of their own, and the counts of their own rows',
  '/api/personal-data/requests': 'requests of people, some a year, the open ones first, a page at a time',
  '/api/personal-data/retention': 'the report of the last run, one row, and a fixed list',
  '/api/personal-data/copies': 'the copies that staff have made within a year, by an index of its own, at most 200',
  '/api/places/people/:userId/lines':
    'the rows of one register that are one place’s own, by the indexes of that register',
  '/api/places/companies/:companyId/lines':
    'the rows of one register that are one place’s own, by the indexes of that register',
  '/api/places/stores/:bikeStoreId/lines':
    'the rows of one register that are one place’s own, by the indexes of that register',
  '/api/places/lessors/:leasingCompanyId/lines':
    'the rows of one register that are one place’s own, by the indexes of that register',
  '/api/reminders': 'the open turns of one subject, by its id',
  '/api/turn-escalations/receivers': 'the people of the staff',
  '/api/tax-years': 'one row a year',
}

describe('whose turn it is', () => {
  it('is the same for an order by itself, for its row in a list, and beside its person', async () => {
    await refreshTurns(world.services, turnKeeping)
    const today = helsinkiDay(world.env.now())
    const db = world.services.database.read
    const rows = await db
      .selectFrom('orders as o')
      .select(['o.id', 'o.status', 'o.beneficiary_employee_id as person', awaitedByTable.as('awaited')])
      .orderBy(sql`row_number() over (partition by o.status order by o.id)`)
      .limit(120)
      .execute()
    const people = await employeesWithOrders(db, [...new Set(rows.map(({ person }) => person))])
    const beside = new Map(people.flatMap(({ orders: own }) => own.map((order) => [order.order_id, order.waiting_for])))
    for (const { id, status, awaited } of rows) {
      const record = await findOrder(db, scopeOfAll, id)
      expect(awaited, `${status} ${id}`).toEqual(waitingFor(status as OrderStatus, turnFactsOf(record!, today)))
      expect(beside.get(id), id).toEqual(awaited)
    }
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(10)
    expect(new Set(rows.flatMap(({ awaited }) => awaited)).size).toBeGreaterThan(3)
  })
})

describe('the catalogue of reading calls', () => {
  it('holds every list of the product, so that none is left unmeasured', () => {
    const known = new Set(catalogue.map(({ spec }) => spec.path))
    const lists = mounted
      .filter(({ name }) => name !== 'demo')
      .flatMap(({ contract }) => Object.values(contract))
      .filter((spec) => givesRows(spec) && typeof spec.access === 'string')
    const missing = lists.map(({ path }) => path).filter((path) => !known.has(path))
    expect(missing.filter((path) => !unmeasured[path])).toEqual([])
    expect(Object.keys(unmeasured).filter((path) => !missing.some((one) => one === path))).toEqual([])
  })

  it('takes for a list what has an array of objects at the first level of its reply, and no row with its parts', () => {
    const spec = { method: 'GET', path: '/api/a', access: 'session', summary: 'A.' } as const
    const rows = T.Array(Shape({ id: T.String() }))
    expect(givesRows({ ...spec, replies: { 200: Shape({ total: T.Integer(), found: rows }) } })).toBe(true)
    expect(givesRows({ ...spec, replies: { 200: rows } })).toBe(true)
    expect(givesRows({ ...spec, replies: { 200: Shape({ names: T.Array(T.String()) }) } })).toBe(false)
    expect(givesRows({ ...spec, path: '/api/a/:id', replies: { 200: Shape({ parts: rows }) } })).toBe(false)
  })
})

/** Lists of tasks that count what they do not name. */
const counting = new Set(['/api/tasks', '/api/staff-tasks'])
/** With the look-up of the session; a report puts together what people, leases and locked months say. */
const mostOf = (call: ReadingCall) => (call.isReport ? 9 : counting.has(call.spec.path) ? 7 : 6)
// A month of many is counted some companies at a time, so its calls grow with the companies and with nothing else.
const byCompany = new Set(['/api/payroll-report/group/:groupCompanyId/:month', '/api/payroll-months/:month'])
const planned = new Set<string>()

describe('a growing table is never read from end to end, and few statements are sent', () => {
  it.each(byPath)('by $path', async ({ calls }) => {
    // A process keeps the tax parameters once a report has asked for them.
    if (calls[0]?.isReport) await read(world, callers, calls[0])
    for (const call of calls) {
      const { statements } = await recording(() => read(world, callers, call))
      const title = `${call.as}: ${call.name}`
      if (!byCompany.has(call.spec.path))
        expect(statements.map(({ text }) => text.slice(0, 120)).slice(mostOf(call)), title).toEqual([])
      // A statement whose text was planned already is planned alike: the tables are as good as closed to scans.
      for (const statement of statements.filter(({ text }) => !planned.has(text))) {
        planned.add(statement.text)
        const { scanned } = await explain(client, statement, 0)
        expect(scanned, `${title}: ${statement.text}`).toEqual([])
      }
    }
  })
})

const searchTexts = ['search', 'searchTerm', 'searchName', 'searchEmail', 'searchEmployeeNumber']
const searches = catalogue.filter(({ query }) => searchTexts.some((name) => query?.[name] !== undefined))
const longTables = [
  'beneficiary_employees',
  'orders',
  'leasing_agreements',
  'users',
  'invoices',
  'bank_entries',
  'outbox',
]
const rowsOf = (reply: unknown) => Object.values(reply as object).find(Array.isArray) as unknown[]

describe('a search of a list that PostgreSQL knows to be long', () => {
  const sizes = (rows: number) =>
    client.query(
      `update pg_class set reltuples = $1 where relname = any($2) or oid in (select inhrelid from pg_inherits
         where inhparent = any(select c.oid from pg_class c where c.relname = any($2)))`,
      [rows, [...longTables, ...others]],
    )
  const others = ['contact_forms', 'order_cancellations']

  it('is asked for every list that staff search: people, orders, papers, money and messages', () => {
    const paths = new Set(searches.filter(({ as }) => as === 'staff').map(({ spec }) => spec))
    for (const spec of [employees.optimizedList, orders.list, agreements.list, accounts.list, roles.users, outbox.list])
      expect(paths).toContain(spec)
    for (const spec of [invoices.list, payments.optimized, orderCancellations.list, contactForms.list, banking.entries])
      expect(paths).toContain(spec)
    expect(searches.filter(({ as }) => as === 'group').map(({ spec }) => spec)).toContain(employees.optimizedList)
  })

  it('finds the page that the whole list has, reads no growing table whole and counts no further than the page', async () => {
    const ask = (call: ReadingCall) => read(world, callers, call) as Promise<object>
    const whole = new Map<ReadingCall, unknown[]>()
    for (const call of searches) whole.set(call, rowsOf(await ask(call)))
    await client.query(
      `create temp table known as select oid as of, reltuples as rows from pg_class where relkind in ('r', 'p')`,
    )
    await sizes(1_000_000)
    try {
      let cut = 0
      for (const call of searches) {
        const title = `${call.as}: ${call.name}`
        const { result, statements } = await recording(() => ask(call))
        expect(rowsOf(result), title).toEqual(whole.get(call))
        if ('totalIsEstimate' in result) cut += 1
        for (const statement of statements.filter(({ text }) => text.includes('with sample as')))
          expect((await explain(client, statement, 0)).scanned, `${title}: ${statement.text}`).toEqual([])
      }
      expect(cut).toBeGreaterThan(10)
    } finally {
      await client.query(
        'update pg_class set reltuples = known.rows from known where oid = known.of and reltuples <> known.rows',
      )
    }
  })
})

describe('the number of statements does not grow with the rows', () => {
  const paged = catalogue.filter(
    ({ spec }) => !byCompany.has(spec.path) && (spec.query?.properties.limit ?? spec.query?.properties.pageSize),
  )
  const once = [...new Map(paged.map((call) => [`${call.as} ${call.spec.path}`, call])).values()]

  it.each(titled(once))('of $title', async ({ call }) => {
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

describe('what keeps a call quick', () => {
  it('is at most three statements, the session included, for what is asked most', async () => {
    const counts = async (work: () => Promise<unknown>) => (await recording(work)).statements.length
    const { staff, employer } = callers
    expect(await counts(() => world.ok(sessions.user, { as: employer }))).toBe(1)
    expect(await counts(() => world.ok(notifications.checker, { as: employer }))).toBe(1)
    for (const as of [staff, employer]) {
      expect(await counts(() => world.ok(employees.optimizedList, { as }))).toBe(2)
      expect(await counts(() => world.ok(employees.optimizedList, { as, query: { status: 'ACCEPTED' } }))).toBe(3)
    }
  })

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
