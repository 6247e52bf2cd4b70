import { sql } from 'kysely'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type TaxYearState, taxRegisterNames, type taxYears } from '../years-contract.ts'
import { importMunicipalities } from './import-municipalities.ts'
import { taxDb } from './queries.ts'
import { isYearInUse, recordWhole } from './record.ts'
import { deductionsRegister, municipalRegister, stateScaleRegister, taxYearRegister } from './registers.ts'
import { markTaxTablesChanged } from './tables.ts'

const registers = [taxYearRegister, stateScaleRegister, deductionsRegister, municipalRegister]

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

async function copyRegister(context: SignedInContext, name: (typeof registers)[number], from: number, year: number) {
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
