import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { markTaxTablesChanged } from './tables.ts'

/** The years in which leases ran. */
const leaseYears = sql<number>`(select generate_series(extract(year from min(start_day))::int, extract(year from max(end_day))::int)
  from leasing_agreements where start_day is not null)`

/**
 * Whether a table of a year is reckoned with: it is this year's, the nearest one before it where this year has none, or
 * that of an earlier year in which leases ran, whose payroll may still be corrected.
 */
export async function isYearInUse(db: Db, env: Env, table: { table: string }, year: number): Promise<boolean> {
  const thisYear = Number(helsinkiDay(env.now()).slice(0, 4))
  if (year > thisYear) return false
  const result = await sql<{ in_use: boolean }>`
    select ${year}::int = coalesce((select max(year) from ${sql.table(table.table)} where year <= ${thisYear}), ${thisYear})
        or ${year}::int in ${leaseYears} as in_use`.execute(db)
  return result.rows[0]!.in_use
}

/** A changed table is one that nobody has compared with its source. */
export async function forgetConfirmation(db: Db, register: string, years: readonly number[]): Promise<void> {
  await db
    .deleteFrom('tax_confirmations')
    .where('register', '=', register as never)
    .where('year', 'in', [...years])
    .execute()
}

/** Notes a change of tables that was made as a whole. */
export async function recordWhole(
  { db, env, user }: Pick<BaseContext, 'db' | 'env'> & { readonly user: SignedIn },
  register: string,
  year: number,
  data: Record<string, unknown>,
): Promise<void> {
  await markTaxTablesChanged(db, env)
  await forgetConfirmation(db, register, [year])
  const subject = { type: 'register', id: env.id() } as const
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', { subject, data: { register, year, ...data } })
}
