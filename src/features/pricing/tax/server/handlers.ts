import type { Contract } from '#platform/contract/contract.ts'
import { AppError, type FieldError, fail } from '#platform/contract/errors.ts'
import { searchText } from '#platform/contract/validation.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Context, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { formatEuros } from '#platform/values/money.ts'
import { type OnWire, type ProvinceTaxTable, wireName } from '../columns.ts'
import type { provinceTaxTable, stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '../contract.ts'
import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'
import type { TableProblem, TableProblemCode } from '../rules/validate-tables.ts'
import { answerOf, createRow, removeRow, updateRow, type Writing } from './changes.ts'
import { findRow, isLast, listRows, lockRow, type MunicipalSort } from './queries.ts'
import { isYearInUse } from './record.ts'
import {
  deductionsRegister,
  municipalRegister,
  stateScaleRegister,
  type TaxRegister,
  taxYearRegister,
} from './registers.ts'
import { registerOf } from './registers-of-year.ts'
import { isSame, isTaken, proposeRow } from './table-proposal.ts'

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

/** What has been typed, when it holds together. @throws TAX_TABLE_INVALID with the fields that contradict each other */
function checked<Row extends OfYear>(register: TaxRegister<Row>, body: OnWire<Row>) {
  const row = register.fromWire(body)
  const problems = register.problems(row)
  if (problems.length > 0) throw new AppError('TAX_TABLE_INVALID', { fields: problems.map(fieldErrorOf) })
  return register.toWire(row) as OnWire<Row> & OfYear
}

/** The specification's own sentence for a row that is not there, `Failed to update tax table with ID …`. */
function failMissing(doing: 'fetch' | 'update' | 'delete', register: string, id: string): never {
  return fail('NOT_FOUND', { body: { message: `Failed to ${doing} ${register.replaceAll('-', ' ')} with ID ${id}` } })
}

interface OfYear {
  readonly year: number
  readonly municipality?: string
}

/** Whether what is written changes a row that is reckoned with, so that a second person confirms it. */
async function isOfYearInUse(
  { db, env }: SignedInContext,
  register: Pick<TaxRegister<never>, 'table' | 'isByMunicipality'>,
  ...rows: readonly OfYear[]
) {
  for (const { year, municipality } of rows) {
    const names = register.isByMunicipality ? [municipality ?? ''] : null
    if (await isYearInUse(db, env, register, year, names)) return true
  }
  return false
}

const writingOf = ({ db, env, user }: SignedInContext): Writing => ({ db, env, actor: actorOf(user) })

/** The handlers of one register. Its contract is made from the same description, which is why the types meet here. */
function registerHandlers<C extends Contract, Row extends { readonly year: number }>(register: TaxRegister<Row>) {
  const { name, table } = register
  type Body = OnWire<Row> & OfYear & { version?: number }
  type Call = { params: Record<string, string>; query: Record<string, unknown>; body: Body }

  const anyRegister = registerOf(name)

  async function lockAtVersion({ db }: SignedInContext, doing: 'update' | 'delete', id: string, version?: number) {
    const row = (await lockRow(db, table, id)) ?? failMissing(doing, name, id)
    requireVersion(version, row.version, answerOf(register, row))
    return row
  }

  const handlers = {
    async list({ query }: Call, { db }: Context) {
      const { page = 1, limit = 20, year } = query as { page?: number; limit?: number; year?: number }
      const search = searchText(query.search as string | undefined)
      const sort = query.sort as MunicipalSort | undefined
      const { rows, total } = await listRows(db, register, { page, limit, year, search, sort })
      const items = rows.map((row) => answerOf(register, row))
      return pageOf(items, { page, limit, total })
    },
    async get({ params }: Call, { db }: Context) {
      return answerOf(register, (await findRow(db, table, params.id!)) ?? failMissing('fetch', name, params.id!))
    },
    async create({ body }: Call, context: SignedInContext) {
      const row = checked(register, body)
      if (!(await isOfYearInUse(context, register, row)))
        return new Answer(201, await createRow(writingOf(context), register, row))
      if (await isTaken(context.db, anyRegister, row)) fail('TAX_TABLE_EXISTS')
      return new Answer(202, await proposeRow(context, { register: anyRegister, stored: null, row }))
    },
    async update({ params, body }: Call, context: SignedInContext) {
      const stored = await lockAtVersion(context, 'update', params.id!, body.version)
      const row = checked(register, body)
      // What stands already needs neither a second person nor a new comparison with its source.
      if (isSame(anyRegister, stored, row)) return answerOf(register, stored)
      if (!(await isOfYearInUse(context, register, stored, row)))
        return updateRow(writingOf(context), register, stored, row)
      if (await isTaken(context.db, anyRegister, row, stored.id)) fail('TAX_TABLE_EXISTS')
      return new Answer(202, await proposeRow(context, { register: anyRegister, stored, row }))
    },
    async remove({ params, query }: Call, context: SignedInContext) {
      const stored = await lockAtVersion(context, 'delete', params.id!, query.version as number | undefined)
      const isInUse = await isOfYearInUse(context, register, stored)
      if (!isInUse) return removeRow(writingOf(context), register, stored)
      if (!register.isByMunicipality || (await isLast(context.db, table))) fail('IN_USE_NOT_ALLOWED')
      return new Answer(202, await proposeRow(context, { register: anyRegister, stored, row: null }))
    },
  }
  return handlers as Handlers<C>
}

export const provinceTaxTableHandlers = registerHandlers<typeof provinceTaxTable, ProvinceTaxTable>(municipalRegister)
export const taxTableHandlers = registerHandlers<typeof taxTable, TaxYear>(taxYearRegister)
export const stateIncomeTaxTableHandlers = registerHandlers<typeof stateIncomeTaxTable, StateScale>(stateScaleRegister)
export const taxpayerDeductionsTableHandlers = registerHandlers<typeof taxpayerDeductionsTable, TaxDeductions>(
  deductionsRegister,
)
