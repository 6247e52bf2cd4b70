import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '#platform/server/jobs/jobs.ts'

/** Each piece in the transaction of a closing reads past what those before it have left behind, so they are few. */
const AT_ONCE = 25_000

/**
 * Gives the next vouchers their numbers, in the order in which they were posted, without gaps in a series and year. The
 * database lets a number be given once; whoever else numbers meanwhile waits.
 * @returns how many were numbered
 */
async function numberSome(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('bookkeeping'), hashtext('numbers'))`.execute(db)
  const { numAffectedRows } = await sql`
    with next as (select voucher, series, year, created_at, id from vouchers where number is null order by created_at, id limit ${AT_ONCE}),
    taken as materialized (select s.series, s.year, coalesce((select max(number) from vouchers v where v.series = s.series and v.year = s.year), 0) as last
                from (select distinct series, year from next) s),
    numbered as (
      select n.voucher, t.last + row_number() over (partition by n.series, n.year order by n.created_at, n.id) as number
        from next n join taken t using (series, year)),
    told as (
      select n.voucher, n.number, i.number as document,
             coalesce(case when i.direction = 'PURCHASE' then coalesce(s.name, i.seller_name, l.name) else coalesce(i.buyer ->> 'name', l.name) end, c.name) as party
        from numbered n join ledger_rows r on r.voucher = n.voucher and r.position = 1 left join invoices i on i.id = r.invoice_id
        left join companies c on c.id = r.company_id left join bike_stores s on s.id = i.bike_store_id left join leasing_companies l on l.id = i.leasing_company_id)
    update vouchers v set number = t.number, document = t.document, party = t.party from told t where v.voucher = t.voucher`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Numbers everything that is posted, in the transaction of the caller. */
export async function numberAll(db: Db): Promise<void> {
  while ((await numberSome(db)) === AT_ONCE);
}

/** Numbers everything that is posted, so many at a time; one that was stopped goes on with the next. */
export async function numberPosted({ database }: Pick<Services, 'database'>): Promise<number> {
  let count = 0
  for (;;) {
    const waiting = await database.primary
      .selectFrom('vouchers')
      .select('voucher')
      .where('number', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!waiting) return count
    count += await database.transaction(numberSome)
  }
}

/** Gives the vouchers that were posted since their numbers. */
export const numberVouchers: Job = {
  name: 'number-vouchers',
  cron: '* * * * *',
  run: async (services) => ({ numbered: await numberPosted(services) }),
}
