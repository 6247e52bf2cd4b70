import { requireCompany, requireLockedCompany } from '#features/people/companies/server/queries.ts'
import { AppError, type ErrorCode, fail } from '#platform/contract/errors.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { companyUnits } from '../contract.ts'
import { hasEmployees, listUnitsWithCounts, lockUnit, type UnitRow } from './queries.ts'

const unitOf = (row: UnitRow) => ({
  unitId: row.id,
  unitName: row.name,
  companyId: row.company_id,
  version: row.version,
})

const answer = <C extends string>(code: C, row: UnitRow) => ({ code, unit: { data: unitOf(row) } })

/** A company has one unit of a name, whatever its capitals. */
async function unlessTaken<R>(write: Promise<R>, code: ErrorCode, path: string): Promise<R> {
  return write.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new AppError(code, { fields: [{ path, code: 'NAME_EXISTS', message: 'is in use' }] })
  })
}

export const companyUnitsHandlers: Handlers<typeof companyUnits> = {
  async list({ query }, { db, scope }) {
    await requireCompany(db, scope, query.companyId)
    const rows = await listUnitsWithCounts(db, scope, query.companyId)
    return wholeListOf(
      rows.map((row) => ({ ...unitOf(row), employeeCount: row.employee_count ?? 0 })),
      rows.length,
    )
  },
  async create({ body }, { db, env, user, scope }) {
    const company = await requireLockedCompany(db, scope, body.companyId)
    if (!company.active) throw new AppError('FAILED_TO_ADD_UNIT_TO_COMPANY')
    const name = (typeof body.unit === 'string' ? body.unit : body.unit.unitName).trim()
    const insert = db
      .insertInto('company_units')
      .values({ id: env.id(), company_id: company.id, name, created_at: env.now() })
      .returningAll()
    const row = await unlessTaken(insert.executeTakeFirstOrThrow(), 'FAILED_TO_ADD_COMPANY_UNIT', 'unit')
    await logEvent(db, env, actorOf(user), 'COMPANY_UPDATED', {
      subject: { type: 'company', id: company.id },
      companyId: company.id,
      data: { unitId: row.id, change: 'unit-created' },
    })
    return new Answer(201, answer('COMPANY_UNIT_CREATED', row))
  },
  async rename({ params, body }, { db, env, user, scope }) {
    const before = (await lockUnit(db, scope, params.unitId)) ?? fail('NOT_FOUND')
    requireVersion(body.version, before.version, unitOf(before))
    const update = db
      .updateTable('company_units')
      .set({ name: body.unitName.trim(), version: before.version + 1 })
      .where('id', '=', before.id)
      .returningAll()
    const row = await unlessTaken(update.executeTakeFirstOrThrow(), 'FAILED_TO_UPDATE_COMPANY_UNIT', 'unitName')
    await logEvent(db, env, actorOf(user), 'COMPANY_UPDATED', {
      subject: { type: 'company', id: row.company_id },
      companyId: row.company_id,
      data: { unitId: row.id, change: 'unit-renamed' },
    })
    return answer('COMPANY_UNIT_UPDATED', row)
  },
  async remove({ params, query }, { db, env, user, scope }) {
    const before = (await lockUnit(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(query.version, before.version, unitOf(before))
    if (await hasEmployees(db, before))
      throw new AppError('FAILED_TO_DELETE_COMPANY_UNIT', { details: { reason: 'IN_USE' } })
    await db
      .updateTable('company_units')
      .set({ deleted_at: env.now(), version: before.version + 1 })
      .where('id', '=', before.id)
      .execute()
    await logEvent(db, env, actorOf(user), 'COMPANY_UPDATED', {
      subject: { type: 'company', id: before.company_id },
      companyId: before.company_id,
      data: { unitId: before.id, change: 'unit-deleted' },
    })
    return answer('COMPANY_UNIT_DELETED', before)
  },
}
