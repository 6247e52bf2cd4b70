import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import type { OnWire } from '../columns.ts'
import type { TaxRegisterName } from '../years-contract.ts'
import { hasRows, taxDb } from './queries.ts'
import { forgetConfirmation } from './record.ts'
import type { StoredRow, TaxRegister } from './registers.ts'
import { markTaxTablesChanged } from './tables.ts'

/** Who writes a tax table: its caller at once, or whoever has confirmed what was proposed. */
export interface Writing {
  readonly db: Db
  readonly env: Env
  readonly actor: Actor
}

type AnyRow = { readonly year: number }

/** A stored row as its register answers it. */
export function answerOf<Row extends AnyRow>(register: TaxRegister<Row>, stored: StoredRow) {
  const row = register.toWire(register.rowOf(stored))
  return { [register.idName]: stored.id, ...(row as object), version: stored.version }
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

async function recordChange({ db, env, actor }: Writing, register: TaxRegisterName, id: string, data: Change) {
  await markTaxTablesChanged(db, env)
  const years = [data.before?.year, data.after?.year].filter((year) => typeof year === 'number')
  await forgetConfirmation(db, register, years)
  await logEvent(db, env, actor, 'REGISTER_CHANGED', { subject: { type: 'register', id }, data: { register, ...data } })
}

const columnsOf = <Row extends AnyRow>(register: TaxRegister<Row>, body: OnWire<Row>) =>
  register.columnsOf(register.fromWire(body))

/** Stores a new row that has been checked. @throws TAX_TABLE_EXISTS */
export async function createRow<Row extends AnyRow>(writing: Writing, register: TaxRegister<Row>, body: OnWire<Row>) {
  const { db, env } = writing
  const values = { ...columnsOf(register, body), id: env.id(), created_at: env.now() }
  const write = taxDb(db).insertInto(register.table).values(values).returningAll().executeTakeFirstOrThrow()
  const row = await unlessTaken(write)
  const after = answerOf(register, row)
  await recordChange(writing, register.name, row.id, { change: 'created', after })
  return after
}

/** Changes a locked row into one that has been checked. @throws TAX_TABLE_EXISTS */
export async function updateRow<Row extends AnyRow>(
  writing: Writing,
  register: TaxRegister<Row>,
  stored: StoredRow,
  body: OnWire<Row>,
) {
  const changes = { ...columnsOf(register, body), version: stored.version + 1 }
  const write = taxDb(writing.db).updateTable(register.table).set(changes).where('id', '=', stored.id).returningAll()
  const row = await unlessTaken(write.executeTakeFirstOrThrow())
  const [before, after] = [answerOf(register, stored), answerOf(register, row)]
  await recordChange(writing, register.name, stored.id, { change: 'updated', before, after })
  return after
}

/** Removes a locked row. @throws IN_USE_NOT_ALLOWED for the last row of a register */
export async function removeRow<Row extends AnyRow>(writing: Writing, register: TaxRegister<Row>, stored: StoredRow) {
  const { db } = writing
  await taxDb(db).deleteFrom(register.table).where('id', '=', stored.id).execute()
  // The new mark makes writers wait for each other, so that two who remove the last two rows see each other.
  const before = answerOf(register, stored)
  await recordChange(writing, register.name, stored.id, { change: 'deleted', before })
  if (!(await hasRows(db, register.table))) fail('IN_USE_NOT_ALLOWED')
  return { [register.idName]: stored.id }
}
