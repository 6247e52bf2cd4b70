import { type RawBuilder, sql } from 'kysely'
import { reconciliation } from '#features/money/bookkeeping/server/books.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Day } from '#platform/values/days.ts'
import { forbiddenOfTransfers, forbiddenOnline, serviceDifference } from './invariants-passing-on.ts'

/** Rows that must not be there, as texts. */
export type Query = (day: { today: Day; since: Day }) => RawBuilder<{ what: string }>

/**
 * What holds after every day. `since` is the day before: rows that are frozen when they are made are looked at once.
 */
const forbidden: Record<string, Query> = {
  'what is paid is what the payments say': () => sql`
    select i.number || ' ' || i.paid_cents || ' ' || coalesce(p.cents, 0) as what from invoices i
      left join (select invoice_id, sum(case direction when 'IN' then amount_cents else -amount_cents end) as cents from payments group by 1) p
        on p.invoice_id = i.id
     where i.stage not in ('UNSAVED', 'DELETED')
       and i.paid_cents <> case i.direction when 'SALES' then coalesce(p.cents, 0) else -coalesce(p.cents, 0) end`,
  'what is credited is what the credit notes say': () => sql`
    select i.number || ' ' || i.credited_cents || ' ' || coalesce(n.cents, 0) as what from invoices i
      left join (select credited_invoice_id, -sum(total_cents) as cents from invoices
                  where credited_invoice_id is not null and stage not in ('UNSAVED', 'UNFINISHED', 'DELETED', 'INVALIDATED') group by 1) n
        on n.credited_invoice_id = i.id
     where i.credited_invoice_id is null and i.credited_cents <> coalesce(n.cents, 0)`,
  'a credit note takes back its lines at their rate and no more than they were': () => sql`
    select l.id || ' ' || l.gross_cents as what from invoice_lines c join invoice_lines l on l.id = c.credits_line_id
     group by l.id, l.gross_cents, l.vat_basis_points
    having -sum(c.gross_cents) > l.gross_cents or bool_or(c.vat_basis_points <> l.vat_basis_points) or bool_or(c.gross_cents > 0)`,
  'an invoice is the sum of its lines, with its tax': () => sql`
    select coalesce(i.number, i.id::text) as what from invoices i join invoice_lines l on l.invoice_id = i.id
     where i.party <> 'STORE' and i.direction = 'SALES' group by i.id
    having i.total_cents <> sum(l.gross_cents) or i.total_cents <> i.net_cents + i.vat_cents + coalesce(i.rounding_cents, 0)`,
  'no more waits for the bank than is open': () => sql`
    select i.number || ' ' || sum(o.amount_cents) || ' ' || i.open_cents as what from payment_orders o join invoices i on i.id = o.invoice_id
     where o.state in ('ASKED', 'TO_CONFIRM', 'QUEUED') group by i.id, o.kind
    having sum(o.amount_cents) > greatest(case o.kind when 'INVOICE' then i.open_cents else -i.open_cents end, 0)`,
  'each payment that the bank has booked is one payment of its invoice': () => sql`
    select i.number || ' ' || o.id as what from payment_orders o join invoices i on i.id = o.invoice_id
     where o.state = 'PAID' and (select count(*) from payments p join bank_entries e on e.id = p.entry_id
            where p.invoice_id = i.id and e.end_to_end_id = replace(o.id::text, '-', '') and p.reverses_payment_id is null) <> 1`,
  'the ledger owes the seller of a purchase what is open of it': () => sql`
    select i.number || ' ' || i.open_cents || ' ' || coalesce(sum(r.amount_cents), 0) as what from invoices i
      left join invoices n on n.id = i.id or n.credited_invoice_id = i.id
      left join ledger_rows r on r.invoice_id = n.id and r.account = 'PAYABLES'
     where i.direction = 'PURCHASE' and i.credited_invoice_id is null and i.stage not in ('STARTED', 'INVOICED', 'RECEIVED', 'INVALIDATED')
     group by i.id having i.open_cents <> -coalesce(sum(r.amount_cents), 0)`,
  'each voucher of the ledger balances': () => sql`
    select voucher as what from ledger_rows group by voucher having sum(amount_cents) <> 0`,
  'a month of a lease is billed to its employer once': () => sql`
    select l.agreement_id || ' ' || l.purpose || ' ' || split_part(l.source_key, ':', 3) || ' ' || sum(l.gross_cents + coalesce(c.cents, 0)) as what
      from invoice_lines l join invoices i on i.id = l.invoice_id and i.stage in ('NOT_SENT', 'SENT')
      join leasing_agreements a on a.id = l.agreement_id
      left join (select credits_line_id, sum(gross_cents) as cents from invoice_lines where credits_line_id is not null group by 1) c on c.credits_line_id = l.id
     where l.source_key is not null and l.purpose in ('INSTALMENT', 'FEE')
     group by l.agreement_id, l.purpose, split_part(l.source_key, ':', 3), a.instalment_cents, a.last_instalment_cents, a.admin_fee_cents
    having sum(l.gross_cents + coalesce(c.cents, 0)) > case l.purpose when 'FEE' then a.admin_fee_cents
                else greatest(a.instalment_cents, a.last_instalment_cents, max(l.gross_cents)) end
        or sum(l.gross_cents + coalesce(c.cents, 0)) < 0`,
  'tax codes add up to the value': ({ since }) => sql`
    select r.agreement_id || ' ' || r.month as what from payroll_rows r join payroll_months m on m.id = r.payroll_month_id
     where m.locked_at >= ${since}::date and r.event not in ('LEFT', 'ENDED') and r.corrects_month is null
       and (facts ->> 'code363Cents')::int + (facts ->> 'code364Cents')::int + (facts ->> 'code420Cents')::int <> (facts ->> 'valueCents')::int`,
  'nothing is kept from the pay after the month of the last working day': ({ since }) => sql`
    select r.agreement_id || ' ' || r.month as what from payroll_rows r join payroll_months m on m.id = r.payroll_month_id
      join leasing_agreements a on a.id = r.agreement_id join beneficiary_employees e on e.id = a.beneficiary_employee_id
     where m.locked_at >= ${since}::date and r.corrects_month is null and r.month > to_char(e.last_working_day, 'YYYY-MM')
       and ((facts ->> 'grossLoweringCents')::int <> 0 or (facts ->> 'netCollectionCents')::int <> 0)`,
  'an ended lease has one reason and no later month in payroll': ({ since }) => sql`
    select a.agreement_number as what from leasing_agreements a
     where a.lease_state = 'ENDED' and (a.end_reason is null or a.ended_day is null)
    union all
    select a.agreement_number || ' ' || r.month from payroll_rows r join payroll_months m on m.id = r.payroll_month_id
      join leasing_agreements a on a.id = r.agreement_id
     where m.locked_at >= ${since}::date and r.corrects_month is null and r.event not in ('REDEEMED', 'ENDED')
       and a.lease_state = 'ENDED' and r.month > to_char(a.ended_day, 'YYYY-MM')`,
  'an ended lease is billed for no later month': () => sql`
    select a.agreement_number || ' ' || split_part(l.source_key, ':', 3) as what from invoice_lines l
      join invoices i on i.id = l.invoice_id and i.stage = 'SENT' join leasing_agreements a on a.id = l.agreement_id
      left join (select credits_line_id, sum(gross_cents) as cents from invoice_lines where credits_line_id is not null group by 1) c on c.credits_line_id = l.id
     where l.source_key is not null and a.lease_state = 'ENDED' and split_part(l.source_key, ':', 3) > to_char(a.ended_day, 'YYYY-MM')
       and l.gross_cents + coalesce(c.cents, 0) <> 0
       and exists (select 1 from billing_runs b where b.status = 'DONE' and b.approved_at > a.ended_day + interval '2 days')`,
  'a lease has one end at a time and does not outlive it': ({ today }) => sql`
    select a.agreement_number as what from leasing_agreements a join agreement_endings n on n.agreement_id = a.id and n.closed_at is null and n.kind <> 'CLAIM'
     group by a.id having count(*) > 1
    union all
    select a.agreement_number from leasing_agreements a where a.lease_state = 'ACTIVE' and least(a.ends_on, a.end_day) < ${today} and a.updated_at < ${today}::date
       and not exists (select 1 from agreement_endings n where n.id = a.ends_by and (not n.is_ready or n.updated_at >= ${today}::date))`,
  'nothing refunded has an open line': () => sql`
    select o.order_number as what from orders o join order_cancellations c on c.order_id = o.id join order_cancellation_lines l on l.order_cancellation_id = c.id
     where o.status = 'REFUNDED' and l.state = 'OPEN'`,
  // Messages are kept for thirteen months.
  'a bill of a person that is open has been sent to them': ({ today }) => sql`
    select i.number as what from invoices i where i.party = 'PERSON' and i.stage = 'SENT' and i.open_cents > 0 and i.credited_invoice_id is null and i.sent_at > ${today}::date - interval '1 year'
       and not exists (select 1 from outbox m join beneficiary_employees e on e.user_id = m.user_id where e.id = i.beneficiary_employee_id
                        and m.created_at >= i.sent_at - interval '1 minute')`,
  'a process that awaits its person has told them': () => sql`
    select p.what from (
      select 'redemption ' || r.id || ' ' || r.step as what, r.beneficiary_employee_id as e, r.step_changed_at as since from redemptions r where r.step = 'USER_PAYMENT_SENT'
      union all select 'return ' || r.id || ' ' || r.step, r.beneficiary_employee_id, r.step_changed_at from bike_returns r where r.step = 'APPROVED' and not r.from_employer
      union all select 'claim ' || r.id || ' ' || r.step, r.beneficiary_employee_id, r.step_changed_at from insurance_claims r where r.step in ('NEW_BIKE', 'DENIED')
    ) p join beneficiary_employees e on e.id = p.e
     where not exists (select 1 from outbox m where m.user_id = e.user_id and m.created_at >= p.since - interval '1 minute')
       and not exists (select 1 from notifications n where n.user_id = e.user_id and n.created_at >= p.since - interval '1 minute')`,
  ...forbiddenOfTransfers,
  ...forbiddenOnline,
}

/** What the bank has told is what is booked with its movements and what waits or was put aside. */
async function bankDifference(db: Db, told: number): Promise<string[]> {
  const { rows } = await sql<{ booked: number; waiting: number }>`
    select (select coalesce(sum(case direction when 'IN' then amount_cents else -amount_cents end), 0)::bigint from payments where entry_id is not null) as booked,
           (select coalesce(sum(case direction when 'CREDIT' then amount_cents else -amount_cents end), 0)::bigint from bank_entries where state in ('OPEN', 'ASIDE')) as waiting`.execute(
    db,
  )
  const { booked, waiting } = rows[0]!
  return booked + waiting === told ? [] : [`the bank told ${told}, booked are ${booked}, waiting ${waiting}`]
}

/** Everything that is asked after each day. */
export const invariantNames: readonly string[] = [
  ...Object.keys(forbidden),
  'the bank',
  'the payment service',
  'the books',
]

/** @returns what does not hold, named; `told` is the sum of what the bank has told, `online` of what the payment service has, in cents */
export async function brokenInvariants(
  db: Db,
  day: { today: Day; since: Day; told: number; online: number },
): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(forbidden)) {
    const { rows } = await query(day).execute(db)
    broken.push(...rows.slice(0, 3).map(({ what }) => `${name}: ${what}`))
  }
  broken.push(...(await bankDifference(db, day.told)).map((what) => `the bank: ${what}`))
  broken.push(...(await serviceDifference(db, day.online)).map((what) => `the payment service: ${what}`))
  const books = await reconciliation(db, day.today)
  // The simulation brings movements of the bank without statements.
  const differing = books.rows.filter(({ kind, agrees }) => kind !== 'BANK' && !agrees)
  if (differing.length > 0)
    broken.push(`the books: ${differing.map(({ kind, difference }) => `${kind} ${difference}`).join(', ')}`)
  return broken
}
