import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'

/**
 * Takes the next numbers of the year's gap-free series at once: its row stays locked until the invoices commit with
 * them.
 */
export async function nextInvoiceNumbers(db: Db, day: Day, count: number): Promise<string[]> {
  const year = Number(day.slice(0, 4))
  const result = await sql<{ last_number: number }>`
    insert into invoice_counters (series, year, last_number) values ('SALES', ${year}, ${count})
    on conflict (series, year) do update set last_number = invoice_counters.last_number + ${count} returning last_number`.execute(
    db,
  )
  const first = present(result.rows[0]).last_number - count + 1
  return Array.from({ length: count }, (_, index) => `${year}${String(first + index).padStart(5, '0')}`)
}
