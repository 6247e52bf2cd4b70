import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** What a lessor says otherwise than we do, until it is settled or the lessor has been told. */
export const differenceTurnSource = plainSource({
  process: 'lessor-difference',
  reads: [{ table: 'lessor_differences', columns: ['state'], subject: 'id' }],
  subjects: sql`select d.id from lessor_differences d where d.state in ('OPEN', 'TO_TELL')`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`d.id`, action: 'settle', awaited: 'STAFF', since: sql`d.created_at` })}
      from lessor_differences d where d.id = any(${ids}) and d.state in ('OPEN', 'TO_TELL')`,
  about: (ids) => sql`
    select d.id, d.id as opens, d.agreement_number as about, l.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from lessor_differences d join leasing_companies l on l.id = d.leasing_company_id where d.id = any(${ids})`,
})
