import { sql } from 'kysely'
import { type SortName, WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { folded, searchedIn } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { firstOfMonth, lastOfMonth, type Month } from '#platform/values/days.ts'
import { isOutBeforeBilling } from './open-months.ts'

/** The companies inside the scope by name, at most one past a whole list. */
export async function listReportCompanies(db: Db, scope: Scope, search: string | undefined) {
  let query = db
    .selectFrom('companies as c')
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
  if (search?.trim()) query = query.where(searchedIn(folded(sql`' ' || c.name`), search))
  const rows = await query
    .select(['c.id', 'c.name', 'c.group_company_id'])
    .select((of) =>
      of
        .selectFrom('payroll_months as m')
        .whereRef('m.company_id', '=', 'c.id')
        .select((lock) => lock.fn.max('m.month').as('month'))
        .as('last_locked'),
    )
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
  return { rows, total: await countOf(db, query.select('c.id')) }
}

/** A group's companies inside the scope, by name, with the locked month of each. @throws NOT_FOUND when there are none */
export async function listGroupCompanies(
  db: Db,
  scope: Scope,
  { groupCompanyId, month }: { groupCompanyId: string; month: Month },
) {
  const rows = await db
    .selectFrom('companies as c')
    .leftJoin('payroll_months as m', (join) => join.onRef('m.company_id', '=', 'c.id').on('m.month', '=', month))
    .select(['c.id', 'c.name', 'c.business_id', 'm.id as locked_month_id'])
    .where('c.group_company_id', '=', groupCompanyId)
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
    .orderBy('c.name')
    .execute()
  return rows.length === 0 ? fail('NOT_FOUND') : rows
}

interface CompaniesOfMonth {
  readonly month: Month
  readonly search?: string | undefined
  /** True: those alone that have leases in the month and have not locked it; false: the others. */
  readonly waiting?: boolean | undefined
  readonly sort?: SortName<'companyName'> | undefined
  readonly page: number
  readonly limit: number
}

/** Whether a company `c` has a lease that touches the month, or ended in the one before, and has not locked the month. */
const isToLock = (month: Month) => sql<boolean>`(
  not exists (select from payroll_months k where k.company_id = c.id and k.month = ${month})
  and exists (select from leasing_agreements a where a.company_id = c.id and a.start_day <= ${lastOfMonth(firstOfMonth(month))}::date
    and (a.lease_state <> 'NOT_STARTED' or ${isOutBeforeBilling('a')})
    and coalesce(a.ended_day, a.ends_on, a.end_day) >= ${firstOfMonth(month)}::date - interval '1 month'))`

const columns = { companyName: { filled: sql.ref('c.name') } }

/** A page of the companies inside the scope, by name unless told, with the locked month of each, and how many there are. */
export async function pageOfCompanies(db: Db, scope: Scope, asked: CompaniesOfMonth) {
  const { month, search, waiting, page, limit } = asked
  let found = db
    .selectFrom('companies as c')
    .where('c.deleted_at', 'is', null)
    .where(within(scope, { company: 'c.id' }))
  if (search?.trim()) found = found.where(searchedIn(folded(sql`' ' || c.name || ' ' || c.business_id`), search))
  if (waiting !== undefined) {
    const waits = isToLock(month)
    found = found.where(waiting ? waits : sql<boolean>`not ${waits}`)
  }
  const total = await countOf(db, found.select('c.id'))
  const rows = await found
    .leftJoin('payroll_months as m', (join) => join.onRef('m.company_id', '=', 'c.id').on('m.month', '=', month))
    .select(['c.id', 'c.name', 'c.business_id', 'm.id as locked_month_id'])
    .orderBy(sortedBy(asked.sort ?? 'companyName', columns, sql.ref('c.id')))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
