import { type Selectable, sql } from 'kysely'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Day } from '#platform/values/days.ts'

export type LessorRow = Selectable<Tables['leasing_companies']>

export async function listLessors(db: Db, { activeOnly = false } = {}): Promise<LessorRow[]> {
  let query = db
    .selectFrom('leasing_companies')
    .selectAll()
    .orderBy('name')
    .limit(WHOLE_LIST_MAX + 1)
  if (activeOnly) query = query.where('active', '=', true)
  return query.execute()
}

export async function findLessor(db: Db, id: string): Promise<LessorRow | undefined> {
  return db.selectFrom('leasing_companies').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a lessor; also the lock under which its billing tables are changed. */
export async function lockLessor(db: Db, id: string): Promise<LessorRow | undefined> {
  return db.selectFrom('leasing_companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

const billingTables = (db: Db) =>
  db
    .selectFrom('billing_tables as b')
    .innerJoin('leasing_companies as l', 'l.id', 'b.leasing_company_id')
    .leftJoin('companies as c', 'c.id', 'b.company_id')
    .selectAll('b')
    .select(['l.name as lessor_name', 'c.name as company_name'])
    .where('b.deleted_at', 'is', null)

export async function listBillingTables(db: Db, of: { leasingCompanyId?: string; companyId?: string }) {
  let query = billingTables(db).orderBy('l.name').orderBy('b.valid_from', 'desc').orderBy('b.id').limit(WHOLE_LIST_MAX)
  if (of.leasingCompanyId) query = query.where('b.leasing_company_id', '=', of.leasingCompanyId)
  if (of.companyId) query = query.where('b.company_id', '=', of.companyId)
  return query.execute()
}

export async function findBillingTable(db: Db, id: string) {
  return billingTables(db).where('b.id', '=', id).executeTakeFirst()
}

export async function lockBillingTable(db: Db, id: string) {
  return db
    .selectFrom('billing_tables')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Tables of lessors that are valid on a day and meant for one of the companies or for all. */
export async function billingTablesOn(
  db: Db,
  leasingCompanyIds: readonly string[],
  { companyIds, day }: { companyIds: readonly string[]; day: Day },
) {
  return db
    .selectFrom('billing_tables')
    .selectAll()
    .where('leasing_company_id', 'in', leasingCompanyIds)
    .where('deleted_at', 'is', null)
    .where('valid_from', '<=', day)
    .where((or) => or.or([or('valid_to', 'is', null), or('valid_to', '>=', day)]))
    .where((or) =>
      or.or([or('company_id', 'is', null), or('company_id', '=', sql<string>`any(${[...companyIds]}::uuid[])`)]),
    )
    .execute()
}

interface Validity {
  leasing_company_id: string
  company_id: string | null
  valid_from: Day
  valid_to: Day | null
}

/** Another table for the same companies whose days overlap: then no price could be computed. */
export async function findOverlap(db: Db, table: Validity, exceptId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_tables')
    .select('id')
    .where('leasing_company_id', '=', table.leasing_company_id)
    .where(sql<boolean>`company_id is not distinct from ${table.company_id}::uuid`)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`daterange(valid_from, valid_to, '[]') && daterange(${table.valid_from}::date, ${table.valid_to}::date, '[]')`,
    )
    .executeTakeFirst()
  return row?.id
}

/** Whether an agreement that waits for signatures was made with the table. */
export async function isOutForSigning(db: Db, billingTableId: string): Promise<boolean> {
  const row = await db
    .selectFrom('leasing_agreements')
    .select('id')
    .where('billing_table_id', '=', billingTableId)
    .where('status', '=', 'PENDING')
    .where('void_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The company and its lessor of an employee inside the scope. */
export async function findEmployeeLessor(db: Db, scope: Scope, employeeId: string) {
  return db
    .selectFrom('beneficiary_employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id as company_id', 'c.leasing_company_id'])
    .where('e.id', '=', employeeId)
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
}

/** When a lessor's list or answers were last taken in. */
export async function findLastFetchTime(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('lessor_files')
    .select('created_at')
    .where('kind', 'in', ['LIST', 'ANSWERS'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at.toISOString() ?? null
}
