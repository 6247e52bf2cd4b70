import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'

/** What of each kind is in force with a day by which it is accepted. */
const asking = sql`
  select d.kind, max(d.number) as number, max(d.accept_by) as accept_by, max(d.created_at) as created_at from terms_documents d
   where d.kind in ('SERVICE', 'DATA_PROCESSING') and d.accept_by is not null
     and d.number = (select max(n.number) from terms_documents n where n.kind = d.kind)
   group by d.kind`

/** Companies that were there when it was published and have not accepted it. */
const waiting = sql`
  select c.id, c.name, k.accept_by, k.created_at from companies c cross join (${asking}) k
   where c.active and c.created_at < k.created_at and not exists (select 1 from terms_acceptances a
     where a.company_id = c.id and a.kind = k.kind and a.number >= k.number)`

/** New terms of employers that a company is to accept by a day. */
export const employerTermsTurnSource = plainSource({
  process: 'employer-terms',
  reads: [
    { table: 'terms_acceptances', subject: 'company_id' },
    {
      table: 'terms_documents',
      subject: "select c.id from companies c where c.active and $row.kind in ('SERVICE', 'DATA_PROCESSING')",
    },
    { table: 'companies', columns: ['active'], subject: 'id' },
  ],
  subjects: sql`select distinct w.id from (${waiting}) w`,
  open: (ids) => sql`
    select ${openColumns({
      subject: sql`w.id`,
      action: 'accept',
      awaited: 'EMPLOYER',
      company: sql`w.id`,
      since: sql`min(w.created_at)`,
      due: sql`min(w.accept_by)`,
    })} from (${waiting}) w where w.id = any(${ids}) group by w.id`,
  about: (ids) => sql`
    select c.id, c.id as opens, c.name as about, c.name as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from companies c where c.id = any(${ids})`,
})
