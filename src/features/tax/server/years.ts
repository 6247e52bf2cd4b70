import { sql } from 'kysely'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { Answer, type BaseContext, type Handlers } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type TaxYearState, taxRegisterNames, type taxYears } from '../years-contract.ts'
import { importMunicipalities } from './import-municipalities.ts'
import { taxDb } from './queries.ts'
import { deductionsRegister, municipalRegister, stateScaleRegister, taxYearRegister } from './registers.ts'
import { markTaxTablesChanged } from './tables.ts'

type Writing = BaseContext & { readonly user: SignedIn }

const registers = [taxYearRegister, stateScaleRegister, deductionsRegister, municipalRegister]

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

async function listYears(db: Db, env: Env): Promise<TaxYearState[]> {
  const counts = registers.map(
    ({ name, table }) =>
      sql`select ${name}::text as register, year, count(*)::int as rows from ${sql.table(table)} group by year`,
  )
  const found = await sql<{
    register: TaxYearState['registers'][number]['register']
    year: number
    rows: number
    source: string | null
    at: Date | null
  }>`
    select t.*, c.source, c.confirmed_at as at from (${sql.join(counts, sql` union all `)}) t
      left join tax_confirmations c on c.register = t.register and c.year = t.year`.execute(db)
  const years = [...new Set(found.rows.map(({ year }) => year))].sort((left, right) => right - left)
  const states: TaxYearState[] = []
  for (const year of years) {
    const rows = found.rows.filter((row) => row.year === year)
    states.push({
      year,
      registers: taxRegisterNames.map((register) => {
        const row = rows.find((one) => one.register === register)
        const confirmed = row?.source && row.at ? { source: row.source, at: row.at.toISOString() } : null
        return { register, rows: row?.rows ?? 0, confirmed }
      }),
      inUse: await isYearInUse(db, env, taxYearRegister, year),
    })
  }
  return states
}

/** Notes a change of tables that was made as a whole. */
export async function recordWhole(
  { db, env, user }: Pick<Writing, 'db' | 'env' | 'user'>,
  register: string,
  year: number,
  data: Record<string, unknown>,
): Promise<void> {
  await markTaxTablesChanged(db, env)
  await forgetConfirmation(db, register, [year])
  const subject = { type: 'register', id: env.id() } as const
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', { subject, data: { register, year, ...data } })
}

async function copyRegister(context: Writing, name: (typeof registers)[number], from: number, year: number) {
  const { db, env } = context
  const rows = await taxDb(db).selectFrom(name.table).selectAll().where('year', '=', from).execute()
  if (rows.length === 0) return
  const values = rows.map((row) => {
    const columns = name.columnsOf({ ...(name.rowOf(row as never) as object), year } as never)
    return { ...columns, id: env.id(), created_at: env.now() }
  })
  await taxDb(db)
    .insertInto(name.table)
    .values(values as never)
    .execute()
  await recordWhole(context, name.name, year, { change: 'copied', from, rows: rows.length })
}

export const taxYearsHandlers: Handlers<typeof taxYears> = {
  async list(_request, { db, env }) {
    return { items: await listYears(db, env) }
  },

  async copy({ params, body }, context) {
    const { db, env } = context
    // The mark makes two who copy into the same year wait for each other.
    await markTaxTablesChanged(db, env)
    const before = await listYears(db, env)
    if (!before.some(({ year }) => year === body.from)) fail('NOT_FOUND')
    if (before.some(({ year }) => year === params.year)) throw new AppError('TAX_TABLE_EXISTS')
    for (const register of registers) await copyRegister(context, register, body.from, params.year)
    return new Answer(201, { items: await listYears(db, env) })
  },

  async importMunicipalities({ params, query, body }, context) {
    return importMunicipalities(context, params.year, body, query.dryRun ?? false)
  },

  async confirm({ params, body }, { db, env, user }) {
    const before = await listYears(db, env)
    const state = before
      .find(({ year }) => year === params.year)
      ?.registers.find((one) => one.register === body.register)
    if (!state || state.rows === 0) fail('NOT_FOUND')
    const noted = { source: body.source.trim(), confirmed_by: user.userId, confirmed_at: env.now() }
    await db
      .insertInto('tax_confirmations')
      .values({ register: body.register, year: params.year, ...noted })
      .onConflict((conflict) => conflict.columns(['register', 'year']).doUpdateSet(noted))
      .execute()
    const subject = { type: 'register', id: env.id() } as const
    const data = { register: body.register, year: params.year, change: 'confirmed' }
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', { subject, data })
    return { items: await listYears(db, env) }
  },
}
