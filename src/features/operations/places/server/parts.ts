import { type RawBuilder, sql } from 'kysely'
import { toldStatus } from '#features/ground/outbox/server/told-status.ts'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import { openMonths } from '#features/payroll/reporting/server/open-months.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { LINES_MAX, type PlaceKind, type PlacePart } from '../parts.ts'

/** Whose rows are asked for. */
export type Place =
  | { readonly userId: string }
  | { readonly companyId: string }
  | { readonly bikeStoreId: string; readonly email: string }
  | { readonly leasingCompanyId: string; readonly email: string | null }

export function kindOf(place: Place): PlaceKind {
  if ('userId' in place) return 'person'
  if ('companyId' in place) return 'company'
  return 'bikeStoreId' in place ? 'store' : 'lessor'
}

export interface LineRow {
  readonly part: PlacePart
  readonly id: string
  readonly title: string
  readonly detail: string | null
  readonly state: string | null
  readonly day: Day | null
  readonly until: Day | null
  readonly cents: number | null
  readonly openCents: number | null
  readonly orderId: string | null
}

/** The columns of a line, of which a register that has nothing to say says null. */
interface Columns {
  readonly id: RawBuilder<unknown>
  readonly title: RawBuilder<unknown>
  readonly detail?: RawBuilder<unknown>
  readonly state?: RawBuilder<unknown>
  readonly day?: RawBuilder<unknown>
  readonly until?: RawBuilder<unknown>
  readonly cents?: RawBuilder<unknown>
  readonly openCents?: RawBuilder<unknown>
  readonly orderId?: RawBuilder<unknown>
  /** The rows, and what the newest is told by. */
  readonly from: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  /** Where what is due first stands before the rest. */
  readonly isByDueDay?: true
}

const nothing = sql`null`
const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Europe/Helsinki')::date`
const bike = sql`nullif(concat_ws(' ', o.bike_brand, o.bike_model), '')`
const nameOfUser = sql`concat_ws(' ', u.last_name, u.first_name)`

/** The columns of a row that say whose it is. */
interface Owner {
  readonly employee: RawBuilder<unknown>
  readonly company: RawBuilder<unknown>
  readonly store?: RawBuilder<unknown>
}

/** Which rows are the place's: a person's are found by each of their employments. */
function isOf(place: Place, { employee, company, store }: Owner): RawBuilder<boolean> {
  if ('userId' in place)
    return sql`${employee} = any(array(select own.id from beneficiary_employees own where own.user_id = ${place.userId}))`
  if ('companyId' in place) return sql`${company} = ${place.companyId}`
  return 'bikeStoreId' in place && store ? sql`${store} = ${place.bikeStoreId}` : sql`false`
}

const ofRow = (place: Place, store?: RawBuilder<unknown>) =>
  isOf(place, { employee: sql`x.beneficiary_employee_id`, company: sql`x.company_id`, ...(store && { store }) })

/** In a person's place a row's own detail suffices, in the others it is somebody's. */
const withName = (place: Place, detail: RawBuilder<unknown>) =>
  'userId' in place
    ? detail
    : sql`concat_ws(', ', (select ${nameOfUser} from beneficiary_employees e join users u on u.id = e.user_id where e.id = x.beneficiary_employee_id), ${detail})`

const lockedMonths = (place: Place): Columns => ({
  id: sql`m.month || ' ' || m.company_id`,
  title: sql`m.month`,
  state: sql`'LOCKED'`,
  day: dayOf(sql`max(m.locked_at)`),
  cents: sql`sum((x.facts->>'instalmentCents')::bigint)`,
  from: sql`payroll_rows x join payroll_months m on m.id = x.payroll_month_id join leasing_agreements a on a.id = x.agreement_id
    where ${isOf(place, { employee: sql`a.beneficiary_employee_id`, company: sql`a.company_id` })} and x.corrects_month is null group by m.month, m.company_id`,
  at: sql`to_date(m.month, 'YYYY-MM')`,
})

/** The months of a company: what is over and waits for its lock, and what is locked. */
const monthsOfCompany = (companyId: string, today: Day): Columns => ({
  id: sql`x.month`,
  title: sql`x.month`,
  state: sql`x.state`,
  day: sql`x.day`,
  from: sql`(select o.month, 'OPEN' as state, o.due as day from companies c cross join ${openMonths(today)} where c.id = ${companyId}
    union all select m.month, 'LOCKED', ${dayOf(sql`m.locked_at`)} from payroll_months m where m.company_id = ${companyId}) x`,
  at: sql`to_date(x.month, 'YYYY-MM')`,
})

/** A person's and a company's mails say whose they are; those to a store or a lessor are known by where they went. */
function isMailOf(place: Place): RawBuilder<boolean> {
  if ('userId' in place) return sql`x.user_id = ${place.userId}`
  return 'companyId' in place ? sql`x.company_id = ${place.companyId}` : sql`x.recipient = ${place.email}`
}

const stages = sql.join(['RECEIVED', ...owedStages].map((stage) => sql.lit(stage)))

/** Which bills `x` are open between the service and a store or a lessor, and which way their money goes. */
export const isOpenWith = (place: Place) =>
  sql<boolean>`${
    'bikeStoreId' in place
      ? sql`x.bike_store_id = ${place.bikeStoreId} and x.party = 'STORE'`
      : 'leasingCompanyId' in place
        ? sql`x.leasing_company_id = ${place.leasingCompanyId} and x.party = 'LESSOR'`
        : sql`false`
  } and x.open_cents <> 0 and x.stage in (${stages})`

/** Whether the service pays what is open of a bill `x`: a purchase, or a sale that was paid too much. */
export const isPaidByService = sql<boolean>`(x.direction = 'PURCHASE') = (x.open_cents > 0)`

const openBills = (place: Place, isOfWay: RawBuilder<boolean>): Columns => ({
  id: sql`x.id`,
  title: sql`coalesce(x.number, x.reference_number, '–')`,
  detail: sql`(select o.order_number from orders o where o.id = x.order_id)`,
  state: sql`case when x.disputed_at is not null then 'DISPUTED' else x.status end`,
  day: sql`x.due_day`,
  cents: sql`x.total_cents`,
  openCents: sql`abs(x.open_cents)`,
  orderId: sql`x.order_id`,
  from: sql`invoices x where ${isOpenWith(place)} and ${isOfWay}`,
  at: sql`x.due_day`,
  isByDueDay: true,
})

/** What a lessor is asked and has not answered: turns of cases, differences that it was told, news of ours. */
const answersOf = (lessorId: string): Columns => ({
  id: sql`x.id`,
  title: sql`x.title`,
  state: sql`x.question`,
  day: sql`x.since`,
  until: sql`x.due`,
  orderId: sql`x.order_id`,
  from: sql`(
    select t.id, a.agreement_number as title, case t.action when 'consent' then 'CONSENT' else 'INVOICE' end as question,
           ${dayOf(sql`t.since`)} as since, t.due_day as due, a.order_id
      from open_turns t
      left join order_cancellations c on t.process = 'order-cancellation' and c.id = t.subject_id
      left join orders o on o.id = c.order_id
      left join redemptions r on t.process = 'redemption' and r.id = t.subject_id
      join leasing_agreements a on a.id = coalesce(r.agreement_id, o.agreement_id)
     where t.process in ('order-cancellation', 'redemption') and t.action in ('consent', 'invoice') and t.awaited = 'LESSOR'
       and a.leasing_company_id = ${lessorId}
    union all
    select d.id, d.agreement_number, 'DIFFERENCE', ${dayOf(sql`d.told_at`)}, null, null
      from lessor_differences d where d.leasing_company_id = ${lessorId} and d.state = 'TOLD' and d.answered_at is null
    union all
    select f.id, f.name, 'NEWS', ${dayOf(sql`f.created_at`)}, null, null
      from lessor_files f where f.leasing_company_id = ${lessorId} and f.kind = 'NEWS'
       and exists (select from lessor_news n where n.lessor_file_id = f.id and n.answer is null)) x`,
  at: sql`coalesce(x.due, x.since)`,
  isByDueDay: true,
})

const filesOf = (lessorId: string): Columns => ({
  id: sql`x.id`,
  title: sql`x.name`,
  detail: sql`x.row_count`,
  state: sql`x.kind`,
  day: dayOf(sql`x.created_at`),
  from: sql`lessor_files x where x.leasing_company_id = ${lessorId}`,
  at: sql`x.created_at`,
})

const lessorOf = (place: Place) => ('leasingCompanyId' in place ? place.leasingCompanyId : '')

const registers: Readonly<Record<PlacePart, (place: Place, today: Day) => Columns>> = {
  LEASES: (place) => ({
    id: sql`x.id`,
    title: sql`coalesce(${bike}, x.agreement_number)`,
    detail: withName(place, sql`x.agreement_number`),
    state: sql`case when x.status = 'SIGNED' then x.lease_state else coalesce(x.status, 'NONE') end`,
    day: sql`x.start_day`,
    until: sql`coalesce(x.ended_day, x.ends_on, x.end_day)`,
    cents: sql`x.instalment_cents`,
    orderId: sql`x.order_id`,
    from: sql`leasing_agreements x left join orders o on o.id = x.order_id where ${
      'leasingCompanyId' in place
        ? sql`x.leasing_company_id = ${place.leasingCompanyId} and x.lease_state = 'ACTIVE'`
        : sql`${ofRow(place)} and x.void_at is null`
    }`,
    at: 'leasingCompanyId' in place ? sql`x.start_day` : sql`x.created_at`,
  }),
  ORDERS: (place) => ({
    id: sql`x.id`,
    title: sql`x.order_number`,
    detail: withName(place, sql`nullif(concat_ws(' ', x.bike_brand, x.bike_model), '')`),
    state: sql`x.status`,
    day: dayOf(sql`x.created_at`),
    cents: sql`x.total_price_cents`,
    orderId: sql`x.id`,
    from: sql`orders x where ${ofRow(place)}`,
    at: sql`x.created_at`,
  }),
  PEOPLE: (place) => ({
    id: sql`x.user_id`,
    title: nameOfUser,
    detail: sql`(select n.name from company_units n where n.id = x.unit_id)`,
    state: sql`x.status`,
    day: dayOf(sql`x.created_at`),
    from: sql`beneficiary_employees x join users u on u.id = x.user_id where ${isOf(place, { employee: sql`x.id`, company: sql`x.company_id` })}`,
    at: sql`x.created_at`,
  }),
  MONTHS: (place, today) => ('companyId' in place ? monthsOfCompany(place.companyId, today) : lockedMonths(place)),
  BILLS: (place) => ({
    id: sql`x.id`,
    title: sql`coalesce(x.number, x.reference_number, '–')`,
    detail: sql`x.purpose`,
    state: sql`x.status`,
    day: sql`x.due_day`,
    cents: sql`x.total_cents`,
    openCents: sql`case when x.stage = 'SENT' then x.open_cents else 0 end`,
    orderId: sql`x.order_id`,
    from: sql`invoices x where ${ofRow(place)} and x.direction = 'SALES' and x.party = ${'userId' in place ? 'PERSON' : 'EMPLOYER'} and x.stage not in ('DELETED', 'UNSAVED')`,
    at: sql`x.created_at`,
  }),
  ANSWERS: (place) => answersOf(lessorOf(place)),
  PAYABLES: (place) => openBills(place, isPaidByService),
  RECEIVABLES: (place) => openBills(place, sql`not (${isPaidByService})`),
  FILES: (place) => filesOf(lessorOf(place)),
  CLAIMS: (place) => ({
    id: sql`x.id`,
    title: sql`x.type`,
    detail: withName(place, sql`a.agreement_number`),
    state: sql`x.step`,
    day: sql`x.happened_day`,
    cents: sql`x.compensation_cents`,
    orderId: sql`a.order_id`,
    from: sql`insurance_claims x join leasing_agreements a on a.id = x.agreement_id where ${ofRow(place, sql`x.repair_store_id`)}`,
    at: sql`x.created_at`,
  }),
  RETURNS: (place) => ({
    id: sql`x.id`,
    title: sql`a.agreement_number`,
    detail: withName(place, nothing),
    state: sql`x.step`,
    day: sql`coalesce(x.done_day, x.received_day, ${dayOf(sql`x.created_at`)})`,
    cents: sql`x.fee_cents + x.transport_cents`,
    orderId: sql`a.order_id`,
    from: sql`bike_returns x join leasing_agreements a on a.id = x.agreement_id where ${ofRow(place, sql`x.bike_store_id`)}`,
    at: sql`x.created_at`,
  }),
  BUY_OUTS: (place) => ({
    id: sql`x.id`,
    title: sql`a.agreement_number`,
    detail: withName(place, nothing),
    state: sql`x.step`,
    day: sql`coalesce(x.done_day, ${dayOf(sql`x.created_at`)})`,
    cents: sql`x.price_cents + x.fee_cents`,
    orderId: sql`a.order_id`,
    from: sql`redemptions x join leasing_agreements a on a.id = x.agreement_id where ${ofRow(place)}`,
    at: sql`x.created_at`,
  }),
  NOTES: (place) => ({
    id: sql`x.id`,
    title: sql`x.data->>'note'`,
    detail: sql`concat_ws(', ', ${nameOfUser}, o.order_number)`,
    day: dayOf(sql`x.occurred_at`),
    orderId: sql`x.order_id`,
    from: sql`events x join users u on u.id = x.actor_user_id join orders o on o.id = x.order_id where x.type = 'ORDER_NOTE_ADDED' and ${ofRow(place)}`,
    at: sql`x.occurred_at`,
  }),
  MAILS: (place) => ({
    id: sql`x.id`,
    title: sql`coalesce(nullif(x.subject, ''), x.recipient)`,
    detail: sql`x.recipient`,
    state: toldStatus('x'),
    day: dayOf(sql`x.created_at`),
    from: sql`outbox x where ${isMailOf(place)}`,
    at: sql`x.created_at`,
  }),
}

/** A page of lines of some registers that are a place's own, of each one more than are named. */
export async function linesOf(
  db: Db,
  place: Place,
  { parts, page = 1 }: { parts: readonly PlacePart[]; page?: number },
  today: Day,
): Promise<LineRow[]> {
  if (parts.length === 0) return []
  const each = parts.map((part) => {
    const { from, at, isByDueDay, ...own } = registers[part](place, today)
    const order = isByDueDay ? sql`${at}, 2` : sql`${at} desc, 2 desc`
    return sql`(select ${sql.lit(part)}::text as part, (${own.id})::text as id, (${own.title})::text as title, (${own.detail ?? nothing})::text as detail,
      (${own.state ?? nothing})::text as state, (${own.day ?? nothing})::date as day, (${own.until ?? nothing})::date as until,
      (${own.cents ?? nothing})::bigint as cents, (${own.openCents ?? nothing})::bigint as "openCents", (${own.orderId ?? nothing})::uuid as "orderId"
      from ${from} order by ${order} limit ${sql.lit(LINES_MAX + 1)} offset ${(page - 1) * LINES_MAX})`
  })
  const { rows } = await sql<LineRow>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}
