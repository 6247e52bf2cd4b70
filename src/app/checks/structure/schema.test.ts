import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

/** Tables that belong to no one company, or to a company only sometimes. Everything else is a tenant's. */
const globalTables = new Set([
  'claim_proof_lists',
  'users',
  'permissions',
  'roles',
  'scheduled_jobs',
  'record_alarms',
  'record_leaves',
  'record_roots',
  'record_stamps',
  'personal_copies',
  'rights_requests',
  'erasures',
  'retained_classes',
  'retention_looks',
  'events_without_root',
  'role_catalogue',
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
  'invitations',
  'identity_changes',
  'proposals',
  'verification_codes',
  'link_tokens',
  'rate_limits',
  'idempotency_keys',
  'event_chains',
  'accepted_breaks',
  'event_closings',
  'events',
  'outbox',
  'files',
  'documents_to_make',
  'settings',
  'job_runs',
  'user_preferences',
  'list_views',
  'notifications',
  'contact_forms',
  'contact_form_answers',
  'vat_rates',
  'terms_documents',
  'document_wordings',
  'province_tax_tables',
  'tax_tables',
  'state_income_tax_tables',
  'taxpayer_deduction_tables',
  'bike_store_groups',
  'bike_stores',
  'former_addresses',
  'young_addresses',
  'billing_tables',
  'group_payroll_recipients',
  'invoice_counters',
  'tax_confirmations',
  'reference_rates',
  'payments',
  'ledger_rows',
  'billing_runs',
  'bookkeeping_periods',
  'vouchers',
  'received_e_invoices',
  'lessor_file_profiles',
  'lessor_files',
  'lessor_differences',
  'bank_files',
  'bank_statements',
  'bank_doubts',
  'intake_files',
  'intake_asides',
  'bank_entries',
  'payment_files',
  'payment_settlements',
  'schema_migrations',
  'schema_lock',
  'open_turns',
  'turns_to_refresh',
  'task_care',
  'turn_escalations',
  'turn_sources',
  'turn_tallies',
])
/** Join tables whose two keys are the row. */
const joinTables = new Set([
  'payroll_recipients',
  'company_people',
  'turn_nudges',
  'payroll_month_calls',
  'proposal_companies',
  'terms_waivers',
])
/** Rows that are written once, or that only copy others. */
const unchanging = new Set([
  'turn_nudges',
  'payroll_month_calls',
  'signatures',
  'bike_policies',
  'invoice_lines',
  'payroll_rows',
  'late_charges',
  'credit_losses',
  'lease_asset_entries',
  'terms_acceptances',
  'terms_waivers',
  'payroll_recipients',
  'company_people',
])
/** Logs that grow for ever and may be archived by month, so nothing refers to them. */
const logs = ['events', 'outbox', 'notifications']

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const namesOf = async (query: RawBuilder<{ name: string }>) =>
  (await query.execute(world.services.database.primary)).rows.map((row) => row.name)
const tables = () =>
  namesOf(sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
const tenantTables = async () => (await tables()).filter((name) => !globalTables.has(name))
const tenantsWithout = async (kept: readonly string[], besides = new Set<string>()) =>
  (await tenantTables()).filter((table) => !kept.includes(table) && !besides.has(table))
const tablesWith = (column: string, nullable: 'YES' | 'NO') =>
  namesOf(sql`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = ${column} and is_nullable = ${nullable}`)

/** Whose data a column may hold, and the classes of docs/decisions/0075 that say how long it stays. */
const subjects = ['account holder', 'contact person', 'employee', 'payee', 'payer', 'recipient', 'signer', 'visitor']
const retention = 'account bookkeeping contact-form contract employment event expiry message register'.split(' ')
/** Names that a column of a person's data has; flags and states are none. */
const personalName = `(^|_)(email|phone|phone_number|first_name|last_name|typed_name|contact_name|seller_name|delivery_address|ip_address|recipient|employee_number|password_hash|note|message|buyer|payload|search_text|secret_sealed|pending_sealed|code_hash)$|^(absence|counterparty|payee|body)_|^(hold_question|hold_answer|case_reason|reject_reason|template_values|preferences|facts|links|proof)$`
const personalComment = `^personal: (${subjects.join('|')}); kept: (${retention.join('|')})$`

/** What breaks a rule of the schema, by rule; each answers the names at fault. */
const breaches = {
  withoutCompany: async () => tenantsWithout(await tablesWith('company_id', 'NO')),
  withoutVersion: async () => tenantsWithout(await tablesWith('version', 'NO'), unchanging),
  withoutCompanyKey: async () =>
    tenantsWithout(
      await namesOf(sql`
        select c.conrelid::regclass::text as name from pg_constraint c
         where c.contype in ('u', 'p') and c.connamespace = 'public'::regnamespace
           and (select array_agg(a.attname::text order by a.attname) from pg_attribute a
                 where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) = array['company_id', 'id']`),
      joinTables,
    ),
  acrossCompanies: async () => {
    const tenants = await tenantTables()
    return namesOf(sql`
      select c.conname as name from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and c.conrelid::regclass::text = any(${tenants}) and c.confrelid::regclass::text = any(${tenants})
         and not exists (
           select from unnest(c.conkey, c.confkey) as pair (source, target)
             join pg_attribute s on s.attrelid = c.conrelid and s.attnum = pair.source and s.attname = 'company_id'
             join pg_attribute t on t.attrelid = c.confrelid and t.attnum = pair.target and t.attname = 'company_id')`)
  },
  sequences: () =>
    namesOf(sql`select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
  referringToLogs: () =>
    namesOf(sql`select conname as name from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and confrelid::regclass::text = any(${logs})`),
  personal: () =>
    namesOf(sql`
      select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
         and a.atttypid not in ('boolean'::regtype, 'uuid'::regtype)
         and (a.attname ~ ${personalName} or col_description(c.oid, a.attnum) like 'personal:%')
         and coalesce(col_description(c.oid, a.attnum), '') !~ ${personalComment} order by 1`),
  inexact: () =>
    namesOf(sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public'
        and data_type in ('real', 'double precision', 'money', 'timestamp without time zone', 'time without time zone')`),
}

describe('the schema', () => {
  it.each([
    ['puts company_id, never null, on every table of a tenant', breaches.withoutCompany],
    ['lets every tenant row be referred to by company and id together', breaches.withoutCompanyKey],
    ['joins tenant tables only within one company', breaches.acrossCompanies],
    ['gives a version to every row that changes', breaches.withoutVersion],
    ['has no sequence: ids are made in the application, numbers come from counters', breaches.sequences],
    ['lets nothing refer to a row of a log, so that old months can be archived', breaches.referringToLogs],
    ['names data subject and retention class of every personal column', breaches.personal],
    ['keeps no amount as a binary fraction and no instant without its zone', breaches.inexact],
  ])('%s', async (_, find) => {
    expect(await find()).toEqual([])
  })

  it('is checked by rules that notice: a table that breaks them all is named by each', async () => {
    const db = world.services.database.primary
    await sql`create table careless (id bigint generated always as identity primary key, company_id uuid,
      order_id uuid references orders (id), event_id uuid references events (id), price real, private_email text)`.execute(
      db,
    )
    try {
      for (const [rule, find] of Object.entries(breaches))
        expect((await find()).filter((name) => name.startsWith('careless')).length, rule).toBe(1)
    } finally {
      await sql`drop table careless`.execute(db)
    }
  })

  it('has every table that is listed here as belonging to no company, or as an exception', async () => {
    const existing = await tables()
    expect([...globalTables, ...joinTables, ...unchanging, ...logs].filter((name) => !existing.includes(name))).toEqual(
      [],
    )
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
