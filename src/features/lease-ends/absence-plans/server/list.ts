import { sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { newestPage, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import type { absencePlans } from '../contract.ts'
import { planProcess } from '../rules/table.ts'
import { planRows } from './record.ts'
import { rowView } from './view.ts'

const columns = {
  createdAt: { filled: sql.ref('p.created_at') },
  fromDay: { filled: sql.ref('p.from_day') },
  employeeName: personNameOf('p.beneficiary_employee_id'),
  companyName: companyNameOf('p.company_id'),
}

/** A page of plans, newest first. */
export async function listPlans(db: Db, scope: Scope, now: Date, filter: QueryOf<typeof absencePlans.list>) {
  const { page = 1, limit = 20, state, open, leasingAgreementId, id } = filter
  const chosen = db
    .selectFrom('absence_plans as p')
    .where(within(scope, { company: 'p.company_id', employee: 'p.beneficiary_employee_id' }))
    .$if(state !== undefined, (q) => q.where('p.state', '=', state!))
    .$if(open === true, (q) => q.where('p.state', 'not in', ['ENDED', 'CANCELLED']))
    .$if(id !== undefined, (q) => q.where('p.id', '=', id!))
    .$if(leasingAgreementId !== undefined, (q) => q.where('p.agreement_id', '=', leasingAgreementId!))
  const { rows, total } = await newestPage(db, 'p', chosen, planRows(db, scope), {
    page,
    limit,
    sorted: sortedBy(filter.sort, columns, sql.ref('p.id')),
    waiting: { process: planProcess.name, scope, awaited: filter.waitingFor, grouped: filter.grouped },
  })
  const items = rows.map((row) => rowView(row, now))
  return pageOf(items, { page, limit, total })
}
