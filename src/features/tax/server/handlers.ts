import type { Contract } from '#platform/contract/contract.ts'
import { AppError, type FieldError, fail } from '#platform/contract/errors.ts'
import { searchText } from '#platform/contract/validation.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Context, type Handlers } from '#platform/server/http/context.ts'
import { formatEuros } from '#platform/values/money.ts'
import { type OnWire, type ProvinceTaxTable, wireName } from '../columns.ts'
import type { provinceTaxTable, stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '../contract.ts'
import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'
import type { TableProblem, TableProblemCode } from '../rules/validate-tables.ts'
import { findRow, hasRows, listRows, lockRow, taxDb } from './queries.ts'
import { forgetConfirmation, isYearInUse } from './record.ts'
import {
  deductionsRegister,
  municipalRegister,
  type StoredRow,
  stateScaleRegister,
  type TaxRegister,
  taxYearRegister,
} from './registers.ts'
import { markTaxTablesChanged } from './tables.ts'

type Writing = Pick<Context, 'db' | 'env'> & { readonly user: SignedIn }

const sentences: Record<TableProblemCode, string> = {
  NOT_A_YEAR: 'is not a year',
  NOT_AN_AMOUNT: 'is not an amount',
  NOT_A_RATE: 'is not a rate from 0 to 100 %',
  NOT_AN_AGE_RANGE: 'is not an age or a range of ages',
  NOT_A_FACTOR: 'is not a factor from 100 to 200 %',
  NAME_MISSING: 'is missing',
  SCALE_EMPTY: 'has no steps',
  SCALE_STARTS_ABOVE_ZERO: 'does not begin at zero',
  SCALE_NOT_ASCENDING: 'is not above the limit before it',
  SCALE_RATE_FALLS: 'is below the rate before it',
  SCALE_TAX_NOT_CUMULATIVE: 'is not what the steps below add up to',
  LIMITS_REVERSED: 'is on the wrong side of the limit that it belongs to',
  REDUCTIONS_OVERLAP: 'begins before the one before it ends',
}

function fieldErrorOf({ path, code, values }: TableProblem): FieldError {
  const expected = values.expectedCents === undefined ? '' : `, ${formatEuros(values.expectedCents, 'en')}`
  return { path: path.split('.').map(wireName).join('.'), code, message: sentences[code] + expected }
}

function answerOf<Row extends { readonly year: number }>(register: TaxRegister<Row>, stored: StoredRow) {
  const row = register.toWire(register.rowOf(stored as never))
  return { [register.idName]: stored.id, ...(row as object), version: stored.version }
}

/** The columns of a body. @throws TAX_TABLE_INVALID with the fields that contradict each other */
function columnsOf<Row extends { readonly year: number }>(register: TaxRegister<Row>, body: OnWire<Row>) {
  const row = register.fromWire(body)
  const problems = register.problems(row)
  if (problems.length > 0) throw new AppError('TAX_TABLE_INVALID', { fields: problems.map(fieldErrorOf) })
  return register.columnsOf(row)
}

/** Two tables of one year, or two rows of one municipality, cannot stand beside each other. */
async function unlessTaken<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('TAX_TABLE_EXISTS') : error
  })
}

interface Change {
  readonly change: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

async function recordChange({ db, env, user }: Writing, register: string, id: string, data: Change) {
  await markTaxTablesChanged(db, env)
  const years = [data.before?.year, data.after?.year].filter((year) => typeof year === 'number')
  await forgetConfirmation(db, register, years)
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id },
    data: { register, ...data },
  })
}

/** The specification's own sentence for a row that is not there, `Failed to update tax table with ID …`. */
function failMissing(doing: 'fetch' | 'update' | 'delete', register: string, id: string): never {
  return fail('NOT_FOUND', { body: { message: `Failed to ${doing} ${register.replaceAll('-', ' ')} with ID ${id}` } })
}

type InTable = Pick<TaxRegister<{ readonly year: number }>, 'table'>

/** Stores a new row. @throws TAX_TABLE_EXISTS */
async function insertRow({ db, env }: Writing, { table }: InTable, columns: object): Promise<StoredRow> {
  const values = { ...columns, id: env.id(), created_at: env.now() } as never
  return unlessTaken(taxDb(db).insertInto(table).values(values).returningAll().executeTakeFirstOrThrow())
}

async function updateRow({ db }: Writing, { table }: InTable, stored: StoredRow, columns: object): Promise<StoredRow> {
  const changes = { ...columns, version: stored.version + 1 } as never
  return unlessTaken(
    taxDb(db).updateTable(table).set(changes).where('id', '=', stored.id).returningAll().executeTakeFirstOrThrow(),
  )
}

/** The handlers of one register. Its contract is made from the same description, which is why the types meet here. */
function registerHandlers<C extends Contract, Row extends { readonly year: number }>(register: TaxRegister<Row>) {
  const { name, table, idName } = register
  type Body = OnWire<Row> & { version?: number }
  type Call = { params: Record<string, string>; query: Record<string, unknown>; body: Body }

  async function lockAtVersion({ db }: Writing, doing: 'update' | 'delete', id: string, version: number | undefined) {
    const row = (await lockRow(db, table, id)) ?? failMissing(doing, name, id)
    const before = answerOf(register, row)
    requireVersion(version, row.version, before)
    return { row, before }
  }

  const handlers = {
    async list({ query }: Call, { db }: Context) {
      const { page = 1, limit = 20, year } = query as { page?: number; limit?: number; year?: number }
      const search = searchText(query.search as string | undefined)
      const { rows, total } = await listRows(db, register, { page, limit, year, search })
      const items = rows.map((row) => answerOf(register, row))
      return pageOf(items, { page, limit, total })
    },
    async get({ params }: Call, { db }: Context) {
      return answerOf(register, (await findRow(db, table, params.id!)) ?? failMissing('fetch', name, params.id!))
    },
    async create({ body }: Call, context: Writing) {
      const row = await insertRow(context, register, columnsOf(register, body))
      const after = answerOf(register, row)
      await recordChange(context, name, row.id, { change: 'created', after })
      return new Answer(201, after)
    },
    async update({ params, body }: Call, context: Writing) {
      const { row: stored, before } = await lockAtVersion(context, 'update', params.id!, body.version)
      const row = await updateRow(context, register, stored, columnsOf(register, body))
      const after = answerOf(register, row)
      await recordChange(context, name, stored.id, { change: 'updated', before, after })
      return after
    },
    async remove({ params, query }: Call, context: Writing) {
      const version = query.version as number | undefined
      const { row, before } = await lockAtVersion(context, 'delete', params.id!, version)
      const isOfYear = !register.isByMunicipality
      if (isOfYear && (await isYearInUse(context.db, context.env, register, row.year))) fail('IN_USE_NOT_ALLOWED')
      await taxDb(context.db).deleteFrom(table).where('id', '=', row.id).execute()
      // The new mark makes writers wait for each other, so that two who remove the last two rows see each other.
      await recordChange(context, name, row.id, { change: 'deleted', before })
      if (!(await hasRows(context.db, table))) fail('IN_USE_NOT_ALLOWED')
      return { [idName]: row.id }
    },
  }
  return handlers as unknown as Handlers<C>
}

export const provinceTaxTableHandlers = registerHandlers<typeof provinceTaxTable, ProvinceTaxTable>(municipalRegister)
export const taxTableHandlers = registerHandlers<typeof taxTable, TaxYear>(taxYearRegister)
export const stateIncomeTaxTableHandlers = registerHandlers<typeof stateIncomeTaxTable, StateScale>(stateScaleRegister)
export const taxpayerDeductionsTableHandlers = registerHandlers<typeof taxpayerDeductionsTable, TaxDeductions>(
  deductionsRegister,
)
