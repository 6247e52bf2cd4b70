import { type RawBuilder, sql } from 'kysely'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { SortName } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { companyNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { liveOrderStates, refundsUnderWay } from '../../rules.ts'

/** The states in which a refund's money may still go back, for a statement. */
export const isUnderWay = sql.join(refundsUnderWay.map((state) => sql.lit(state)))

const owed = sql.join(owedStages.map((stage) => sql.lit(stage)))
const onItsWay = sql.join(liveOrderStates.map((state) => sql.lit(state)))

/**
 * The account whose standing payments to an invoice come to what is to be repaid, the one that paid last first. Only what
 * the bank's own connection has told counts, or a file that another person than whoever repays has confirmed.
 */
export const payingAccountOf = (invoiceId: RawBuilder<unknown>, cents: RawBuilder<unknown>, repayer: string) => sql<{
  iban: string
}>`
  select replace(e.counterparty_iban, ' ', '') as iban from payments p join bank_entries e on e.id = p.entry_id
   join bank_files f on f.id = e.bank_file_id and (f.created_by is null or f.confirmed_by <> ${repayer})
   where p.invoice_id = ${invoiceId} and p.direction = 'IN' and p.reverses_payment_id is null and e.counterparty_iban is not null
     and not exists (select 1 from payments r where r.reverses_payment_id = p.id)
   group by replace(e.counterparty_iban, ' ', '') having sum(p.amount_cents) >= ${cents}
   order by max(p.created_at) desc, max(p.id::text) desc limit 1`

/** The person whom an invoice `i` bills, as lists name people; null where it bills nobody of their own. */
export const personBilled = sql<
  string | null
>`(select concat_ws(' ', u.last_name, u.first_name) from beneficiary_employees e join users u on u.id = e.user_id
  where e.id = i.beneficiary_employee_id and i.party = 'PERSON')`

/** A payment order `o` whose account an admin of the payer's company has still to approve, or to name. */
export const awaitsCompany = sql<boolean>`(o.needs_approval and o.approved_at is null and o.state in ('ASKED', 'TO_CONFIRM'))`

/** An invoice `i` with too much paid of which nothing is on its way back. */
export const isToRepay = sql<boolean>`i.open_cents < 0 and i.direction = 'SALES' and i.stage = 'SENT'
  and not exists (select 1 from paytrail_refunds r where r.invoice_id = i.id and r.state in (${isUnderWay}))
  and not exists (select 1 from payment_orders o where o.invoice_id = i.id and o.state in (${onItsWay}))`

/** What is with the bank of a purchase `i`, and not booked yet. */
export const withBank = sql<number>`coalesce((select sum(o.amount_cents) from payment_orders o
  where o.invoice_id = i.id and o.kind = 'INVOICE' and o.state = 'SENT'), 0)::bigint`

/** What a seller is expected to give back of a purchase `i`: all that has been paid, or is with the bank, beyond what is owed. */
export const expectedBack = sql<number>`(${withBank} - i.open_cents)`

/** A purchase `i` of which something is expected back. */
export const isExpectedBack = sql<boolean>`(i.direction = 'PURCHASE' and i.credited_invoice_id is null and i.stage in (${owed})
  and i.id in (select id from invoices where open_cents < 0 and direction = 'PURCHASE' and credited_invoice_id is null
               union select invoice_id from payment_orders where state = 'SENT' and kind = 'INVOICE')
  and ${expectedBack} > 0)`

/** Invoices with too much paid: bills of which nothing is on its way back, and purchases until the seller has paid back. */
const isOverpaid = sql<boolean>`(${isToRepay} or ${isExpectedBack})`

const columns = { dueDay: { filled: sql.ref('i.due_day') }, companyName: companyNameOf('i.company_id') }

/** Invoices with too much paid, or on its way, the earliest due day first, each with the account that proves itself to its reader. */
export async function listOverpaid(
  db: Db,
  {
    userId,
    sort = 'dueDay',
    ...of
  }: { page: number; limit: number; userId: string; sort?: SortName<'dueDay' | 'companyName'> },
) {
  const order = sortedBy(sort, columns, sql.ref('i.id'))
  const found = db.selectFrom('invoices as i').where(isOverpaid)
  const ids = found
    .select('i.id')
    .orderBy(order)
    .limit(of.limit)
    .offset((of.page - 1) * of.limit)
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('bike_stores as s', 's.id', 'i.bike_store_id')
    .leftJoin('leasing_companies as r', 'r.id', 'i.leasing_company_id')
    .select(['i.id', 'i.number', 'i.direction', 'i.due_day', 'c.name as company'])
    .select(sql<number>`case i.direction when 'PURCHASE' then ${expectedBack} else -i.open_cents end`.as('cents'))
    .select(sql<number>`case i.direction when 'PURCHASE' then ${withBank} else 0 end`.as('with_bank'))
    .select(
      sql<string>`case i.direction when 'PURCHASE' then coalesce(s.name, i.seller_name, r.name, c.name)
        else coalesce(${personBilled}, i.buyer ->> 'name', c.name) end`.as('payer'),
    )
    .select(sql<string | null>`(${payingAccountOf(sql`i.id`, sql`-i.open_cents`, userId)})`.as('iban'))
    .select((eb) =>
      eb
        .selectFrom('leasing_companies as l')
        .select('l.iban')
        .whereRef('l.id', '=', 'i.leasing_company_id')
        .where('i.party', '=', 'LESSOR')
        .as('register_iban'),
    )
    .where('i.id', 'in', ids)
    .orderBy(order)
    .execute()
  const items = rows.map((row) => ({
    invoiceId: row.id,
    number: row.number,
    direction: row.direction as 'PURCHASE' | 'SALES',
    payer: row.payer,
    companyName: row.company,
    amount: eurosFromCents(row.cents),
    withBank: eurosFromCents(Math.min(row.with_bank, row.cents)),
    iban: row.iban,
    registerIban: row.register_iban,
  }))
  return pageOf(items, { ...of, total: await countOf(db, found) })
}
