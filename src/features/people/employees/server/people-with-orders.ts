import { type RawBuilder, sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { cancellationAsked } from '#features/orders/orders/server/moves/record.ts'
import { waitingFor, waitingSince } from '#features/orders/orders/server/queries.ts'
import { sellerName } from '#features/orders/orders/server/store/seller.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { Db } from '#platform/server/database/db.ts'
import { boundedCountOfAll, countOfFew } from '#platform/server/database/pages-of-rows.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { byKey, idsAsRows, keptStatement } from '#platform/server/database/statements.ts'
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
  readonly cancellation_asked: boolean
  readonly total_price_cents: number | null
  readonly waiting_since: Date
  readonly waiting_for: WaitedFor[]
  readonly order_created_at: Date
}

/** A person's row with their orders, newest first. */
export interface EmployeeWithOrders {
  readonly row: EmployeeRow
  readonly orders: readonly OrderRow[]
}

/** A person as a statement gives them: once for each of their orders. */
type ReadRow = EmployeeRow & (OrderRow | { readonly order_id: null })

/** A statement's people `e`, each with their company `c` and its newest policy `p`, and what it says beside them. */
interface Reading {
  readonly beside?: RawBuilder<unknown>
  readonly people: RawBuilder<unknown>
  readonly sorted: RawBuilder<unknown>
}

const newestPolicy = sql`left join lateral (select max_price_cents
        from bike_policies where company_id = c.id order by number desc limit 1) p on true`

/** People of any companies with theirs. */
const withCompanies = (people: RawBuilder<unknown>) =>
  sql`${people} join companies c on c.id = e.company_id ${newestPolicy}`

/** The people of one company, which is read once. */
const inCompany = (companyId: RawBuilder<unknown>, people: RawBuilder<unknown>) =>
  sql`(select * from companies where id = ${companyId}) c ${newestPolicy} join lateral ${people} on true`

const peopleWithOrders = <R extends ReadRow>({ beside = sql``, people, sorted }: Reading) => sql<R>`
    select ${byKey} ${beside} e.id, e.company_id, c.name as company_name, c.contact_email as company_email,
           c.max_price_cents as company_max_price_cents, p.max_price_cents as policy_max_price_cents, c.leasing_company_id, e.user_id,
           u.first_name, u.last_name, u.work_email, u.personal_email, u.phone_number, e.unit_id, n.name as unit_name, e.employee_number,
           e.cost_unit, e.pay_roll_other, e.last_working_day, e.job_trial_period_end, e.absence_from, e.absence_to, e.absence_reason,
           e.status, e.reject_reason, e.employer_note, e.max_price_cents, e.benefit_model, e.payment_status,
           e.added_by_employer, e.decided_at, e.created_at, e.version, o.*
      from ${people}
      join users u on u.id = e.user_id
      left join company_units n on n.id = e.unit_id
      left join lateral (
        select o.id as order_id, o.order_number, o.status as order_status, o.is_online_order, o.is_order_confirmed, o.bike_store_id,
               ${sellerName} as store_name, o.bike_store_order_number, o.order_paid_day, o.resume_status, ${cancellationAsked(sql.ref('o.id'))} as cancellation_asked, o.total_price_cents,
               ${waitingSince} as waiting_since, o.created_at as order_created_at, ${waitingFor} as waiting_for
          from orders o left join bike_stores s on s.id = o.bike_store_id where o.beneficiary_employee_id = e.id) o on true
     order by ${sorted}, o.order_created_at desc, o.order_id desc`

function byPerson<R extends ReadRow>(rows: readonly R[]): { row: R; orders: readonly OrderRow[] }[] {
  const people = Map.groupBy(rows, ({ id }) => id)
  return [...people.values()].map((of) => ({
    row: of[0]!,
    orders: of.filter((row): row is R & OrderRow => row.order_id !== null),
  }))
}

const chosenPeople = keptStatement<{ ids: readonly string[] }, ReadRow>((value) =>
  peopleWithOrders({
    people: withCompanies(
      sql`${idsAsRows(value.ids)} with ordinality as chosen (id, place) join beneficiary_employees e on e.id = chosen.id`,
    ),
    sorted: sql`chosen.place`,
  }),
)

/** The rows of already chosen ids with their orders, in the order of the ids; one statement. */
export async function employeesWithOrders(db: Db, ids: readonly string[]): Promise<EmployeeWithOrders[]> {
  return ids.length === 0 ? [] : byPerson(await chosenPeople(db, { ids }))
}

/** A list that narrows nothing, from its beginning. */
export interface WholeList {
  readonly companyId: string | undefined
  readonly direction: 'asc' | 'desc'
  readonly limit: number
}

/** The company that such a list is about, null for everybody; undefined where the scope is neither all nor one company. */
function reachOf(scope: Scope, companyId: string | undefined): string | null | undefined {
  if (scope.all) return companyId ?? null
  const [only, ...others] = scope.companyIds
  return others.length === 0 && !scope.ownerId && only === (companyId ?? only) ? only : undefined
}

type FirstRow = ReadRow & { readonly total: number }
type FirstValues = { readonly companyId: string | null }
type FirstPage = (db: Db, values: FirstValues) => Promise<FirstRow[]>

/** Everybody looks at these, and the index of their order gives them whatever the company: each text is made once. */
const firstPages = new Map<string, FirstPage>()

function firstPageStatement(isOfAll: boolean, { direction, limit }: WholeList): FirstPage {
  const order = sql.raw(`e.created_at ${direction}, e.id ${direction}`)
  return keptStatement<FirstValues, FirstRow>((value) => {
    const { companyId } = value
    const rows = sql`beneficiary_employees e where ${isOfAll ? sql`true` : sql`e.company_id = ${companyId}`}`
    const page = sql`(select e.* from ${rows} order by ${order} limit ${sql.lit(limit)}) e`
    const total = isOfAll ? boundedCountOfAll('beneficiary_employees') : countOfFew(rows)
    return peopleWithOrders({
      beside: sql`${total} as total,`,
      people: isOfAll ? withCompanies(page) : inCompany(companyId, page),
      sorted: order,
    })
  })
}

/**
 * The first page of a list that narrows nothing, with its orders and the bounded count of all; one statement.
 * @returns undefined where the scope is neither everybody nor one company
 */
export async function firstPageOfPeople(db: Db, scope: Scope, list: WholeList) {
  const companyId = reachOf(scope, list.companyId)
  if (companyId === undefined) return undefined
  const key = `${companyId === null} ${list.direction} ${list.limit}`
  const read = firstPages.get(key) ?? firstPageStatement(companyId === null, list)
  firstPages.set(key, read)
  const people = byPerson(await read(db, { companyId }))
  return { people, total: people[0]?.row.total ?? 0 }
}
