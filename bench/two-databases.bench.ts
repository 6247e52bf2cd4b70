// The companies of one database shared out over two, each with an application of its own: every row that a company owns is
// on one side, its people read the same as before, and the sums of both sides are the sums of the whole:
// `npm run bench -- two-databases` (PEOPLE=8000; below 10,000 lists are counted to their end).
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import pg from 'pg'
import { orderCancellations } from '#features/lease-ends/order-cancellations/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { catalogueOf } from '#testing/scale/catalogue.ts'
import { callersOf, type ReadingCall, type Role } from '#testing/scale/reading.ts'
import { kinds, scaleOf, seededId, usersBeside } from '#testing/scale/seed-statements.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { fillScale, openBenchServer } from './parts/scaled.ts'

const scale = scaleOf(Number(process.env.PEOPLE ?? 8_000))
/** Companies of one group stay together, since their admins look at all of them. */
const sideOf = (company: string) =>
  `(hashtextextended(coalesce(${company}.group_company_id, ${company}.id)::text, 0) & 1)`

const server = await openBenchServer()

async function withClient<R>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set statement_timeout = 0`)
    return await work(client)
  } finally {
    await client.end()
  }
}

const inPublic = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

/** Tables with a column of companies, and whether every row names one. */
async function companyTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string; isOwned: boolean }>(
    `select c.relname as name, a.attnotnull as "isOwned" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where ${inPublic} and a.attname = 'company_id' and not a.attisdropped order by 1`,
  )
  return rows
}

interface ForeignKey {
  readonly source: string
  readonly name: string
  readonly dangling: string
}

/** Every foreign key, with the rows `f` of its table that point to nothing. */
async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as source, c.conname as name,
            (select string_agg(format('f.%I is not null', s.attname), ' and ') || ' and not exists (select from ' || c.confrelid::regclass || ' t where '
                    || string_agg(format('t.%I = f.%I', t.attname, s.attname), ' and ') || ')'
               from unnest(c.conkey, c.confkey) as pair (source, target)
               join pg_attribute s on s.attrelid = c.conrelid and s.attnum = pair.source
               join pg_attribute t on t.attrelid = c.confrelid and t.attnum = pair.target) as dangling
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  return rows
}

const countOf = async (client: pg.Client, { source, dangling }: ForeignKey) =>
  Number((await client.query(`select count(*) as rows from ${source} f where ${dangling}`)).rows[0].rows)

/** Leaves one side's companies, with what is everybody's. @returns rows that the other side's rows took along, by table */
async function keepSide(client: pg.Client, side: 0 | 1): Promise<Map<string, number>> {
  const keys = await foreignKeys(client)
  // What the seed itself left without its other end.
  const before = new Map<string, number>()
  for (const key of keys) before.set(key.source + key.name, await countOf(client, key))
  await client.query(`create temp table gone as select c.id from companies c where ${sideOf('c')} <> ${side}`)
  await client.query(`
    create temp table gone_groups as select distinct group_company_id as id from companies where id in (select id from gone) and group_company_id is not null;
    create temp table bonds as
      select user_id, coalesce(company_id in (select id from gone), group_company_id in (select id from gone_groups), false) as is_gone from user_roles
      union all select user_id, company_id in (select id from gone) from beneficiary_employees;
    create temp table leaving as select user_id as id from bonds group by user_id having bool_and(is_gone);
    analyze gone; analyze leaving`)
  const tables = await companyTables(client)
  for (const { name } of tables) await client.query(`delete from ${name} where company_id in (select id from gone)`)
  await client.query('delete from companies where id in (select id from gone)')
  await client.query('delete from group_companies where id in (select id from gone_groups)')
  await client.query('delete from users where id in (select id from leaving)')
  const owned = new Set(tables.filter(({ isOwned }) => isOwned).map(({ name }) => name))
  const along = new Map<string, number>()
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const key of keys.filter(({ source }) => !owned.has(source))) {
      if ((await countOf(client, key)) <= (before.get(key.source + key.name) ?? 0)) continue
      const { source, dangling } = key
      const { rowCount } = await client.query(`delete from ${source} f where ${dangling}`)
      if (!rowCount) continue
      along.set(source, (along.get(source) ?? 0) + rowCount)
      isDone = false
    }
  }
  for (const key of keys.filter(({ source }) => owned.has(source))) {
    const across = (await countOf(client, key)) - (before.get(key.source + key.name) ?? 0)
    assert.ok(across <= 0, `${across} rows of ${key.source} name the other side by ${key.name}`)
  }
  // Whose turn it is follows from the rows, and is judged anew.
  await client.query('truncate open_turns, turn_sources, turns_to_refresh cascade')
  await client.query('vacuum full analyze')
  return along
}

/** Rows and cents of every table whose rows each name a company. */
async function sumsOf(client: pg.Client): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const { name, isOwned } of await companyTables(client)) {
    if (!isOwned) continue
    const { rows: columns } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attname like '%\\_cents' and atttypid in ('int4'::regtype, 'int8'::regtype) and not attisdropped`,
      [name],
    )
    const cents = columns.map((column) => `sum(${column.name})::text as "${column.name}"`)
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${['count(*)::text as rows', ...cents].join(', ')} from ${name}`,
    )
    for (const [what, sum] of Object.entries(rows[0] ?? {})) sums.set(`${name}.${what}`, BigInt(sum ?? 0))
  }
  return sums
}

const sizeOf = async (client: pg.Client) =>
  Number((await client.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes) / 1e6

interface Answered {
  readonly answer: string
  readonly total: number | null
  readonly ms: number
}

async function ask(world: World, call: ReadingCall, as: Caller): Promise<Answered> {
  const start = performance.now()
  const reply = await world.call(call.spec, { as, params: call.params, query: call.query })
  const ms = performance.now() - start
  const body: unknown = reply.body
  const pages = body as { total?: number; pagination?: { total?: number } } | null
  return {
    answer: `${reply.status} ${JSON.stringify(body)}`,
    total: pages?.total ?? pages?.pagination?.total ?? null,
    ms,
  }
}

interface Side {
  readonly world: World
  readonly client: pg.Client
}

/** What somebody reads on their own side is what they read of the whole. */
async function compareReads(whole: World, side: Side, calls: readonly ReadingCall[], userId: string) {
  const [before, after] = [await whole.signIn(userId), await side.world.signIn(userId)]
  const differing: string[] = []
  for (const call of calls) {
    const [one, other] = [await ask(whole, call, before), await ask(side.world, call, after)]
    if (one.answer !== other.answer) differing.push(`${call.as}: ${call.name}`)
  }
  return { same: calls.length - differing.length, differing }
}

const isPlain = ({ params, query }: ReadingCall) => params === undefined && query === undefined

/** Whose admins read: the largest company, and four more of each side. */
async function compareEmployers(whole: World, sides: readonly Side[], calls: readonly ReadingCall[]) {
  const admin = usersBeside(scale).employerAdmin
  let same = 0
  const differing: string[] = []
  for (const { world, client } of sides) {
    const side = { world, client }
    for (let company = 0, asked = 0; asked < 5 && company < scale.companies; company += 1) {
      const { rowCount } = await client.query('select 1 from companies where id = $1', [
        seededId(kinds.company, company),
      ])
      if (!rowCount) continue
      asked += 1
      const own = calls.filter((call) => call.as === 'employer' && (company === 0 || isPlain(call)))
      const found = await compareReads(whole, side, own, seededId(kinds.user, admin + company))
      same += found.same
      differing.push(...found.differing)
    }
  }
  return { same, differing }
}

/** Lists of what each belongs to a company. */
const ofCompanies: ReadonlySet<EndpointSpec> = new Set<EndpointSpec>([
  orders.list,
  agreements.list,
  employees.optimizedList,
  invoices.list,
  orderCancellations.list,
])

/** The staff's lists, whose totals on both sides are the whole's. */
async function compareStaff(whole: World, sides: readonly Side[], calls: readonly ReadingCall[], staff: string) {
  let [same, times] = [0, [0, 0]]
  const differing: string[] = []
  const of = async (world: World, call: ReadingCall) => ask(world, call, await world.signIn(staff))
  for (const call of calls) {
    const all = await of(whole, call)
    // Past so many a list counts no further.
    if (all.total === null || all.total >= 10_000 || !ofCompanies.has(call.spec)) continue
    const parts = await Promise.all(sides.map(({ world }) => of(world, call)))
    if (all.total === parts.reduce((sum, { total }) => sum + (total ?? 0), 0)) same += 1
    else
      differing.push(
        `${call.name}: ${all.total} ≠ ${parts.map(({ total, answer }) => total ?? answer.slice(0, 200)).join(' + ')}`,
      )
    times = [(times[0] ?? 0) + all.ms, (times[1] ?? 0) + Math.max(...parts.map(({ ms }) => ms))]
  }
  return { same, differing, times }
}

async function splitOff(whole: pg.ClientConfig, side: 0 | 1): Promise<Side> {
  const name = side === 0 ? 'left' : 'right'
  await withClient({ ...whole, database: 'postgres' }, (client) =>
    client.query(`create database "${name}" template whole strategy file_copy`),
  )
  const connection = { ...whole, database: name }
  const start = performance.now()
  const along = await withClient(connection, (client) => keepSide(client, side))
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ companies: number }>('select count(*)::int as companies from companies')
  console.log(
    `${name}: ${rows[0]?.companies} companies, ${(await sizeOf(client)).toFixed(0)} MB, left alone in ${((performance.now() - start) / 1000).toFixed(1)} s; ` +
      `gone with them: ${[...along].map(([table, count]) => `${count} ${table}`).join(', ') || 'nothing'}`,
  )
  return { client, world: await openWorldOn(connection) }
}

async function run() {
  const whole = await server.database('whole', async (made) => {
    await fillScale(made, scale)
    // The seed names any file for an e-invoice: each gets one of its own company.
    await withClient(made, (client) =>
      client.query(
        `update e_invoice_messages m set file_id = coalesce((select f.id from files f where f.company_id = m.company_id limit 1), gen_random_uuid())`,
      ),
    )
  })
  // The roles are written by the application's start.
  await (await openWorldOn(whole)).close()
  const sums = await withClient(whole, async (client) => {
    console.log(`whole: ${scale.companies} companies, ${(await sizeOf(client)).toFixed(0)} MB`)
    return sumsOf(client)
  })
  const sides = [await splitOff(whole, 0), await splitOff(whole, 1)]
  const halves = await Promise.all(sides.map(({ client }) => sumsOf(client)))
  const wrong = [...sums].filter(
    ([what, sum]) => sum !== halves.reduce((both, one) => both + (one.get(what) ?? 0n), 0n),
  )
  console.log(`${sums.size} sums of rows and cents, ${wrong.length} of which both sides together do not have`)
  const world = await openWorldOn(whole)
  const callers: Record<Role, Caller> = await callersOf(world, scale)
  const calls = catalogueOf(scale)
  const employers = await compareEmployers(world, sides, calls)
  console.log(`employers: ${employers.same} answers the same to the byte, ${employers.differing.length} not`)
  const staffCalls = calls.filter((call) => call.as === 'staff' && !call.isReport)
  const staff = await compareStaff(world, sides, staffCalls, callers.staff.userId)
  console.log(
    `staff: ${staff.same} totals are the sum of both, ${staff.differing.length} not; all of them ${staff.times[0]?.toFixed(0)} ms on the whole, ${staff.times[1]?.toFixed(0)} ms on the slower side; load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const difference of [...new Set([...employers.differing, ...staff.differing])]) console.log(`  ${difference}`)
  for (const { client, world: one } of sides) {
    await client.end()
    await one.close()
  }
  await world.close()
  if (wrong.length > 0) process.exitCode = 1
}

try {
  await run()
} finally {
  await server.stop()
}
