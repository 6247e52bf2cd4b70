import { sql } from 'kysely'
import { type TurnParty, type TurnSource, turnsOfSubject } from '#platform/server/turns/source.ts'
import { brokerageProcess } from '../rules/table.ts'
import type { BrokerageWords } from '../rules/words.ts'
import { type BrokerageRecord, brokeragesByIds, factsOf } from './record.ts'

const partyOf = (awaited: BrokerageWords['awaited'], row: BrokerageRecord): TurnParty => {
  if (awaited === 'SELLER') return { companyId: row.company_id, userId: row.owner_id }
  if (awaited === 'TAKER')
    return { companyId: row.taker_company_id ?? row.company_id, userId: row.taker_user_id ?? row.named_user_id }
  return { companyId: awaited === 'TAKER_EMPLOYER' ? row.taker_company_id : row.company_id, userId: null }
}

export const brokerageTurnSource: TurnSource = {
  process: brokerageProcess.name,
  reads: [
    { table: 'bike_brokerages', subject: 'id' },
    { table: 'transfer_signatures', subject: 'brokerage_id' },
    {
      table: 'users',
      columns: ['email'],
      subject: `select b.id from bike_brokerages b where b.named_email = $row.email and b.step = 'OFFERED'`,
    },
    {
      table: 'invoices',
      columns: ['due_day'],
      subject: `select b.id from bike_brokerages b where b.invoice_id = $row.id`,
    },
  ],
  subjects: sql`select b.id from bike_brokerages b where b.step not in ('LISTED', 'DONE', 'WITHDRAWN', 'EXPIRED')`,
  async turnsOf(db, ids, now) {
    const rows = await brokeragesByIds(db, ids)
    return rows.flatMap((row) =>
      turnsOfSubject<BrokerageWords>(brokerageProcess, {
        subjectId: row.id,
        state: row.step,
        facts: factsOf(row, now),
        since: () => row.step_changed_at,
        party: ({ awaited }) => partyOf(awaited, row),
        // Nobody decides for another side of a bicycle that they give or take.
        concerned: ({ awaited }) =>
          awaited === 'SELLER' || awaited === 'TAKER'
            ? []
            : [row.owner_id, row.taker_user_id].filter((id) => id !== null),
      }),
    )
  },
  about: (ids) => sql`
    select b.id, b.id as opens, b.bike as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from bike_brokerages b join companies c on c.id = b.company_id where b.id = any(${ids})`,
}
