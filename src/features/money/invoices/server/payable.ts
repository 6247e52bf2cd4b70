import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Brand } from '#platform/values/brand.ts'
import type { Cents } from '#platform/values/money.ts'
import { nextGate, type PayableFacts, type PayableProblem, type PaymentGate, payable } from '../rules/payable.ts'
import type { InvoiceStage } from '../rules/settlement.ts'
import type { InvoiceDirection } from '../rules.ts'

interface FactRow {
  id: string
  direction: InvoiceDirection
  stage: InvoiceStage
  credit_note: boolean
  total_cents: Cents
  credited_cents: Cents
  open_cents: Cents
  in_shop: boolean
  matched: boolean
  order_status: OrderStatus | null
  delivered: boolean
  bought: boolean
  other_number: string | null
  early: boolean
  disputed: boolean
  iban: string | null
  registered: boolean
  register_iban: string | null
}

/** What is read, and whose account pays. */
interface Paying {
  readonly db: Db
  readonly brand: Pick<Brand, 'iban'>
}

/** An invoice `b` that is the one to pay of its order: matched, approved or paid, and not credited. */
const isTheOne = sql`
  b.direction = 'PURCHASE' and b.credited_invoice_id is null
  and b.credited_cents < b.total_cents and b.stage not in ('INVALIDATED', 'DELETED', 'STARTED', 'INVOICED')
  and (b.matched_at is not null or b.paid_cents > 0 or b.stage in ('APPROVED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK'))`

/** The number of the invoice of an order that is the one to pay; null without one. */
export const invoiceToPay = (orderId: RawBuilder<unknown>) => sql<string | null>`
  (select coalesce(b.number, '–') from invoices b where b.order_id = ${orderId} and ${isTheOne}
    order by b.matched_at is null, b.created_at, b.id limit 1)`

async function rowsOf({ db }: Paying, ids: readonly string[]): Promise<FactRow[]> {
  const found = await sql<FactRow>`
    select i.id, i.direction, i.stage, i.credited_invoice_id is not null as credit_note, i.total_cents, i.credited_cents, i.open_cents,
           i.seller_name is not null as in_shop, i.matched_at is not null as matched, i.early_payment_at is not null as early, i.disputed_at is not null as disputed,
           o.status as order_status, o.delivery_day is not null as delivered,
           coalesce((select c.status = 'COMPLETED' and c.bike_at = 'SOLD' from order_cancellations c where c.order_id = o.id
                      order by c.opened_at desc, c.id desc limit 1), false) as bought,
           (select coalesce(b.number, '–') from invoices b where b.order_id = i.order_id and b.id <> i.id and ${isTheOne}
             order by b.matched_at is null, b.created_at, b.id limit 1) as other_number,
           replace(i.iban, ' ', '') as iban, replace(coalesce(s.iban, l.iban), ' ', '') as register_iban,
           i.party = 'STORE' or i.leasing_company_id is not null as registered
      from invoices i left join orders o on o.id = i.order_id left join bike_stores s on s.id = i.bike_store_id
      left join leasing_companies l on l.id = i.leasing_company_id
     where i.id = any(${[...ids]}::uuid[])`.execute(db)
  return found.rows
}

const factsOf = (row: FactRow, { brand }: Paying): PayableFacts => ({
  direction: row.direction,
  stage: row.stage,
  isCreditNote: row.credit_note,
  totalCents: row.total_cents,
  creditedCents: row.credited_cents,
  openCents: row.open_cents,
  isPaidInShop: row.in_shop,
  isMatched: row.matched,
  order: row.order_status && { status: row.order_status, isDelivered: row.delivered, isBought: row.bought },
  otherNumber: row.other_number,
  isPaidEarly: row.early,
  isDisputed: row.disputed,
  iban: row.iban || null,
  registerIban: row.registered ? row.register_iban || null : undefined,
  ownIban: brand.iban.replaceAll(' ', ''),
})

/** What `payable` asks about invoices that the caller may reach, by their ids. */
export async function payableFacts(paying: Paying, invoiceIds: readonly string[]): Promise<Map<string, PayableFacts>> {
  return new Map((await rowsOf(paying, invoiceIds)).map((row) => [row.id, factsOf(row, paying)]))
}

/** Why an invoice cannot be paid, as it travels: the reason, and the other invoice that stands in its way. */
export interface Unpayable {
  readonly problem: PayableProblem
  readonly otherNumber: string | null
}

/** What keeps an invoice from a gate, as it travels; null when nothing does. */
export function unpayable(facts: PayableFacts, gate: PaymentGate, payingCents?: Cents): Unpayable | null {
  const problem = payable(facts, gate, payingCents)
  return problem && { problem, otherNumber: problem === 'OTHER_INVOICE' ? facts.otherNumber : null }
}

/** @throws INVOICE_NOT_PAYABLE with the reason where a locked invoice may not pass a gate */
export async function requirePayable(paying: Paying, invoiceId: string, gate: PaymentGate): Promise<void> {
  const facts = (await payableFacts(paying, [invoiceId])).get(invoiceId)
  const refused = facts && unpayable(facts, gate)
  if (refused) throw new AppError('INVOICE_NOT_PAYABLE', { details: refused })
}

/** What keeps a purchase from its next gate; null for one that has left for the bank, or is none to pay. */
export function unpayableNext(facts: PayableFacts): Unpayable | null {
  const gate = nextGate(facts)
  return gate && unpayable(facts, gate)
}
