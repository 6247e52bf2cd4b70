import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** Requests of people about their own data that the staff have still to answer, by the day of the law. */
export const rightsTurnSource = plainSource({
  process: 'rights-request',
  reads: [{ table: 'rights_requests', columns: ['state', 'due_day'], subject: 'id' }],
  subjects: sql`select r.id from rights_requests r where r.state = 'OPEN'`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`r.id`,
      action: 'answer',
      awaited: 'STAFF',
      since: sql`r.created_at`,
      due: sql`r.due_day`,
      concerned: sql`r.user_id`,
    })}
      from rights_requests r where r.id = any(${ids}) and r.state = 'OPEN'`,
  about: (ids) => sql`
    select r.id, r.id as opens, coalesce(u.first_name || ' ' || u.last_name, r.email) as about, null::text as "companyName",
           null::uuid as "orderId", null::text as "orderNumber"
      from rights_requests r left join users u on u.id = r.user_id where r.id = any(${ids})`,
})
