import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leftOut } from '#features/operations/personal-data/rules.ts'
import { copiedRows } from '#features/operations/personal-data/server/copied-rows.ts'
import { copiedTables } from '#features/operations/personal-data/server/copied-tables.ts'
import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import { endings } from '#features/operations/rights/retention.ts'
import { columnClasses } from '#features/operations/rights/rules.ts'
import { personalColumns } from '#features/operations/rights/server/plan.ts'
import { openWorld, type World } from '#testing/world.ts'
import { jobs } from '../server/jobs.ts'
import { prepareDatabase } from '../server/open-database.ts'
import { seedDemo } from './seed-demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-11-22T08:00:00Z')
  await prepareDatabase(world.services)
  await seedDemo(world.services, { progress: () => undefined })
}, 600_000)
afterAll(() => world.close())

const db = () => world.services.database.primary

const nameOf = (person: { first_name: string; last_name: string }) => `${person.first_name} ${person.last_name}`

interface Found {
  readonly table: string
  readonly row: string
}

/** Every row of the database that says one of the values, whatever its column: by table, as text. */
async function rowsThatSay(values: readonly string[]): Promise<Found[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db())
  const patterns = values.map((value) => `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const found: Found[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: string
    }>`select coalesce(to_jsonb(t)->>'id', t::text) as row from ${sql.table(name)} t
      where to_jsonb(t)::text ilike any(${patterns}::text[])`.execute(db())
    found.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return found
}

it('a table with a column of personal data is copied, or named with the reason why it is not', async () => {
  const { rows } = await sql<{ name: string }>`select distinct c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
   where c.relnamespace = 'public'::regnamespace and col_description(c.oid, a.attnum) like 'personal:%' order by 1`.execute(
    db(),
  )
  expect(rows.length).toBeGreaterThan(40)
  const known = new Set([...Object.keys(copiedTables), ...Object.keys(leftOut)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

it('the copy of each person of the demo holds every row that says their name, address or number, but those named', async () => {
  const people = await db()
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'personal_email', 'phone_number'])
    .execute()
  const demo = people.filter(({ email }) => email.endsWith('@demo.example'))
  expect(demo.length).toBeGreaterThanOrEqual(9)
  const missing: string[] = []
  let compared = 0
  for (const person of demo) {
    // Two people of one name are told apart by their addresses alone.
    const isAlone = people.filter((one) => nameOf(one) === nameOf(person)).length === 1
    const names = isAlone ? [nameOf(person), `${person.last_name} ${person.first_name}`] : []
    const values = [...names, person.email, person.personal_email, person.phone_number].filter((one) => one !== null)
    const copied = await copiedRows(db(), await subjectOf(db(), { userId: person.id, email: null }), false)
    const held = new Set(
      Object.entries(copied).flatMap(([name, rows]) =>
        rows.map((row) => `${copiedTables[name]!.table ?? name} ${row.id}`),
      ),
    )
    for (const { table, row } of await rowsThatSay(values)) {
      compared += 1
      if (!held.has(`${table} ${row}`) && !(table in copied && row.startsWith('(')) && !(table in leftOut))
        missing.push(`${person.email}: ${table} ${row.slice(0, 120)}`)
    }
  }
  expect(compared).toBeGreaterThan(200)
  expect(missing).toEqual([])
}, 300_000)

it('every class of every table with personal data has a job that ends it, or a reason why none does', async () => {
  const columns = await personalColumns(db())
  const inSchema = [...new Set(columns.map((one) => `${one.class} ${one.table}`))].sort()
  const listed = columnClasses.flatMap((name) => Object.keys(endings[name]).map((table) => `${name} ${table}`)).sort()
  expect(listed).toEqual(inSchema)
  const ending = columnClasses.flatMap((name) => Object.values(endings[name]))
  const named = new Set(ending.flatMap((one) => ('job' in one ? [one.job] : [])))
  expect([...named].filter((name) => !jobs.some((job) => job.name === name))).toEqual([])
})

it('no copy holds a row that belongs to somebody else', async () => {
  const own = ['users', 'beneficiary_employees', 'notifications', 'signatures', 'sessions', 'user_preferences'] as const
  const people = await db().selectFrom('users').select('id').execute()
  for (const { id } of people) {
    const copied = await copiedRows(db(), await subjectOf(db(), { userId: id, email: null }), false)
    for (const table of own)
      for (const row of copied[table] ?? [])
        expect(table === 'users' ? row.id : row.user_id, `${table} of ${id}`).toBe(id)
  }
}, 300_000)
