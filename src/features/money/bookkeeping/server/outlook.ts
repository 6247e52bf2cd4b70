import { sql } from 'kysely'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { Db } from '#platform/server/database/db.ts'
import { addMonths, type Day, firstOfMonth, lastOfMonth, type Month, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { type CashDay, cashWeeksOf } from '../rules/cash-weeks.ts'
import { agedOf, openByDay } from './books.ts'

const MONTHS_SHOWN = 12

const owed = sql.join(owedStages.map((stage) => sql.lit(stage)))

/**
 * Money by the day on which it is due: what customers owe; what we owe and no order at the bank covers; and the orders that
 * the bank has, by the day on which it pays them.
 */
async function cashByDay(db: Db): Promise<CashDay[]> {
  const { rows } = await sql<CashDay>`
    with sent as (
      select o.invoice_id, o.amount_cents, coalesce(f.execution_day, (o.updated_at at time zone 'Europe/Helsinki')::date) as day
        from payment_orders o left join payment_files f on f.id = o.payment_file_id where o.state = 'SENT'),
    moved as (
      select due_day as day, open_cents as due_in, 0 as due_out, 0 as sent from invoices
       where direction = 'SALES' and open_cents > 0 and stage in (${owed})
      union all
      select i.due_day, 0, greatest(i.open_cents - coalesce((select sum(s.amount_cents) from sent s where s.invoice_id = i.id), 0), 0), 0 from invoices i
       where i.direction = 'PURCHASE' and i.open_cents > 0 and i.stage in (${owed})
      union all
      select day, 0, 0, amount_cents from sent)
    select day, sum(due_in)::bigint as "dueInCents", sum(due_out)::bigint as "dueOutCents", sum(sent)::bigint as "onItsWayCents"
      from moved group by day`.execute(db)
  return rows
}

/** The tax of a year's months, the last of them the one that runs; months without any are there too. */
async function taxByMonth(db: Db, today: Day) {
  const last = firstOfMonth(monthOf(today))
  const months = Array.from({ length: MONTHS_SHOWN }, (_, at) => monthOf(addMonths(last, at + 1 - MONTHS_SHOWN)))
  const { rows } = await sql<{ month: Month; sales: number; deducted: number }>`
    select to_char(day, 'YYYY-MM') as month, coalesce(-sum(amount_cents) filter (where account = 'VAT_OUTPUT'), 0)::bigint as sales,
           coalesce(sum(amount_cents) filter (where account = 'VAT_INPUT'), 0)::bigint as deducted
      from ledger_rows where account in ('VAT_OUTPUT', 'VAT_INPUT') and vat_basis_points is not null
       and day between ${firstOfMonth(present(months[0]))} and ${lastOfMonth(last)}
     group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => {
    const { sales = 0, deducted = 0 } = found.get(month) ?? {}
    return {
      month,
      sales: eurosFromCents(sales),
      deducted: eurosFromCents(deducted),
      toPay: eurosFromCents(sales - deducted),
    }
  })
}

/** What the page draws: open bills by age, cash by week ahead, tax by month. */
export async function outlook(db: Db, today: Day) {
  const cash = cashWeeksOf(await cashByDay(db), today)
  return {
    aged: agedOf(await openByDay(db), today),
    cash: cash.map(({ time, from, dueInCents, dueOutCents, onItsWayCents }) => ({
      time,
      from,
      dueIn: eurosFromCents(dueInCents),
      dueOut: eurosFromCents(dueOutCents),
      onItsWay: eurosFromCents(onItsWayCents),
    })),
    tax: await taxByMonth(db, today),
  }
}
