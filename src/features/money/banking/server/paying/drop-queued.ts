import { notify, settleNotices, staffUserIds } from '#features/ground/notifications/server/notify.ts'
import type { LedgerPorts } from '#features/money/invoices/ledger/server/ports.ts'
import { stepInvoice } from '#features/money/invoices/ledger/server/steps.ts'
import { lockInvoice } from '#features/money/invoices/server/queries.ts'
import { fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import type { Cents } from '#platform/values/money.ts'
import { type DropReason, removableStates } from '../../rules.ts'
import { logOrder } from '../repaying/repay.ts'
import { giveUpFile, lockFile } from './payment-files.ts'
import { setPaymentOrderState } from './payment-orders.ts'

/** The payment of an invoice that has not left for the bank. */
const waitingOrder = (db: Db, invoiceId: string) =>
  db
    .selectFrom('payment_orders')
    .select(['id', 'kind', 'company_id', 'invoice_id', 'payment_file_id', 'amount_cents'])
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', [...removableStates])

type WaitingOrder = Awaited<ReturnType<ReturnType<typeof waitingOrder>['executeTakeFirstOrThrow']>>

/** Locks as a release does: the invoice first, then the file, then its payments. A file made meanwhile is locked in turn. */
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
 * Less is owed of a locked invoice than before: the bank's order that what is left does not cover is taken out, and the
 * file that holds it, which nobody has released, is given up. An order that is still covered stays, with its file, unless
 * what was bought has been cancelled.
 */
export const dropQueued: LedgerPorts['dropQueued'] = async (db, services, { invoiceId, because, actor }) => {
  const held = await lockWaitingOrder(db, invoiceId)
  if (!held) return
  const { open_cents } = await db
    .selectFrom('invoices')
    .select('open_cents')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const open: Cents = open_cents ?? 0
  const isCovered = held.order.amount_cents <= (held.order.kind === 'REPAYMENT' ? -open : open)
  if (isCovered && because !== 'ORDER_CANCELLED') return
  await takeOut(db, services, { ...held, because, actor })
}

interface TakenOut {
  readonly order: WaitingOrder
  readonly file: Awaited<ReturnType<typeof lockFile>> | null
  readonly because: DropReason
  readonly actor: Actor
}

async function takeOut(db: Db, services: Services, { order, file, because, actor }: TakenOut): Promise<void> {
  if (file) await giveUpFile(db, services, { id: file.id, actor, isOurs: true })
  await setPaymentOrderState(db, services, order.id, 'REMOVED', because)
  await logOrder(db, services, actor, { id: order.id, to: 'REMOVED', because, invoiceId: order.invoice_id })
  if (order.kind === 'REPAYMENT') await revokeLinkTokens(db, 'repayment', { subjectId: order.id }, services.env.now())
  await settleNotices(db, services.env.now(), order.id, [])
  const invoice = (await lockInvoice(db, scopeOfAll, order.invoice_id)) ?? fail('NOT_FOUND')
  if (order.kind === 'INVOICE')
    await stepInvoice(db, services, invoice, { to: 'PAYMENT_TRANSACTION_REMOVED', by: 'BANK', actor })
  await notify(db, services, await staffUserIds(db, 'bank:pay'), {
    type: 'GENERAL',
    template: file ? 'banking:notice.fileGivenUp' : 'banking:notice.orderDropped',
    link: pageUrl('adminBank', {}, { tab: 'orders' }),
    companyId: order.company_id,
    mail: true,
    values: {
      number: invoice.number ?? '',
      amount: { cents: order.amount_cents },
      because: { text: `banking:order.reasons.${because}`, values: {} },
      count: (file?.payment_count ?? 1) - 1,
    },
  })
}
