import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'

/** Takes the next number of the year's gap-free series: its row stays locked until the invoice commits with it. */
export async function nextInvoiceNumber(db: Db, day: Day): Promise<string> {
  const year = Number(day.slice(0, 4))
  const result = await sql<{ last_number: number }>`
    insert into invoice_counters (series, year, last_number) values ('SALES', ${year}, 1)
    on conflict (series, year) do update set last_number = invoice_counters.last_number + 1 returning last_number`.execute(
    db,
  )
  return `${year}${String(result.rows[0]!.last_number).padStart(5, '0')}`
}
