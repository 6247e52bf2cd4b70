import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import type { Cents } from '#platform/values/money.ts'
import { removableStates } from '../rules.ts'
import { giveUpFile } from './payment-files.ts'
import { setPaymentOrderState } from './payment-orders.ts'
import { logOrder } from './repay.ts'

interface PaidOtherwise {
  readonly invoiceId: string
  readonly amountCents: Cents
  readonly actor: Actor
  readonly reason: string
}

/** The repayment of an invoice that has not left for the bank. */
const waitingOrder = (db: Db, invoiceId: string) =>
  db
    .selectFrom('payment_orders')
    .select(['id', 'payment_file_id', 'amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'REPAYMENT')
    .where('state', 'in', [...removableStates])

/**
 * Money of an invoice has gone back another way: the bank's order of it is taken out, and the file that holds it, which
 * nobody has released, is given up. An order that what is left still covers stays.
 */
export async function dropRepayment(db: Db, services: Pick<Services, 'env'>, paid: PaidOtherwise): Promise<void> {
  // In the order in which a release holds them: the file, its payments, the invoice.
  const found = await waitingOrder(db, paid.invoiceId).executeTakeFirst()
  if (found?.payment_file_id) await giveUpFile(db, services, { id: found.payment_file_id, actor: paid.actor })
  const order = await waitingOrder(db, paid.invoiceId).forUpdate().executeTakeFirst()
  if (!order || order.payment_file_id !== null) return
  const invoice = await db
    .selectFrom('invoices')
    .select('open_cents')
    .where('id', '=', paid.invoiceId)
    .executeTakeFirstOrThrow()
  if (order.amount_cents + paid.amountCents <= -(invoice.open_cents ?? 0)) return
  await setPaymentOrderState(db, services, order.id, 'REMOVED', paid.reason)
  await revokeLinkTokens(db, 'repayment', { subjectId: order.id }, services.env.now())
  await logOrder(db, services, paid.actor, { id: order.id, to: 'REMOVED', invoiceId: paid.invoiceId })
}
