import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '#features/operations/event-log/server/verify.ts'
import { notifyBonds } from '#features/people/memberships/server/jobs.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { verifyChains } from '#platform/server/events/verify-chains.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { followEarlierRelease } from '../../server/earlier-rows.ts'
import { prepareRows } from '../../server/open-database.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const migrations = path.join(root, 'migrations')
/** The newest migration of the last release. */
const LAST_OF_RELEASE = '0006'

/** A row of every table of the last release, as it was written by that release: two running companies with a group. */
const rows = readFileSync(path.join(root, 'src/testing/release/rows.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> })

let database: TestDatabase
let pool: pg.Pool
let folder: string
const before: Record<string, unknown> = {}

const all = async (query: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>(query, values)).rows
const facts = {
  bonds: `select user_id, company_id, status, employee_number, last_working_day from beneficiary_employees order by id`,
  roles: `select user_id, role_id, company_id, group_company_id from user_roles order by 1, 2, 3, 4`,
  orders: `select id, status, beneficiary_employee_id, agreement_id, total_price_cents from orders order by id`,
  leases: `select id, lease_state, price_cents, instalment_cents, start_day, end_day from leasing_agreements order by id`,
  signatures: `select leasing_agreement_id, party, user_id, document_sha256 from signatures order by id`,
  invoices: `select id, direction, number, total_cents, due_day from invoices order by id`,
  lines: `select invoice_id, position, net_cents from invoice_lines order by invoice_id, position`,
  payroll: `select company_id, month, row_count, csv_sha256 from payroll_months order by id`,
  people: `select id, email, first_name, last_name, password_hash from users order by id`,
  files: `select id, storage_key, parent_id from files order by id`,
}

/** Who belongs to a company or a group, by their own row or by a role. */
const bondedPeople = `select distinct u.id, u.email from users u join memberships m on m.user_id = u.id
  where u.deactivated_at is null order by u.id`
let bonded: Record<string, unknown>[]

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  pool = new pg.Pool(database.connection)
  folder = mkdtempSync(path.join(tmpdir(), 'poljin-release-'))
  for (const name of readdirSync(migrations).filter((one) => one.slice(0, 4) <= LAST_OF_RELEASE))
    cpSync(path.join(migrations, name), path.join(folder, name))
  await migrate(pool, folder)
  const client = await pool.connect()
  // The rows are whole as they stand: what triggers carry and constraints ask was true when they were written.
  await client.query('set session_replication_role = replica')
  for (const { table, row } of rows)
    await client.query(
      `insert into ${table} (${Object.keys(row).join(', ')})
       select ${Object.keys(row).join(', ')} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
  client.release(true)
  for (const [name, query] of Object.entries(facts)) before[name] = await all(query)
  bonded = await all(bondedPeople)
  await migrate(pool)
}, 60_000)

afterAll(async () => {
  await pool.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

describe('a filled database of the last release', () => {
  it('has rows in every table of that release', async () => {
    const made = readdirSync(folder).flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(
        (match) => match[1]!,
      ),
    )
    const filled = new Set(rows.map(({ table }) => table))
    expect(made.filter((table) => !filled.has(table) && !/^schema_/.test(table))).toEqual([])
  })

  it.each(Object.entries(facts))('keeps its %s', async (name, query) => {
    expect(await all(query)).toEqual(before[name])
    expect((before[name] as unknown[]).length).toBeGreaterThan(0)
  })

  it('holds every constraint of the schema', async () => {
    const broken: string[] = []
    const constraints = await all(`
      select conrelid::regclass::text as "table", conname as name from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and convalidated`)
    const client = await pool.connect()
    try {
      for (const { table, name } of constraints) {
        await client.query('begin')
        const definition = await client.query<{ text: string }>(
          'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1 and conrelid = $2::regclass',
          [name, table],
        )
        await client
          .query(`alter table ${String(table)} add constraint checked_again ${definition.rows[0]!.text}`)
          .catch((error: Error) => broken.push(`${String(name)}: ${error.message}`))
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
    expect(broken).toEqual([])
  })

  it('has its event log found intact by the process that brought it up to date', async () => {
    const world = await openWorldOn(database.connection)
    try {
      const { primary } = world.services.database
      // Its events bear no key; a process that does not note since when they do calls them all changed.
      expect((await verifyChains(primary)).faults.map(({ fault }) => fault)).toContain('CHANGED')
      await prepareRows(world.services)
      expect(await verifyChains(primary)).toMatchObject({ events: 33, faults: [] })
      // The second company's rows are copies, which no event tells of.
      const untold = ['SIGNATURE']
      const kindsFound = async () => [
        ...new Set((await verifyLog(primary, world.services, [])).faults.map(({ fault }) => fault)),
      ]
      // Terms and payments that it told nothing of are told once; a row that comes by hand afterwards is found.
      await all('update leasing_agreements set instalment_cents = instalment_cents + 1 where status = $1', ['SIGNED'])
      await prepareRows(world.services)
      expect(await kindsFound()).toEqual([...untold, 'TERMS'])
      await all('update leasing_agreements set instalment_cents = instalment_cents - 1 where status = $1', ['SIGNED'])
      expect(await kindsFound()).toEqual(untold)
      expect(await all('select 1 from event_chains where seal is null')).toEqual([])
    } finally {
      await world.close()
    }
  })

  it('tells the log what a node of the release before writes beside the new one, for a day and with an event alone', async () => {
    const world = await openWorldOn(database.connection)
    try {
      await prepareRows(world.services)
      const { primary } = world.services.database
      const kindsFound = async () => [
        ...new Set((await verifyLog(primary, world.services, [])).faults.map(({ fault }) => fault)),
      ]
      const found = await kindsFound()
      const { id, order } = (
        await all(`select id, order_id as "order" from leasing_agreements where status = 'SIGNED' order by id limit 1`)
      )[0] as { id: string; order: string }
      /** What the code of a release without told terms does: the row and the event of its act. */
      const setUntold = (months: number, isLogged: boolean) =>
        world.services.database.transaction(async (tx) => {
          await sql`update leasing_agreements set lease_months = lease_months + ${months}, updated_at = ${world.env.now()} where id = ${id}`.execute(
            tx,
          )
          if (isLogged)
            await logEvent(tx, world.env, systemActor, 'ORDER_CONFIRMED', { subject: { type: 'order', id: order } })
        })
      const payUntold = () =>
        sql`insert into payments (id, payer_kind, direction, amount_cents, paid_day, method, source, created_at)
          values (${world.env.id()}, 'UNKNOWN', 'IN', 100, '2026-11-10', 'BANK', ${world.env.id()}, ${world.env.now()})`.execute(
          primary,
        )
      const sealUntold = () =>
        sql`with f as (insert into files (id, company_id, storage_key, content_type, bytes, sha256, parent_type, parent_id, label)
              select ${world.env.id()}, company_id, storage_key || '-b', content_type, bytes, sha256, parent_type, parent_id, label from files
               where id = (select file_id from signed_documents where leasing_agreement_id = ${id}) returning id)
            insert into signed_documents (id, company_id, beneficiary_employee_id, leasing_agreement_id, title, file_id, sealed, created_at)
            select ${world.env.id()}, a.company_id, a.beneficiary_employee_id, a.id, 'Liite', f.id, true, ${world.env.now()}
              from leasing_agreements a, f where a.id = ${id}`.execute(primary)
      const rowEvents = ['AGREEMENT_TERMS_SET', 'PAYMENT_RECORDED', 'DOCUMENT_SEALED']
      const afterJob = async () => {
        await followEarlierRelease.run(world.services)
        return kindsFound()
      }

      await setUntold(1, true)
      await payUntold()
      await sealUntold()
      const told = async () => (await all(`select 1 from events where type = any($1)`, [rowEvents])).length
      const before = await told()
      expect(await kindsFound(), 'no false alarm before the job has run').toEqual(found)
      expect(await told()).toBe(before)
      expect(await afterJob()).toEqual(found)
      expect(await told()).toBe(before + 3)
      world.env.advance(3_600_000)
      await setUntold(1, false)
      expect(await kindsFound(), 'a term without an event of its act').toEqual([...found, 'TERMS'])
      expect(await afterJob()).toEqual([...found, 'TERMS'])
      await setUntold(-1, false)
      expect(await afterJob()).toEqual(found)
      world.env.advance(24 * 3_600_000)
      await setUntold(1, true)
      await payUntold()
      expect(await afterJob()).toEqual(expect.arrayContaining([...found, 'TERMS', 'PAYMENT']))
    } finally {
      await world.close()
    }
  })

  it('keeps the bonds of its people and tells each of them once', async () => {
    const world = await openWorldOn(database.connection)
    try {
      await notifyBonds.run(world.services)
      await notifyBonds.run(world.services)
    } finally {
      await world.close()
    }
    expect(bonded.length).toBeGreaterThan(3)
    expect(await all(bondedPeople)).toEqual(bonded)
    expect(
      await all(
        `select user_id as id, recipient as email from outbox where template = 'memberships:mail.told' order by 1`,
      ),
    ).toEqual(bonded)
  })
})
