import { notify, staffUserIds } from '#features/notifications/server/notify.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import type { Cents } from '#platform/values/money.ts'
import { removableStates } from '../rules.ts'
import { giveUpFile, lockFile } from './payment-files.ts'
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
    .select(['id', 'company_id', 'payment_file_id', 'amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'REPAYMENT')
    .where('state', 'in', [...removableStates])

/** Locks in the order in which a release does: the file, its payments. A file that was made meanwhile is locked in turn. */
async function lockWaitingOrder(db: Db, invoiceId: string) {
  for (;;) {
    const found = await waitingOrder(db, invoiceId).executeTakeFirst()
    const file = found?.payment_file_id ? await lockFile(db, found.payment_file_id) : null
    const order = await waitingOrder(db, invoiceId).forUpdate().executeTakeFirst()
    if (!order) return null
    if (order.payment_file_id === (file?.id ?? null)) return { order, file }
  }
}

/**
 * Money of an invoice has gone back another way: the bank's order of it is taken out, and the file that holds it, which
 * nobody has released, is given up; the staff hear of it. An order that what is left still covers stays, with its file.
 */
export async function dropRepayment(db: Db, services: Services, paid: PaidOtherwise): Promise<void> {
  const held = await lockWaitingOrder(db, paid.invoiceId)
  if (!held) return
  const { order, file } = held
  const invoice = await db
    .selectFrom('invoices')
    .select(['open_cents', 'number'])
    .where('id', '=', paid.invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order.amount_cents + paid.amountCents <= -(invoice.open_cents ?? 0)) return
  if (file) await giveUpFile(db, services, { id: file.id, actor: paid.actor })
  await setPaymentOrderState(db, services, order.id, 'REMOVED', paid.reason)
  await revokeLinkTokens(db, 'repayment', { subjectId: order.id }, services.env.now())
  await logOrder(db, services, paid.actor, { id: order.id, to: 'REMOVED', invoiceId: paid.invoiceId })
  await notify(db, services, await staffUserIds(db, 'bank:pay'), {
    type: 'GENERAL',
    template: file ? 'banking:notice.fileGivenUp' : 'banking:notice.repaymentDropped',
    link: pageUrl('adminBank', {}, { tab: 'orders' }),
    companyId: order.company_id,
    mail: true,
    values: {
      number: invoice.number ?? '',
      amount: { cents: order.amount_cents },
      count: (file?.payment_count ?? 1) - 1,
    },
  })
}
