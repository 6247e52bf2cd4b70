import { sql } from 'kysely'
import type { FoundTurn, TurnSource } from '#platform/server/turns/source.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { companiesOf, type ProposalRow } from './queries.ts'

/**
 * Acts that wait for a second person: of the staff, or of each company that is asked. Whether the staff stand in for a
 * company without an admin, and who may be the second, is judged when it is read.
 */
export const proposalTurnSource: TurnSource = {
  process: 'proposal',
  reads: [
    { table: 'proposals', subject: 'id' },
    { table: 'proposal_companies', subject: 'proposal_id' },
  ],
  subjects: sql`select p.id from proposals p where p.state = 'OPEN'`,
  async turnsOf(db, ids) {
    const rows = (await db
      .selectFrom('proposals')
      .selectAll()
      .where('id', 'in', ids)
      .where('state', '=', 'OPEN')
      .execute()) as ProposalRow[]
    const turns: FoundTurn[] = []
    for (const row of rows) {
      const of = {
        subjectId: row.id,
        userId: null,
        since: row.created_at,
        due: helsinkiDay(row.expires_at),
        concerned: [row.made_by],
      }
      turns.push({ ...of, action: 'confirm', awaited: 'STAFF', companyId: row.company_id })
      for (const company of await companiesOf(db, row))
        if (company.confirmed_at === null)
          turns.push({ ...of, action: 'answer', awaited: 'EMPLOYER', companyId: company.company_id })
    }
    return turns
  },
  about: (ids) => sql`
    select p.id, p.id as opens, null::text as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from proposals p left join companies c on c.id = p.company_id where p.id = any(${ids})`,
}
