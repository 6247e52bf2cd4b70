import { sql } from 'kysely'
import { openColumns, plainSource } from '#platform/server/turns/plain-source.ts'
import { taxRegisterNames } from '../years-contract.ts'

/** A year is a subject by its number: it has no row of its own. */
const subject = sql`md5('tax-year ' || t.year)::uuid`
const ofYear = `select md5('tax-year ' || $row.year)::uuid`

/** Tax tables that nobody has compared with their source, from the present year on. */
export const taxYearTurnSource = plainSource({
  process: 'tax-year',
  reads: [
    { table: 'tax_tables', columns: ['year'], subject: ofYear },
    { table: 'tax_confirmations', subject: ofYear },
  ],
  subjects: sql`select ${subject} as id from tax_tables t`,
  open: (ids, today) => sql`
    select ${openColumns({
      subject,
      action: 'confirm',
      awaited: 'STAFF',
      detail: sql`t.year::text`,
      since: sql`t.created_at`,
      due: sql`make_date(t.year, 1, 1)`,
    })} from tax_tables t where ${subject} = any(${ids}) and t.year >= ${Number(today.slice(0, 4))}
       and (select count(*) from tax_confirmations c where c.year = t.year) < ${taxRegisterNames.length}`,
  about: (ids) => sql`
    select ${subject} as id, ${subject} as opens, t.year::text as about, null::text as "companyName", null::uuid as "orderId", null::text as "orderNumber"
      from tax_tables t where ${subject} = any(${ids})`,
})
