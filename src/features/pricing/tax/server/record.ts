import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { TaxRegisterName } from '../years-contract.ts'
import { markTaxTablesChanged } from './tables.ts'

/** The years for which anybody reckons: this one, and those before it in which leases ran, whose payroll may still be corrected. */
const reckonedYears = (thisYear: number) => sql`
  (select ${thisYear}::int as year union
   select y from generate_series((select extract(year from min(start_day))::int from leasing_agreements),
     (select extract(year from max(end_day))::int from leasing_agreements)) y where y < ${thisYear})`

/**
 * Whether the rows of a year in one register are reckoned with, or would be once they are there. A year takes its own
 * row, else the latest one before it, else the earliest one after it; a municipality's row stands beside its own alone.
 * @param names the municipalities, where the register has a row for each
 */
export async function isYearInUse(
  db: Db,
  env: Env,
  { table }: { readonly table: string },
  year: number,
  names: readonly string[] | null = null,
): Promise<boolean> {
  const thisYear = Number(helsinkiDay(env.now()).slice(0, 4))
  const rows = names
    ? sql`select t.year from ${sql.table(table)} t where lower(municipality) = lower(trim(n.name))`
    : sql`select t.year from ${sql.table(table)} t`
  const among = names ? sql`unnest(${[...names]}::text[]) n(name)` : sql`(select 1) n`
  const result = await sql<{ in_use: boolean }>`
    select exists (
      select from ${reckonedYears(thisYear)} u cross join ${among}
       where case when ${year}::int <= u.year
         then not exists (select from (${rows}) r where r.year > ${year} and r.year <= u.year)
         else exists (select from (${rows}) r) and not exists (select from (${rows}) r where r.year < ${year}) end) as in_use`.execute(
    db,
  )
  return result.rows[0]!.in_use
}

/** A changed table is one that nobody has compared with its source. */
export async function forgetConfirmation(db: Db, register: TaxRegisterName, years: readonly number[]): Promise<void> {
  await db
    .deleteFrom('tax_confirmations')
    .where('register', '=', register)
    .where('year', 'in', [...years])
    .execute()
}

/** Notes a change of tables that was made as a whole. */
export async function recordWhole(
  { db, env, actor }: { readonly db: Db; readonly env: Env; readonly actor: Actor },
  register: TaxRegisterName,
  year: number,
  data: Record<string, unknown>,
): Promise<void> {
  await markTaxTablesChanged(db, env)
  await forgetConfirmation(db, register, [year])
  const subject = { type: 'register', id: env.id() } as const
  await logEvent(db, env, actor, 'REGISTER_CHANGED', { subject, data: { register, year, ...data } })
}
