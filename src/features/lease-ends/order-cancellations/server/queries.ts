import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { firstTurnsOf, idsInGroups } from '#platform/server/database/pages-of-groups.ts'
import { awaitedOf, countOf, pageOf, waitsFor } from '#platform/server/database/pages-of-rows.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { hasOwnOrder, pageOfTexts, searchedIn } from '#platform/server/database/search.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { readSort } from '#platform/values/sort-name.ts'
import type { orderCancellations } from '../contract.ts'
import { type cancellationAwaited, cancellationProcess } from '../rules/process.ts'
import type { BikePlace, CancellationStatus, PayerType, ReasonCode } from '../rules.ts'
import { casesIn } from './record.ts'

export interface CaseFilter {
  readonly sort?: QueryOf<typeof orderCancellations.list>['sort']
  readonly search?: string | undefined
  readonly status?: CancellationStatus | undefined
  readonly payer?: PayerType | undefined
  readonly waitingFor?: string | undefined
  readonly grouped?: boolean | undefined
  readonly companyId?: string | undefined
  readonly orderId?: string | undefined
  readonly id?: string | undefined
}

interface RowOfList {
  id: string
  version: number
  status: CancellationStatus
  reason_code: ReasonCode
  order_id: string
  order_number: string
  company_id: string
  company_name: string
  employee_name: string
  bike: string
  bike_at: BikePlace | null
  payers: PayerType[] | null
  open_lines: number
  to_us: number
  from_us: number
  waiting_for: (typeof cancellationAwaited)[number][]
  opened_at: Date
  closed_at: Date | null
}

/** The lines of case `oc` that the caller sees: staff all, the person and the employer their own. */
const seenLine = (scope: Scope) =>
  scope.all
    ? sql`l.order_cancellation_id = oc.id`
    : sql`l.order_cancellation_id = oc.id and l.party = case
        when oc.company_id = any(${[...scope.companyIds]}::uuid[]) then 'EMPLOYER' else 'PERSON' end`

/** The cases that a filter without its search lets through. */
function chosenCases(db: Db, scope: Scope, filter: CaseFilter) {
  return casesIn(db, scope)
    .$if(filter.status !== undefined, (q) => q.where('oc.status', '=', filter.status!))
    .$if(filter.companyId !== undefined, (q) => q.where('oc.company_id', '=', filter.companyId!))
    .$if(filter.id !== undefined, (q) => q.where('oc.id', '=', filter.id!))
    .$if(filter.orderId !== undefined, (q) => q.where('oc.order_id', '=', filter.orderId!))
    .$if(filter.waitingFor !== undefined, (q) =>
      q.where(waitsFor(sql.ref('oc.id'), cancellationProcess.name, filter.waitingFor!)),
    )
    .$if(filter.payer !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select 1 from order_cancellation_lines l where ${seenLine(scope)} and l.payer_type = ${filter.payer})`,
      ),
    )
}

/** What the place of a case in the list is judged by. */
const places: Readonly<Record<'openedAt' | 'orderNumber' | 'employeeName' | 'companyName', RawBuilder<unknown>>> = {
  openedAt: sql<unknown>`oc.opened_at`,
  orderNumber: sql<string>`(select o.order_number from orders o where o.id = oc.order_id)`,
  employeeName: personNameOf('oc.beneficiary_employee_id'),
  companyName: companyNameOf('oc.company_id'),
}

/** The ids of one page and the bounded count of all. */
async function pageOfIds(db: Db, scope: Scope, filter: CaseFilter, page: { limit: number; offset: number }) {
  const chosen = chosenCases(db, scope, filter)
  const search = searchText(filter.search)
  const { name, isDown } = readSort<keyof typeof places>(filter.sort ?? '-openedAt')
  const rows = chosen.select(['oc.id', 'oc.search_text', places[name].as('place')])
  const orderIn = (alias: string) =>
    sortedBy(isDown ? '-place' : 'place', { place: { filled: sql.ref(`${alias}place`) } }, sql.ref(`${alias}id`))
  const order = orderIn('')
  if (filter.grouped) {
    const found = search === undefined ? rows : rows.where(searchedIn(sql.ref('oc.search_text'), search))
    const turns = firstTurnsOf(cancellationProcess.name)
    const inGroups = orderIn('c.')
    const ids = await idsInGroups(db, { turns, wanted: sql`${found}`, order: inGroups }, page)
    return { ids, total: await countOf(db, found) }
  }
  return pageOfTexts(
    db,
    { table: 'order_cancellations', rows, order, isOrdered: hasOwnOrder(scope) && name === 'openedAt' },
    search,
    page,
  )
}

/** A page of cases, newest first. */
export async function listCases(
  db: Db,
  scope: Scope,
  filter: CaseFilter,
  { page, limit }: { page: number; limit: number },
) {
  const { ids, ...count } = await pageOfIds(db, scope, filter, { limit, offset: (page - 1) * limit })
  const rows = ids.length === 0 ? [] : await rowsOf(db, scope, ids)
  return pageOf(rows.map(rowView), { page, limit, ...count })
}

async function rowsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<RowOfList[]> {
  const found = await sql<RowOfList>`
    select oc.id, oc.version, oc.status, oc.reason_code, oc.order_id, o.order_number, oc.company_id, c.name as company_name,
           u.last_name || ' ' || u.first_name as employee_name, concat_ws(' ', o.bike_brand, o.bike_model) as bike, oc.bike_at,
           t.payers, coalesce(t.open_lines, 0) as open_lines, coalesce(t.to_us, 0) as to_us, coalesce(t.from_us, 0) as from_us, ${awaitedOf(sql.ref('oc.id'), cancellationProcess.name)} as waiting_for, oc.opened_at, oc.closed_at
      from order_cancellations oc join orders o on o.id = oc.order_id join companies c on c.id = oc.company_id
      join beneficiary_employees e on e.id = oc.beneficiary_employee_id join users u on u.id = e.user_id
      left join lateral (select array_agg(distinct l.payer_type) as payers, count(*) filter (where l.state = 'OPEN')::int as open_lines,
          sum(l.expected_cents) filter (where l.direction = 'TO_US' and l.state <> 'WAIVED')::bigint as to_us,
          sum(l.expected_cents) filter (where l.direction = 'FROM_US' and l.state <> 'WAIVED')::bigint as from_us
        from order_cancellation_lines l where ${seenLine(scope)}) t on true
     where oc.id = any(${[...ids]}::uuid[]) order by array_position(${[...ids]}::uuid[], oc.id)`.execute(db)
  return found.rows
}

const rowView = (row: RowOfList) => ({
  orderCancellationId: row.id,
  version: row.version,
  status: row.status,
  reasonCode: row.reason_code,
  orderId: row.order_id,
  orderNumber: row.order_number,
  companyId: row.company_id,
  companyName: row.company_name,
  employeeName: row.employee_name,
  bike: row.bike,
  bikeAt: row.bike_at,
  payers: row.payers ?? [],
  openLines: row.open_lines,
  toUs: eurosFromCents(row.to_us),
  fromUs: eurosFromCents(row.from_us),
  waitingFor: row.waiting_for,
  openedAt: row.opened_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})
