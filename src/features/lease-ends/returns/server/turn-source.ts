import { sql } from 'kysely'
import { aboutCases } from '#features/leases/agreements/server/about-case.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { returnProcess } from '../rules/table.ts'
import type { ReturnWords } from '../rules/words.ts'
import { factsOf, returnRows } from './record.ts'

export const returnTurnSource: TurnSource = {
  process: returnProcess.name,
  reads: [
    { table: 'bike_returns', subject: 'id' },
    { table: 'bike_return_damages', subject: 'return_id' },
    {
      table: 'bike_stores',
      columns: ['email'],
      subject: `select r.id from bike_returns r where r.bike_store_id = $row.id and r.step = 'APPROVED'`,
    },
    {
      table: 'company_exits',
      columns: ['withdrawn_at', 'kind'],
      subject: `select r.id from bike_returns r where r.company_id = $row.company_id and r.step = 'REQUESTED'`,
    },
  ],
  subjects: sql`select r.id from bike_returns r where r.step not in ('DONE', 'CANCELLED')`,
  async turnsOf(db, ids, now) {
    const rows = await returnRows(db, scopeOfAll).where('r.id', 'in', ids).execute()
    return rows.flatMap((row) =>
      turnsOfSubject<ReturnWords>(returnProcess, {
        subjectId: row.id,
        state: row.step,
        facts: factsOf(row, now),
        since: () => row.step_changed_at,
        party: ({ awaited }) => ({ companyId: row.company_id, userId: awaited === 'EMPLOYEE' ? row.owner_id : null }),
        concerned: ({ awaited }) => (awaited === 'EMPLOYEE' ? [] : [row.owner_id]),
      }),
    )
  },
  about: aboutCases('bike_returns'),
}
