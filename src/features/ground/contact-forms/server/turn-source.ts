import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** Messages from the public site that nobody has looked at. */
export const contactFormTurnSource = plainSource({
  process: 'contact-form',
  reads: [{ table: 'contact_forms', columns: ['checked'], subject: 'id' }],
  subjects: sql`select f.id from contact_forms f where not f.checked`,
  open: (ids) => sql`
    select ${openColumns({ subject: sql`f.id`, action: 'check', awaited: 'STAFF', since: sql`f.created_at`, due: sql`f.answer_by` })}
      from contact_forms f where f.id = any(${ids}) and not f.checked`,
  about: (ids) => sql`
    select f.id, f.id as opens, f.name as about, f.company as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from contact_forms f where f.id = any(${ids})`,
})
