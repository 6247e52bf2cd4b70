import { sql } from 'kysely'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type TaxYearState, taxRegisterNames, type taxYears } from '../years-contract.ts'
import { proposeConfirmation, writeConfirmation } from './confirmation-proposal.ts'
import { copyYear, requireCopy } from './copy-year.ts'
import { importMunicipalities } from './import-municipalities.ts'
import { isYearInUse } from './record.ts'
import { taxYearRegister } from './registers.ts'
import { registerOf, registers } from './registers-of-year.ts'
import { proposeCopy } from './table-proposal.ts'

/** Whether a year is reckoned with in any of the four registers, or would be once it is there. */
async function isAnyInUse(db: Db, env: Env, year: number): Promise<boolean> {
  for (const register of registers) if (await isYearInUse(db, env, register, year)) return true
  return false
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

export const taxYearsHandlers: Handlers<typeof taxYears> = {
  async list(_request, { db, env }) {
    return { items: await listYears(db, env) }
  },

  async copy({ params, body }, context) {
    const { db, env, user } = context
    const copy = { from: body.from, year: params.year }
    if (await isAnyInUse(db, env, params.year)) {
      await requireCopy(db, copy)
      return new Answer(202, await proposeCopy(context, copy))
    }
    await copyYear({ db, env, actor: actorOf(user) }, copy)
    return new Answer(201, { items: await listYears(db, env) })
  },

  async importMunicipalities({ params, query, body }, context) {
    return importMunicipalities(context, params.year, body, query)
  },

  async confirm({ params, body }, context) {
    const { db, env, user } = context
    const before = await listYears(db, env)
    const of = before.find(({ year }) => year === params.year)
    const state = of?.registers.find((one) => one.register === body.register)
    if (!state || state.rows === 0) fail('NOT_FOUND')
    const confirmation = { register: body.register, year: params.year, source: body.source.trim() }
    if (await isYearInUse(db, env, registerOf(body.register), params.year))
      return new Answer(202, await proposeConfirmation(context, confirmation))
    await writeConfirmation({ db, env, actor: actorOf(user) }, confirmation, user.userId)
    return new Answer(200, { items: await listYears(db, env) })
  },
}
