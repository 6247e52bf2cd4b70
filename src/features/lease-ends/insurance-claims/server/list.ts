import { sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import { isAwaited, newestPage } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf, within } from '#platform/server/database/scope.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { insuranceClaims } from '../contract.ts'
import { claimProcess } from '../rules/table.ts'
import { claimRows } from './record.ts'
import { rowView } from './view.ts'

type Query = QueryOf<typeof insuranceClaims.list>

/** What the list is ordered by; the type of a claim is not everybody's to know. */
const columns = {
  createdAt: { filled: sql.ref('k.created_at') },
  employeeName: personNameOf('k.beneficiary_employee_id'),
  companyName: companyNameOf('k.company_id'),
}

/** A page of claims, newest first. */
export async function listClaims({ db, scope: readable, user }: SignedInContext, query: Query) {
  const { page = 1, limit = 10, status, type, open, leasingAgreementId, id } = query
  // A filter by type would tell an employer what happened, so it looks through claims alone whose content is read.
  const scope = type ? scopeOf(user, 'insurance-claim:create') : readable
  const search = searchText(query.searchTerm)
  const chosen = db
    .selectFrom('insurance_claims as k')
    .where(within(scope, { company: 'k.company_id', employee: 'k.beneficiary_employee_id' }))
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('k.search_text'), search!)))
    .$if(status !== undefined, (q) => q.where('k.status', '=', status!))
    .$if(type !== undefined, (q) => q.where('k.type', '=', type!))
    .$if(open === true, (q) => q.where(isAwaited(claimProcess.name, sql.ref('k.id'))))
    .$if(id !== undefined, (q) => q.where('k.id', '=', id!))
    .$if(leasingAgreementId !== undefined, (q) => q.where('k.agreement_id', '=', leasingAgreementId!))
  const { rows, ...rest } = await newestPage(db, 'k', chosen, claimRows(db, scope), {
    page,
    limit,
    sorted: sortedBy(query.sort, columns, sql.ref('k.id')),
    waiting: { process: claimProcess.name, scope, awaited: query.waitingFor, grouped: query.grouped },
  })
  return { items: rows.map((row) => rowView(row, user)), ...rest }
}
