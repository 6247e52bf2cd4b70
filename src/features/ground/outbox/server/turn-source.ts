import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** Messages that could not be delivered. */
export const messageTurnSource = plainSource({
  process: 'message',
  reads: [{ table: 'outbox', columns: ['status'], subject: `select $row.id where $row.status = 'DEAD'` }],
  subjects: sql`select m.id from outbox m where m.status = 'DEAD'`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`m.id`, action: 'resend', awaited: 'STAFF', since: sql`m.created_at` })}
      from outbox m where m.id = any(${ids}) and m.status = 'DEAD'`,
  about: (ids) => sql`
    select m.id, m.id as opens, m.recipient as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from outbox m where m.id = any(${ids})`,
})
