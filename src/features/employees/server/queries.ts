import { type RawBuilder, sql } from 'kysely'
import type { EmployeeStatus } from '#features/employment/rules.ts'
import type { TurnFacts } from '#features/orders/rules/turns.ts'
import type { OrderStatus } from '#features/orders/rules.ts'
import { type TurnDays, turnDays, turnFacts } from '#features/orders/server/queries.ts'
import { sellerName } from '#features/orders/server/seller.ts'
import type { BenefitModel } from '#features/tax/rules/benefit-models.ts'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { byKey, keptStatement } from '#platform/server/database/statements.ts'
import type { Day } from '#platform/values/days.ts'

/** A person's row with everything that its views show. */
export interface EmployeeRow {
  readonly id: string
  readonly company_id: string
  readonly company_name: string
  readonly company_email: string | null
  readonly company_max_price_cents: number
  readonly policy_max_price_cents: number | null
  readonly leasing_company_id: string | null
  readonly user_id: string
  readonly first_name: string
  readonly last_name: string
  readonly work_email: string
  readonly personal_email: string | null
  readonly phone_number: string | null
  readonly unit_id: string | null
  readonly unit_name: string | null
  readonly employee_number: string | null
  readonly cost_unit: string | null
  readonly pay_roll_other: string | null
  readonly last_working_day: Day
  readonly job_trial_period_end: Day | null
  readonly absence_from: Day | null
  readonly absence_to: Day | null
  readonly absence_reason: 'SICK_LEAVE' | 'PARENTAL_LEAVE' | 'OTHER' | null
  readonly absence_other: string | null
  readonly status: EmployeeStatus
  readonly reject_reason: string | null
  readonly employer_note: string | null
  readonly max_price_cents: number | null
  readonly benefit_model: BenefitModel | null
  readonly payment_status: string | null
  readonly added_by_employer: boolean
  readonly decided_at: Date | null
  readonly created_at: Date
  readonly version: number
}

/** One order of a person. */
export interface OrderRow {
  readonly order_id: string
  readonly order_number: string
  readonly order_status: OrderStatus
  readonly is_online_order: boolean
  readonly is_order_confirmed: boolean
  readonly bike_store_id: string | null
  readonly store_name: string | null
  readonly bike_store_order_number: string | null
  readonly order_paid_day: Day | null
  readonly resume_status: OrderStatus | null
  readonly total_price_cents: number | null
  readonly status_changed_at: Date
  readonly turn_facts: TurnFacts
  readonly order_created_at: Date
}

/** A person's row with their orders, newest first. */
export interface EmployeeWithOrders {
  readonly row: EmployeeRow
  readonly orders: readonly OrderRow[]
}

const ordersOfOne = (days: { readonly [K in keyof TurnDays]: RawBuilder<Day> }) => sql`
  select o.id as order_id, o.order_number, o.status as order_status, o.is_online_order, o.is_order_confirmed, o.bike_store_id,
         ${sellerName} as store_name, o.bike_store_order_number, o.order_paid_day, o.resume_status, o.total_price_cents, o.status_changed_at,
         o.created_at as order_created_at, ${turnFacts(days)} as turn_facts
    from orders o left join bike_stores s on s.id = o.bike_store_id where o.beneficiary_employee_id = e.id`

const rowsWithOrders = keptStatement<
  { ids: readonly string[] } & TurnDays,
  EmployeeRow & (OrderRow | { readonly order_id: null })
>(
  (value) => sql`
    select ${byKey} e.id, e.company_id, c.name as company_name, c.contact_email as company_email, c.max_price_cents as company_max_price_cents,
           p.max_price_cents as policy_max_price_cents, c.leasing_company_id, e.user_id, u.first_name, u.last_name, u.work_email,
           u.personal_email, u.phone_number, e.unit_id, n.name as unit_name, e.employee_number, e.cost_unit, e.pay_roll_other,
           e.last_working_day, e.job_trial_period_end, e.absence_from, e.absence_to, e.absence_reason, e.absence_other, e.status, e.reject_reason,
           e.employer_note, e.max_price_cents, e.benefit_model, e.payment_status, e.added_by_employer, e.decided_at, e.created_at, e.version,
           o.*
      from unnest(${value.ids}::uuid[]) with ordinality as chosen (id, place)
      join beneficiary_employees e on e.id = chosen.id
      join companies c on c.id = e.company_id
      join users u on u.id = e.user_id
      left join company_units n on n.id = e.unit_id
      left join lateral (select max_price_cents from bike_policies where company_id = c.id order by number desc limit 1) p on true
      left join lateral (${ordersOfOne(value)}) o on true
     order by chosen.place, o.order_created_at desc, o.order_id desc`,
)

/** The rows of already chosen ids with their orders, in the order of the ids; one statement. */
export async function employeesWithOrders(db: Db, ids: readonly string[], today: Day): Promise<EmployeeWithOrders[]> {
  if (ids.length === 0) return []
  const found = await rowsWithOrders(db, { ids, ...turnDays(today) })
  const people = Map.groupBy(found, ({ id }) => id)
  return [...people.values()].map((rows) => ({ row: rows[0]!, orders: rows.filter((row) => row.order_id !== null) }))
}

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
