import { sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { newestPage } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import type { returns } from '../contract.ts'
import { returnProcess } from '../rules/table.ts'
import { returnRows } from './record.ts'
import { rowView } from './view.ts'

type Filter = QueryOf<typeof returns.list>

function chosen(db: Db, scope: Scope, { search: given, step, open, leasingAgreementId, id }: Filter) {
  const search = searchText(given)
  return db
    .selectFrom('bike_returns as r')
    .where(within(scope, { company: 'r.company_id', employee: 'r.beneficiary_employee_id' }))
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('r.search_text'), search!)))
    .$if(step !== undefined, (q) => q.where('r.step', '=', step!))
    .$if(open === true, (q) => q.where('r.step', 'not in', ['DONE', 'CANCELLED']))
    .$if(id !== undefined, (q) => q.where('r.id', '=', id!))
    .$if(leasingAgreementId !== undefined, (q) => q.where('r.agreement_id', '=', leasingAgreementId!))
}

const columns = {
  createdAt: { filled: sql.ref('r.created_at') },
  endMonth: { filled: sql.ref('r.end_month') },
  employeeName: personNameOf('r.beneficiary_employee_id'),
  companyName: companyNameOf('r.company_id'),
}

/** A page of returns, newest first. */
export async function listReturns(db: Db, scope: Scope, now: Date, filter: Filter) {
  const { page = 1, limit = 20 } = filter
  const { rows, total, ...rest } = await newestPage(db, 'r', chosen(db, scope, filter), returnRows(db, scope), {
    page,
    limit,
    sorted: sortedBy(filter.sort, columns, sql.ref('r.id')),
    waiting: { process: returnProcess.name, scope, awaited: filter.waitingFor, grouped: filter.grouped },
  })
  return { items: rows.map((row) => rowView(row, now)), totalCount: total, ...rest }
}
