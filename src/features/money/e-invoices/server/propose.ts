import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import type { proposalGrounds } from '../contract.ts'
import { orderNumbersIn, possibleCodesIn } from '../rules.ts'
import type { ReceivedInvoice } from './finvoice-read.ts'

interface Proposal {
  readonly orderId: string
  readonly ground: (typeof proposalGrounds)[number]
}

const MAX_CANDIDATES = 500

/** The checked invoice of a store that bears a number. */
export async function findCredited(db: Db, storeId: string, number: string) {
  return db
    .selectFrom('invoices')
    .select(['id', 'order_id'])
    .where('direction', '=', 'PURCHASE')
    .where('bike_store_id', '=', storeId)
    .where('number', '=', number)
    .where('credited_invoice_id', 'is', null)
    .executeTakeFirst()
}

/**
 * The order of the store that a received invoice most likely belongs to: a credit note's is that of the invoice that it
 * names; else the order's number stands in it, else its security code, else it is the only one waiting with exactly this
 * price. Null when nothing is that certain.
 */
export async function proposeOrder(
  db: Db,
  { vault }: Pick<Services, 'vault'>,
  { storeId, invoice }: { storeId: string; invoice: ReceivedInvoice },
): Promise<Proposal | null> {
  const credited = invoice.originalNumber ? await findCredited(db, storeId, invoice.originalNumber) : undefined
  if (credited?.order_id) return { orderId: credited.order_id, ground: 'CREDITED_INVOICE' }
  const candidates = await db
    .selectFrom('orders')
    .select(['id', 'order_number', 'security_code_sealed', 'total_price_cents', 'purchase_invoice_id'])
    .where('bike_store_id', '=', storeId)
    .where('status', 'not in', [
      'NOT_STARTED',
      'PENDING',
      'PACKAGE_PROVIDED',
      'ALL_INFO_PROVIDED',
      'CANCELLED',
      'REFUNDED',
    ])
    .orderBy('status_changed_at', 'desc')
    .limit(MAX_CANDIDATES)
    .execute()
  const texts = [...invoice.hints, ...invoice.lines.flatMap((line) => [line.description, line.note ?? ''])]
  const numbers = orderNumbersIn(texts)
  const byNumber = candidates.filter((order) => numbers.includes(order.order_number))
  if (byNumber.length === 1) return { orderId: present(byNumber[0]).id, ground: 'ORDER_NUMBER' }
  const codes = possibleCodesIn(texts)
  const byCode =
    codes.length === 0
      ? []
      : candidates.filter(({ security_code_sealed: sealed }) => sealed !== null && codes.includes(vault.open(sealed)))
  if (byCode.length === 1) return { orderId: present(byCode[0]).id, ground: 'SECURITY_CODE' }
  const bySum = candidates.filter(
    (order) => order.total_price_cents === invoice.totalCents && order.purchase_invoice_id === null,
  )
  return bySum.length === 1 ? { orderId: present(bySum[0]).id, ground: 'STORE_AND_SUM' } : null
}
