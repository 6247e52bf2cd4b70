import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'

/** The id of a row inside the scope; own rows are inside where the permission reaches them. */
export async function findEmployeeId(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('beneficiary_employees as e')
    .select('e.id')
    .where('e.id', '=', id)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
  return row?.id
}

/** Why a person is absent, inside the scope of who may read that. */
export async function findAbsence(db: Db, scope: Scope, id: string) {
  return db
    .selectFrom('beneficiary_employees as e')
    .select(['e.id', 'e.company_id', 'e.user_id', 'e.absence_reason', 'e.absence_other'])
    .where('e.id', '=', id)
    .where(within(scope, { company: 'e.company_id', owner: 'e.user_id' }))
    .executeTakeFirst()
}

/** Takes a person's row inside the scope of an employer's act, before the rules look at it. */
export async function lockEmployee(db: Db, scope: Scope, id: string) {
  return db
    .selectFrom('beneficiary_employees as e')
    .selectAll('e')
    .where('e.id', '=', id)
    .where(within(scope, { company: 'e.company_id' }))
    .forUpdate()
    .executeTakeFirst()
}

/** A company that takes people, inside the scope. */
export async function findCompany(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('companies as c')
    .select(['c.id', 'c.name', 'c.language', 'c.max_price_cents', 'c.group_company_id', 'c.active'])
    .where('c.id', '=', companyId)
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
    .executeTakeFirst()
}

export async function isUnitOf(db: Db, companyId: string, unitId: string): Promise<boolean> {
  const row = await db
    .selectFrom('company_units')
    .select('id')
    .where('id', '=', unitId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What the tabs of the employer's page say about a company, or about all companies of the scope. */
export async function overviewOf(db: Db, scope: Scope, companyId: string | undefined) {
  if (scope.all && !companyId) return overviewOfAll(db)
  const result = await sql<OverviewRow>`
    with people as materialized (
      select e.status, e.created_at, e.cost_unit, e.pay_roll_other from beneficiary_employees e
       where ${within(scope, { company: 'e.company_id' })} ${companyId ? sql`and e.company_id = ${companyId}` : sql``})
    select count(*) filter (where status = 'PENDING')::int as pending, count(*) filter (where status <> 'PENDING')::int as decided,
           min(created_at) filter (where status = 'PENDING') as oldest,
           ${valuesOf('cost_unit', sql`select distinct cost_unit as value from people where cost_unit is not null`)} as "costUnits",
           ${valuesOf('pay_roll_other', sql`select distinct pay_roll_other as value from people where pay_roll_other is not null`)} as "payRollOthers"
      from people`.execute(db)
  return result.rows[0]!
}

interface OverviewRow {
  pending: number
  decided: number
  oldest: Date | null
  costUnits: string[]
  payRollOthers: string[]
}

/** Over all companies the counts stop where lists stop counting, and each value is one step in its index. */
async function overviewOfAll(db: Db): Promise<OverviewRow> {
  const bounded = (condition: RawBuilder<boolean>) =>
    sql`(select count(*)::int from (select 1 from beneficiary_employees where ${condition} limit ${COUNT_MAX}) counted)`
  const result = await sql<OverviewRow>`
    select ${bounded(sql`status = 'PENDING'`)} as pending, ${bounded(sql`status in ('ACCEPTED', 'REJECTED')`)} as decided,
           (select created_at from beneficiary_employees where status = 'PENDING' order by created_at, id limit 1) as oldest,
           ${valuesOf('cost_unit', stepping('cost_unit'))} as "costUnits", ${valuesOf('pay_roll_other', stepping('pay_roll_other'))} as "payRollOthers"`.execute(
    db,
  )
  return result.rows[0]!
}

const VALUES_MAX = 500
type ValueColumn = 'cost_unit' | 'pay_roll_other'

const valuesOf = (column: ValueColumn, values: RawBuilder<unknown>) =>
  sql`array(select value from (${values}) ${sql.ref(column)} where value is not null order by value limit ${VALUES_MAX})`

/** The values of a column one after the other, each found by its index alone. */
function stepping(column: ValueColumn): RawBuilder<unknown> {
  const at = sql.ref(column)
  return sql`
    with recursive step as (
      (select ${at} as value from beneficiary_employees where ${at} is not null order by ${at} limit 1)
      union all
      select (select ${at} from beneficiary_employees where ${at} > step.value order by ${at} limit 1) from step where step.value is not null)
    select value from step limit ${VALUES_MAX + 1}`
}
