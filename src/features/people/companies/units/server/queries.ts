import { type Selectable, sql } from 'kysely'
import { requireLockedCompany } from '#features/people/companies/server/queries.ts'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'

export type UnitRow = Selectable<Tables['company_units']>

export async function listUnitsWithCounts(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('company_units as n')
    .selectAll('n')
    .select((of) =>
      of
        .selectFrom('beneficiary_employees as e')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('e.unit_id', '=', 'n.id')
        .whereRef('e.company_id', '=', 'n.company_id')
        .as('employee_count'),
    )
    .where('n.company_id', '=', companyId)
    .where('n.deleted_at', 'is', null)
    .where(within(scope, { company: 'n.company_id' }))
    .orderBy('n.name')
    .orderBy('n.id')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
}

/** Holds a unit behind its company, as whoever adds one does: two who give one name wait for each other in one order. */
export async function lockUnit(db: Db, scope: Scope, id: string): Promise<UnitRow | undefined> {
  const unit = () =>
    db
      .selectFrom('company_units as n')
      .where('n.id', '=', id)
      .where('n.deleted_at', 'is', null)
      .where(within(scope, { company: 'n.company_id' }))
  const found = await unit().select('n.company_id').executeTakeFirst()
  if (!found) return undefined
  await requireLockedCompany(db, scope, found.company_id)
  return unit().selectAll('n').forUpdate().executeTakeFirst()
}

export async function hasEmployees(db: Db, unit: UnitRow): Promise<boolean> {
  const row = await db
    .selectFrom('beneficiary_employees')
    .select('id')
    .where('company_id', '=', unit.company_id)
    .where('unit_id', '=', unit.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
