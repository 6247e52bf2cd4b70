import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { stageOf } from '../rules/exit.ts'
import { type ExitWords, exitProcess } from '../rules/table.ts'
import { caseOf, type ExitRecord, exitRows, factsOfExit, factsOfLease, leaseRows, stateOfExit } from './queries.ts'

/** The people of an exit who have not chosen what becomes of their bicycle. */
async function undecidedOf(db: Db, exit: ExitRecord): Promise<string[]> {
  const rows = await leaseRows(db, exit).execute()
  return [...new Set(rows.filter((row) => stageOf(factsOfLease(row)) === 'OPEN').map(({ user_id }) => user_id))]
}

const ofAgreement = (agreement: string) =>
  `select m.exit_id from company_exit_leases m where m.agreement_id = ${agreement}`

export const exitTurnSource: TurnSource = {
  process: exitProcess.name,
  reads: [
    { table: 'company_exits', subject: 'id' },
    { table: 'company_exit_leases', subject: 'exit_id' },
    {
      table: 'leasing_agreements',
      columns: ['lease_state', 'end_reason', 'ends_as', 'ends_by', 'bike_at'],
      subject: ofAgreement('$row.id'),
    },
    { table: 'agreement_endings', subject: ofAgreement('$row.agreement_id') },
  ],
  subjects: sql`select x.id from company_exits x where x.withdrawn_at is null and x.worked_off_at is null`,
  async turnsOf(db, ids) {
    const exits = await exitRows(db, scopeOfAll).where('x.id', 'in', ids).execute()
    const turns = []
    for (const exit of exits) {
      const facts = factsOfExit(await caseOf(db, exit))
      const people = facts.undecided > 0 ? await undecidedOf(db, exit) : []
      turns.push(
        ...turnsOfSubject<ExitWords>(exitProcess, {
          subjectId: exit.id,
          state: stateOfExit(exit),
          facts,
          since: () => exit.created_at,
          party: ({ awaited }) =>
            awaited === 'EMPLOYEE'
              ? people.map((userId) => ({ companyId: exit.company_id, userId }))
              : { companyId: exit.company_id, userId: null },
        }),
      )
    }
    return turns
  },
  about: (ids) => sql`
    select x.id, x.id as opens, c.name as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from company_exits x join companies c on c.id = x.company_id where x.id = any(${ids})`,
}
