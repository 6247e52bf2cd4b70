import { type RawBuilder, sql } from 'kysely'
import { copiedTables } from '#features/operations/personal-data/server/copied-tables.ts'
import { ownTables } from '#features/operations/personal-data/server/own-tables.ts'
import type { Subject } from '#features/operations/personal-data/server/subject.ts'
import { FRAME_PHOTO } from '#features/orders/glovebox/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import { removeLaterFile } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { isEmptied } from '../retention.ts'
import type { ColumnClass } from '../rules.ts'
import { type PersonalColumn, personalColumns } from './plan.ts'
import { wholeValue } from './whole-value.ts'

/** Rows that are nothing but the account's, deleted whole; the account's own tables stand in `ownTables`. */
const alsoDeleted = ['payroll_recipients', 'group_payroll_recipients'] as const

/** Columns whose few allowed values say nothing of a person by themselves. */
const choices = new Set([
  'redemptions.buyer',
  'bike_returns.reason',
  'users.language',
  'beneficiary_employees.last_working_day',
])

/** Columns that the state of their row asks to be there. */
const neverNull = new Set(['payment_orders.payee_iban', 'bike_brokerages.named_email'])

/** What an empty value of a column that must have one is. */
const emptied = ({ table, column, isNullable, type }: PersonalColumn): RawBuilder<unknown> => {
  if (isNullable && !neverNull.has(`${table}.${column}`)) return sql`null`
  return type === 'jsonb' ? sql`'{}'::jsonb` : type.endsWith('[]') ? sql`'{}'` : sql`''`
}

/** Columns that stand or fall with a personal one. */
const along: Readonly<Record<string, readonly string[]>> = {
  bike_brokerages: ['buyer_name', 'buyer_business_id', 'buyer_address'],
  beneficiary_employees: ['absence_other'],
}

/** Whose sale it is decides over what it says; who takes the bicycle over is somebody else. */
const whoseTable: Readonly<Record<string, (of: Subject) => RawBuilder<boolean>>> = {
  bike_brokerages: (of) => sql`t.beneficiary_employee_id = any(${[...of.employees]}::uuid[])`,
}

/** Empties the personal columns of some classes in every row of a person. */
async function emptyColumns(db: Db, of: Subject, classes: ReadonlySet<ColumnClass>): Promise<void> {
  const columns = (await personalColumns(db)).filter(
    (one) =>
      classes.has(one.class) &&
      !one.isGenerated &&
      !choices.has(`${one.table}.${one.column}`) &&
      !deletedWhole.has(one.table) &&
      isEmptied(one.class, one.table),
  )
  for (const [table, own] of Map.groupBy(columns, (one) => one.table)) {
    const whose = whoseTable[table] ?? copiedTables[table]?.whose
    if (!whose || copiedTables[table]?.only || table === 'users') continue
    const set = [
      ...own.map((one) => sql`${sql.ref(one.column)} = ${emptied(one)}`),
      ...(along[table] ?? [])
        .filter((name) => !own.some(({ column }) => column === name))
        .map((name) => sql`${sql.ref(name)} = null`),
    ]
    await sql`update ${sql.table(table)} t set ${sql.join(set)} where ${whose(of)}`.execute(db)
  }
}

/** What is deleted as a whole, or emptied with the request itself. */
const deletedWhole: ReadonlySet<string> = new Set([
  ...ownTables,
  ...alsoDeleted,
  'contact_forms',
  'contact_form_answers',
  'outbox',
  'rights_requests',
])

/** Where the erased are written to: nowhere. */
export const erasedAddress = (userId: string) => `erased-${userId}@erased.invalid`

/** The account itself: what it signed in with, chose, was sent and is called. Its id stays, since others' rows name it. */
async function eraseAccount(db: Db, { env }: Services, userId: string): Promise<void> {
  for (const table of [...ownTables, ...alsoDeleted])
    if (table !== 'outbox') await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db)
  await db
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId('BIKE_BENEFICIARY'))
    .execute()
  const address = erasedAddress(userId)
  await db
    .updateTable('users')
    .set((e) => ({
      email: address,
      work_email: address,
      personal_email: null,
      personal_email_verified_at: null,
      first_name: '–',
      last_name: '–',
      phone_number: null,
      phone_verified_at: null,
      sms_factor: false,
      password_hash: null,
      invited: false,
      totp_secret_sealed: null,
      totp_pending_sealed: null,
      totp_confirmed_at: null,
      last_signed_in_at: null,
      deactivated_at: env.now(),
      deactivation_reason: 'BY_ADMIN',
      updated_at: env.now(),
      version: e('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
}

/** The files of photos that go with the contract, and of copies that go with the account. */
async function eraseFiles(db: Db, services: Services, of: Subject, classes: ReadonlySet<ColumnClass>): Promise<number> {
  const found: string[] = []
  if (classes.has('contract')) {
    const photos = await sql<{ file_id: string }>`
      with claim as (delete from insurance_claim_photos where claim_id = any(${[...of.claims]}::uuid[]) returning file_id),
           return_ as (delete from bike_return_photos where return_id = any(${[...of.returns]}::uuid[]) returning file_id),
           offer as (delete from bike_brokerage_photos p using bike_brokerages b where b.id = p.brokerage_id
             and b.beneficiary_employee_id = any(${[...of.employees]}::uuid[]) returning p.file_id)
      select file_id from claim union select file_id from return_ union select file_id from offer
      union select id from files where parent_type = ${FRAME_PHOTO} and parent_id = any(${[...of.orders]}::uuid[])`.execute(
      db,
    )
    found.push(...photos.rows.map((row) => row.file_id))
  }
  if (classes.has('account')) {
    const copies = await sql<{ file_id: string }>`
      update personal_copies c set file_id = null from (select id, file_id from personal_copies
        where file_id is not null and (user_id = ${of.userId}::uuid or lower(email) = any(${[...of.emails]}::text[]))) was
       where was.id = c.id returning was.file_id`.execute(db)
    found.push(...copies.rows.map((row) => row.file_id))
  }
  for (const id of found) await removeLaterFile(db, services, id)
  return found.length
}

/** Deletes what was written to the person, and by them with the contact form. */
async function eraseMessages(db: Db, of: Subject, before: Date): Promise<void> {
  const addresses = [...of.emails, ...of.phones]
  await sql`delete from outbox t where t.user_id = ${of.userId}::uuid or (lower(t.recipient) = any(${addresses}::text[]) and t.created_at <= ${before})`.execute(
    db,
  )
  await sql`delete from notifications t where t.user_id = ${of.userId}::uuid`.execute(db)
  await sql`delete from contact_forms t where lower(t.email) = any(${[...of.emails]}::text[]) and t.created_at <= ${before}`.execute(
    db,
  )
  await sql`delete from invitations t where lower(t.email) = any(${[...of.emails]}::text[]) and t.status <> 'OPEN'`.execute(
    db,
  )
  await sql`delete from sign_in_address_changes t where lower(t.email) = any(${[...of.emails]}::text[])`.execute(db)
  await sql`delete from former_addresses t where lower(t.email) = any(${[...of.emails]}::text[])`.execute(db)
  await sql`delete from young_addresses t where lower(t.email) = any(${[...of.emails]}::text[])`.execute(db)
  const whole = addresses.filter((one) => one !== '').map(wholeValue)
  await sql`delete from verification_codes t where t.payload::text ~* any(${whole}::text[])`.execute(db)
  await sql`delete from idempotency_keys t where t.body::text ~* any(${whole}::text[])`.execute(db)
}

/** Takes the person's values out of what was written to others: their messages stay, without the person in them. */
async function scrubOthers(db: Db, values: readonly string[]): Promise<void> {
  for (const value of values) {
    const whole = wholeValue(value)
    // In JSON text a value stands as it is but for quotes and backslashes.
    const inJson = wholeValue(JSON.stringify(value).slice(1, -1))
    const without = (column: string, of = whole) => sql`regexp_replace(${sql.ref(column)}::text, ${of}, '–', 'gi')`
    await sql`update outbox set subject = ${without('subject')}, body_text = ${without('body_text')},
        body_html = ${without('body_html')}, sealed = case when status = 'PENDING' then sealed end
      where subject ~* ${whole} or body_text ~* ${whole} or body_html ~* ${whole}`.execute(db)
    await sql`update notifications set template_values = ${without('template_values', inJson)}::jsonb
      where template_values::text ~* ${inJson}`.execute(db)
    await sql`update proposals set effect = ${without('effect', inJson)}::jsonb,
        changes = ${without('changes', inJson)}::jsonb, why = ${without('why')}
      where state <> 'OPEN' and (effect::text ~* ${inJson} or changes::text ~* ${inJson} or why ~* ${whole})`.execute(
      db,
    )
  }
}

/** What a search for a person looks for: addresses, numbers, and the name where nobody else bears it. */
export async function valuesOf(db: Db, of: Subject): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    with me as (select * from users where id = ${of.userId}::uuid)
    select distinct v as value from me cross join lateral (values (me.email), (me.work_email), (me.personal_email), (me.phone_number),
        (case when not exists (select from users o where o.id <> me.id and lower(o.first_name) = lower(me.first_name)
           and lower(o.last_name) = lower(me.last_name)) then me.first_name || ' ' || me.last_name end)) as found (v)
     where v is not null and v not like '%.invalid' and length(v) > 4
    union select unnest(${[...of.emails]}::text[])`.execute(db)
  return rows.map(({ value }) => value).filter((value) => !value.endsWith('.invalid') && !value.startsWith('–'))
}

interface Erased {
  readonly classes: ReadonlySet<ColumnClass>
  /** The person's values, taken out of what was written to others. */
  readonly values: readonly string[]
  /** What came to their addresses later is a new matter of theirs. */
  readonly before: Date
}

/**
 * Erases what nothing keeps of a person: their rows by the class of each column, their files, what was written to them, and
 * their values in what was written to others. The record stays: it holds ids.
 * @returns how many files went
 */
export async function erasePerson(
  db: Db,
  services: Services,
  of: Subject,
  { classes, values, before }: Erased,
): Promise<number> {
  // Whole tables are read for what names nobody by an id; a job waits for that longer than a call.
  await sql`set local statement_timeout = '15min'`.execute(db)
  const files = await eraseFiles(db, services, of, classes)
  if (classes.has('message')) await eraseMessages(db, of, before)
  if (classes.has('account') && of.userId) await eraseAccount(db, services, of.userId)
  await emptyColumns(db, of, classes)
  if (classes.has('account')) await scrubOthers(db, values)
  return files
}
