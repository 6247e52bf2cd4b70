import { sql } from 'kysely'
import { aboutCases } from '#features/leases/agreements/server/about-case.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { type PlanWords, planProcess } from '../rules/table.ts'
import { factsOf, planRows } from './record.ts'

export const planTurnSource: TurnSource = {
  process: planProcess.name,
  reads: [{ table: 'absence_plans', subject: 'id' }],
  subjects: sql`select p.id from absence_plans p where p.state in ('PROPOSED', 'CHANGED')`,
  async turnsOf(db, ids, now) {
    const rows = await planRows(db, scopeOfAll).where('p.id', 'in', ids).execute()
    return rows.flatMap((row) =>
      turnsOfSubject<PlanWords>(planProcess, {
        subjectId: row.id,
        state: row.state,
        facts: factsOf(row, now),
        // A change that is asked for has no column of its own: the row waits since it was written.
        since: () => (row.state === 'PROPOSED' ? row.created_at : row.updated_at),
        party: ({ awaited }) => ({ companyId: row.company_id, userId: awaited === 'EMPLOYEE' ? row.owner_id : null }),
        concerned: ({ awaited }) => (awaited === 'EMPLOYEE' ? [] : [row.owner_id]),
      }),
    )
  },
  about: aboutCases('absence_plans'),
}
