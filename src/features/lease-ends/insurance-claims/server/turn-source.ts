import { sql } from 'kysely'
import { aboutCases } from '#features/leases/agreements/server/about-case.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { claimProcess } from '../rules/table.ts'
import type { ClaimWords } from '../rules/words.ts'
import { claimRows, turnFactsOf } from './record.ts'

/** States in which nobody is awaited unless the insurer's money, or its knowing, is. */
const settled = sql`('NEW_BIKE', 'REPAIRED', 'REPLACED', 'LEASE_ENDED', 'DENIED', 'CANCELLED')`

export const claimTurnSource: TurnSource = {
  process: claimProcess.name,
  reads: [
    { table: 'insurance_claims', subject: 'id' },
    {
      table: 'payments',
      subject: `select k.id from insurance_claims k where k.id = $row.payer_id and $row.payer_kind = 'INSURER'`,
    },
  ],
  subjects: sql`select k.id from insurance_claims k where k.step not in ${settled} or k.step = 'NEW_BIKE' or k.tell_insurer
    or (k.step in ('REPAIRED', 'REPLACED', 'LEASE_ENDED') and k.compensation_cents > 0)`,
  async turnsOf(db, ids) {
    const rows = await claimRows(db, scopeOfAll).where('k.id', 'in', ids).execute()
    return rows.flatMap((row) =>
      turnsOfSubject<ClaimWords>(claimProcess, {
        subjectId: row.id,
        state: row.step,
        facts: turnFactsOf(row),
        since: () => row.step_changed_at,
        party: ({ awaited }) => ({ companyId: row.company_id, userId: awaited === 'EMPLOYEE' ? row.owner_id : null }),
        concerned: ({ awaited }) => (awaited === 'EMPLOYEE' ? [] : [row.owner_id]),
      }),
    )
  },
  about: aboutCases('insurance_claims'),
}
