import { sql } from 'kysely'
import { type Billed, isPaidByMoney } from '#features/money/invoices/server/billed.ts'
import { addBankDays } from '#platform/values/bank-days.ts'
import type { Day } from '#platform/values/days.ts'
import { SALE_GRACE_DAYS } from '../rules.ts'
import type { BrokerageRecord } from './record.ts'

/** What a row of an offer `b` with its bill `i` tells of a sale to a company outside the service. */
export const saleColumns = [
  'i.number as invoice_number',
  'i.stage as invoice_stage',
  'i.status as invoice_status',
  'i.total_cents as invoice_total_cents',
  'i.credited_cents as invoice_credited_cents',
  'i.due_day as invoice_due_day',
  'u.language as seller_language',
  sql<boolean>`exists (select 1 from companies k where k.business_id = b.buyer_business_id and k.active and k.deleted_at is null)`.as(
    'is_buyer_customer',
  ),
] as const

type Sale = Billed & Pick<BrokerageRecord, 'buyer_name' | 'buyer_agreed_by' | 'is_buyer_customer' | 'invoice_due_day'>

/** Facts of a sale to a company outside the service. */
export function saleFacts(row: Sale, today: Day) {
  const isPaid = isPaidByMoney(row)
  return {
    hasBuyer: row.buyer_name !== null,
    isBuyerCustomer: row.is_buyer_customer,
    hasBuyerAgreed: row.buyer_agreed_by !== null,
    isPaid,
    payBy: row.invoice_due_day,
    isPaymentLate: !isPaid && row.invoice_due_day !== null && addBankDays(row.invoice_due_day, SALE_GRACE_DAYS) < today,
  }
}
