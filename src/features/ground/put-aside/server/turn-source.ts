import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** What files brought and nobody has decided about, those of the bank apart. */
export const asideTurnSource = plainSource({
  process: 'intake',
  reads: [{ table: 'intake_asides', columns: ['state'], subject: 'id' }],
  subjects: sql`select a.id from intake_asides a where a.state = 'OPEN'`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`a.id`, action: 'settle', awaited: 'STAFF', since: sql`a.created_at` })}
      from intake_asides a where a.id = any(${ids}) and a.state = 'OPEN'`,
  about: (ids) => sql`
    select a.id, a.id as opens, concat_ws(' · ', f.name, a.about) as about, null::text as "companyName", null::uuid as "orderId",
           null::text as "orderNumber"
      from intake_asides a join intake_files f on f.id = a.intake_file_id where a.id = any(${ids})`,
})
