import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

/** Tables that belong to no one company, or to a company only sometimes. Everything else is a tenant's. */
const globalTables = new Set([
  'users',
  'permissions',
  'roles',
  'role_permissions',
  'leasing_companies',
  'group_companies',
  'companies',
  'user_roles',
  'sessions',
  'session_tokens',
  'sign_in_tickets',
  'recovery_codes',
  'sign_in_address_changes',
  'verification_codes',
  'link_tokens',
  'rate_limits',
  'idempotency_keys',
  'event_chains',
  'events',
  'outbox',
  'files',
  'settings',
  'job_runs',
  'user_preferences',
  'notifications',
  'contact_forms',
  'vat_rates',
  'province_tax_tables',
  'tax_tables',
  'state_income_tax_tables',
  'taxpayer_deduction_tables',
  'bike_store_groups',
  'bike_stores',
  'billing_tables',
  'group_payroll_recipients',
  'invoice_counters',
  'schema_migrations',
  'schema_lock',
])
/** Join tables whose two keys are the row. */
const joinTables = new Set(['payroll_recipients'])

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rows = async <R>(query: ReturnType<typeof sql<R>>) => (await query.execute(world.services.database.primary)).rows

async function tenantTables(): Promise<string[]> {
  const found = await rows(
    sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return found.map((row) => row.name).filter((name) => !globalTables.has(name))
}

describe('the schema', () => {
  it('puts company_id, never null, on every table of a tenant', async () => {
    const found = await rows(
      sql<{
        name: string
      }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' and is_nullable = 'NO'`,
    )
    const with_ = new Set(found.map((row) => row.name))
    expect((await tenantTables()).filter((table) => !with_.has(table))).toEqual([])
  })

  it('lets every tenant row be referred to by company and id together', async () => {
    const found = await rows(sql<{ name: string }>`
      select c.conrelid::regclass::text as name from pg_constraint c where c.contype in ('u', 'p') and c.connamespace = 'public'::regnamespace
         and (select array_agg(a.attname::text order by a.attname) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) = array['company_id', 'id']`)
    const keyed = new Set(found.map((row) => row.name))
    expect((await tenantTables()).filter((table) => !keyed.has(table) && !joinTables.has(table))).toEqual([])
  })

  it('joins tenant tables only within one company', async () => {
    const tenants = new Set(await tenantTables())
    const keys = await rows(sql<{ name: string; source: string; target: string; columns: string[] }>`
      select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
             (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
        from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
    expect(
      keys
        .filter((key) => tenants.has(key.source) && tenants.has(key.target) && !key.columns.includes('company_id'))
        .map((key) => key.name),
    ).toEqual([])
  })

  it('gives a version to every row that changes', async () => {
    const unchanging = new Set(['signatures', 'bike_policies', 'invoice_lines', 'payroll_rows', 'payroll_recipients'])
    const found = await rows(
      sql<{
        name: string
      }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'version'`,
    )
    const versioned = new Set(found.map((row) => row.name))
    expect((await tenantTables()).filter((table) => !versioned.has(table) && !unchanging.has(table))).toEqual([])
  })

  it('has no sequence: ids are made in the application, numbers come from counters', async () => {
    expect(
      await rows(
        sql<{
          name: string
        }>`select sequence_name as name from information_schema.sequences where sequence_schema = 'public'`,
      ),
    ).toEqual([])
  })

  it('refuses to change or remove an event', async () => {
    const db = world.services.database.primary
    await sql`insert into events (id, subject_type, subject_id, position, type, actor_kind, occurred_at, previous_hash, hash)
      values (${world.env.id()}, 'register', ${world.env.id()}, 1, 'REGISTER_CHANGED', 'SYSTEM', now(), '', '')`.execute(
      db,
    )
    await expect(sql`update events set type = 'OTHER'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from events`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate events`.execute(db)).rejects.toThrow('append-only')
  })
})
