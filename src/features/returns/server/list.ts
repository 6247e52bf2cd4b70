import { sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { COUNT_MAX, countOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import type { returns } from '../contract.ts'
import { returnRows } from './record.ts'
import { rowView } from './view.ts'

type Filter = QueryOf<typeof returns.list>

function chosen(db: Db, scope: Scope, { search: given, step, leasingAgreementId }: Filter) {
  const search = searchText(given)
  return db
    .selectFrom('bike_returns as r')
    .where(within(scope, { company: 'r.company_id', employee: 'r.beneficiary_employee_id' }))
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('r.search_text'), search!)))
    .$if(step !== undefined, (q) => q.where('r.step', '=', step!))
    .$if(leasingAgreementId !== undefined, (q) => q.where('r.agreement_id', '=', leasingAgreementId!))
}

/** A page of returns, newest first: the page's ids are chosen first, then joined. */
export async function listReturns(db: Db, scope: Scope, now: Date, filter: Filter) {
  const { page = 1, limit = 20 } = filter
  const query = chosen(db, scope, filter)
  const ids = await query
    .select('r.id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const wanted = ids.map(({ id }) => id)
  const rows = await returnRows(db, scope)
    .where('r.id', '=', sql<string>`any(${wanted}::uuid[])`)
    .orderBy(sql`array_position(${wanted}::uuid[], r.id)`)
    .execute()
  const total = await countOf(db, query)
  return {
    items: rows.map((row) => rowView(row, now)),
    totalCount: Math.min(total, COUNT_MAX),
    ...(total > COUNT_MAX ? { totalIsEstimate: true } : {}),
  }
}
