import { sql } from 'kysely'
import { endedOrderStatuses, orderStatuses, settledOrderStatuses } from '#features/orders/orders/rules.ts'
import type { VatEffects } from '#features/pricing/vat/contract.ts'
import type { RateTurn } from '#features/pricing/vat/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Day, NO_LAST_DAY } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

interface Touched {
  readonly of: 'agreements' | 'orders' | 'invoices'
  readonly count: number
  readonly cents: Cents
}

/** Orders that are under way and whose lease has not begun; their price holds VAT. */
const openOrderStatuses = orderStatuses.filter(
  (status) =>
    status !== 'NOT_STARTED' && !settledOrderStatuses.includes(status) && !endedOrderStatuses.includes(status),
)

/** The VAT in a sum at a rate. */
const vatIn = (cents: ReturnType<typeof sql>, rate: ReturnType<typeof sql>) =>
  sql`round(${cents} * ${rate}::numeric / (10000 + ${rate}))`

/**
 * What follows other rates of a country on some days, of companies without a rate of their own: running leases whose net stays
 * by what they pay a month on the first of those days, open orders by the VAT in their price, and invoices that stand at the
 * former rate.
 */
export async function countTouched(
  db: Db,
  { country, turns, today }: { country: string; turns: readonly RateTurn[]; today: Day },
): Promise<Omit<VatEffects, 'turns'>> {
  const rows = turns
    .filter(({ before, after }) => before !== null && after !== null)
    .map(({ from, to, before, after }) => ({ from, to: to ?? NO_LAST_DAY, before, after }))
  const { rows: found } = await sql<Touched>`
    with turns as (select * from json_to_recordset(${JSON.stringify(rows)}::json) t ("from" date, "to" date, before int, after int)),
    companies_there as (select id from companies where country = ${country} and vat_basis_points is null),
    leases as (
      select distinct on (a.id) a.id, round(a.instalment_cents * (10000 + t.after)::numeric / (10000 + a.vat_basis_points)) - round(a.instalment_cents * (10000 + t.before)::numeric / (10000 + a.vat_basis_points)) as cents
        from leasing_agreements a join companies_there c on c.id = a.company_id join turns t on t."to" >= greatest(a.start_day, ${today}::date) and t."from" <= least(a.end_day, a.ends_on)
       where a.lease_state = 'ACTIVE' and a.end_prices ->> 'vatChange' = 'NET_STAYS' order by a.id, t."from"),
    ordered as (
      select distinct on (o.id) o.id, ${vatIn(sql`o.total_price_cents`, sql`t.after`)} - ${vatIn(sql`o.total_price_cents`, sql`t.before`)} as cents
        from orders o join companies_there c on c.id = o.company_id join turns t on t."to" >= ${today}::date
       where o.status = any(${[...openOrderStatuses]}::text[]) and o.total_price_cents is not null order by o.id, t."from"),
    billed as (
      select l.invoice_id, sum(${vatIn(sql`l.gross_cents`, sql`t.after`)} - ${vatIn(sql`l.gross_cents`, sql`t.before`)}) as cents
        from turns t join invoice_lines l on l.vat_basis_points = t.before join invoices i on i.id = l.invoice_id join companies_there c on c.id = i.company_id
       where coalesce(l.supply_day, i.supply_day, i.issue_day) between t."from" and t."to" and i.direction = 'SALES' and i.credited_invoice_id is null
         and i.credited_cents < i.total_cents and i.stage in ('UNSAVED', 'UNFINISHED', 'NOT_SENT', 'SENT') group by 1)
    select 'agreements' as of, count(*)::int, coalesce(sum(cents), 0)::bigint as cents from leases
    union all select 'orders', count(*)::int, coalesce(sum(cents), 0)::bigint from ordered
    union all select 'invoices', count(*)::int, coalesce(sum(cents), 0)::bigint from billed`.execute(db)
  const touched = (of: Touched['of']) => {
    const { count, cents } = present(found.find((row) => row.of === of))
    return { count, amount: eurosFromCents(cents) }
  }
  return { agreements: touched('agreements'), orders: touched('orders'), invoices: touched('invoices') }
}
