import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvents } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { referenceNumberFrom } from '#platform/values/identifiers.ts'
import { present } from '#platform/values/present.ts'
import { vatBasisOf, withVat } from '../../rules/lines.ts'
import { type PostedGroup, postingsOfInvoice } from '../../rules/posting.ts'
import type { InvoiceDirection } from '../../rules.ts'
import { nextInvoiceNumbers } from './numbers.ts'
import { postVouchers } from './post.ts'

/** Keeps the drafts of a billing run that somebody approved (UNSAVED → NOT_SENT); they will be sent. */
export async function keepDrafts(db: Db, env: Services['env'], billingRunId: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set((eb) => ({ stage: 'NOT_SENT', status: 'NOT_SENT', updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('billing_run_id', '=', billingRunId)
    .where('stage', '=', 'UNSAVED')
    .execute()
}

/** Sends a draft (NOT_SENT → SENT): posts it and takes its number. @returns the number */
export async function sendDraft(
  db: Db,
  services: Pick<Services, 'env'>,
  { id, actor }: { id: string; actor: Actor },
): Promise<string> {
  const [number] = await sendDrafts(db, services, { ids: [id], actor })
  return present(number)
}

/**
 * The due day of a draft `i` that is sent on a day: the buyer has the time to pay that it was drafted with, from the day of
 * sending, and of a month's bill not from before the month.
 */
const dueDayFrom = (today: Day) => {
  const first = sql`coalesce((i.billing_month || '-01')::date, i.issue_day)`
  return sql`i.due_day + (greatest(${today}::date, ${first}) - greatest(i.issue_day, ${first}))`
}

/**
 * Sends drafts, whose rows the caller has locked, with a fixed number of statements: numbers in the order of the ids,
 * due days, postings and events.
 * @returns their numbers
 */
export async function sendDrafts(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { ids, actor }: { ids: readonly string[]; actor: Actor },
): Promise<string[]> {
  const today = helsinkiDay(env.now())
  await dateSupplies(db, ids, today)
  await postInvoices(db, env, { ids, event: 'sent', day: today })
  // Last but for what names them: the year's counter stays locked until the commit.
  const numbers = await nextInvoiceNumbers(db, today, ids.length)
  const wanted = ids.map((id, index) => ({
    id,
    number: present(numbers[index]),
    reference: referenceNumberFrom(present(numbers[index])),
  }))
  const sent = await sql<{ id: string; company_id: string; order_id: string | null; number: string }>`
    update invoices i set number = n.number, reference_number = n.reference, stage = 'SENT', status = 'SENT', issue_day = ${today}, due_day = ${dueDayFrom(today)},
           sent_at = ${env.now()}, updated_at = ${env.now()}, version = i.version + 1
      from json_to_recordset(${JSON.stringify(wanted)}::json) n (id uuid, number text, reference text) where i.id = n.id
    returning i.id, i.company_id, i.order_id, i.number`.execute(db)
  await logEvents(
    db,
    env,
    actor,
    'INVOICE_STATUS_UPDATED',
    sent.rows.map((row) => ({
      subject: { type: 'invoice', id: row.id },
      companyId: row.company_id,
      orderId: row.order_id,
      shared: false,
      data: { from: null, to: 'SENT', number: row.number },
    })),
  )
  return numbers
}

/** Each taxed line of what is sent says its day of supply: its own, that of its invoice, or the day of sending. */
async function dateSupplies(db: Db, ids: readonly string[], today: Day): Promise<void> {
  await sql`
    update invoice_lines l set supply_day = coalesce(i.supply_day, ${today}) from invoices i
     where i.id = l.invoice_id and i.id = any(${ids}::uuid[]) and l.supply_day is null and l.vat_basis_points > 0`.execute(
    db,
  )
  await sql`
    update invoices i set supply_day = ${today} where i.id = any(${ids}::uuid[]) and i.supply_day is null
     and exists (select from invoice_lines l where l.invoice_id = i.id and l.vat_basis_points > 0)`.execute(db)
}

interface PostedRow extends PostedGroup {
  readonly invoiceId: string
  readonly companyId: string
  readonly direction: InvoiceDirection
  readonly issueDay: Day
  readonly roundingCents: number | null
  /** The year of a supply of a year that is over; null for this year's and for what comes. */
  readonly earlierYear: number | null
  readonly lastSupplyDay: Day | null
  /** The day on which the bicycle of a purchase was handed over, where it is known. */
  readonly deliveryDay: Day | null
}

/** Posts an invoice as it becomes owed, or takes its postings back (`sign` -1). */
export async function postInvoice(
  db: Db,
  env: Services['env'],
  { id, event, sign = 1 }: { id: string; event: string; sign?: 1 | -1 },
): Promise<void> {
  await postInvoices(db, env, { ids: [id], event, sign })
}

/** What the vouchers of invoices are made of; a sale of a year that is over has a voucher of its own in that year. */
async function postedRows(db: Db, ids: readonly string[], today: Day): Promise<PostedRow[]> {
  const ofMonth = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day})`
  const { rows } = await sql<PostedRow>`
    select i.id as "invoiceId", i.company_id as "companyId", i.direction, i.issue_day as "issueDay", i.rounding_cents as "roundingCents", l.purpose, l.vat_basis_points as "vatBasisPoints",
           l.later as "isLater", l.earlier as "earlierYear", max(l.supply_day) as "lastSupplyDay", max(d.delivery_day) as "deliveryDay", sum(l.net_cents)::bigint as "netCents", sum(l.gross_cents)::bigint as "grossCents"
      from invoices i left join invoices o on o.id = i.credited_invoice_id left join orders d on d.id = i.order_id and i.direction = 'PURCHASE' and o.id is null
      cross join lateral (
        select *, i.direction = 'SALES' and (o.next_supply_day is not null or (o.id is null and ${ofMonth(sql`supply_day`)} > ${ofMonth(sql`${today}::date`)})) is true as later,
               case when i.direction = 'SALES' and o.id is null and extract(year from supply_day) < extract(year from ${today}::date) then extract(year from supply_day)::int end as earlier
          from invoice_lines where invoice_id = i.id) l
     where i.id = any(${ids}::uuid[])
     group by i.id, l.purpose, l.vat_basis_points, l.later, l.earlier order by i.id, min(l.position)`.execute(db)
  return [...Map.groupBy(rows, (row) => row.invoiceId).values()].flatMap((own) =>
    withVat(own, vatBasisOf(present(own[0]).roundingCents)),
  )
}

/**
 * The day that an invoice is booked on as it becomes owed: its own; that of a purchase whose bicycle was handed over in
 * another year the day of the hand-over, because its tax is deducted in the year in which the bicycle was received.
 */
function receivedDay({ issueDay, deliveryDay }: PostedRow): Day {
  return deliveryDay && deliveryDay.slice(0, 4) !== issueDay.slice(0, 4) ? deliveryDay : issueDay
}

async function postInvoices(
  db: Db,
  env: Services['env'],
  { ids, event, day, sign = 1 }: { ids: readonly string[]; event: string; day?: Day; sign?: 1 | -1 },
): Promise<void> {
  const today = helsinkiDay(env.now())
  const rows = await postedRows(db, ids, day ?? today)
  await postVouchers(
    db,
    env,
    [...Map.groupBy(rows, (row) => `${row.invoiceId}:${event}${row.earlierYear ? `:${row.earlierYear}` : ''}`)].map(
      ([voucher, own]) => ({
        voucher: `invoice:${voucher}`,
        companyId: present(own[0]).companyId,
        day: present(own[0]).earlierYear
          ? present(
              own
                .map((row) => present(row.lastSupplyDay))
                .toSorted()
                .at(-1),
            )
          : (day ?? (sign === 1 ? receivedDay(present(own[0])) : today)),
        invoiceId: present(own[0]).invoiceId,
        postings: postingsOfInvoice(present(own[0]).direction, own, sign),
      }),
    ),
  )
  if (rows.some((row) => row.isLater)) await tellNextSupply(db, ids, day ?? today)
}

/** The first day on which something of an invoice that bills later months is supplied. */
async function tellNextSupply(db: Db, ids: readonly string[], today: Day): Promise<void> {
  await sql`
    update invoices i set next_supply_day = n.day
      from (select invoice_id, min(supply_day) as day from invoice_lines where invoice_id = any(${ids}::uuid[]) and supply_day > ${lastOfMonth(today)} group by 1) n
     where i.id = n.invoice_id and i.direction = 'SALES' and i.credited_invoice_id is null`.execute(db)
}
