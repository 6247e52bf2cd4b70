import { AppError, fail } from '#platform/contract/errors.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Handlers, Services } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import type { LinkToken } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { orders } from '../contract.ts'
import { deliveryTokenMover } from '../rules/transitions.ts'
import { mayReportDelivery, type OrderStatus } from '../rules.ts'
import { reportDelivery } from './commands.ts'
import { findSealedCode } from './queries.ts'
import { findOrder, lockOrder, type OrderRecord } from './record.ts'

type TokenCalls = 'deliveryPage' | 'reportDelivery' | 'storePage' | 'checkCode'

function deliveryView(record: OrderRecord, token: LinkToken, services: Services) {
  const { order, related: s } = record
  return {
    orderNumber: order.order_number,
    bike: `${order.bike_brand} ${order.bike_model}`,
    store: s.store_name,
    firstName: s.first_name,
    by: token.userId ? ('EMPLOYEE' as const) : ('STORE' as const),
    confirmedDay: order.commitment_day,
    today: helsinkiDay(services.env.now()),
    frameNumber: order.frame_number,
    deliveryDay: order.delivery_day,
    open: mayReportDelivery(order.status, order.resume_status),
  }
}

/** What a link alone opens: one order, and of it only what the page needs. */
export const tokenHandlers: Pick<Handlers<typeof orders>, TokenCalls> = {
  async deliveryPage(_request, context) {
    const record = (await findOrder(context.db, scopeOfAll, context.token.subjectId!)) ?? fail('NOT_FOUND')
    return deliveryView(record, context.token, context)
  },
  async reportDelivery({ body }, context) {
    const { db, token } = context
    const record = (await lockOrder(db, scopeOfAll, token.subjectId!)) ?? fail('NOT_FOUND')
    const reportedBy = token.userId ? ('EMPLOYEE' as const) : ('STORE' as const)
    const actor = { kind: reportedBy, userId: token.userId }
    return deliveryView(
      await reportDelivery(db, context, record, { mover: deliveryTokenMover, actor, reportedBy }, body),
      token,
      context,
    )
  },
  async storePage(_request, context) {
    const { brand } = context
    const { order, related: s } =
      (await findOrder(context.db, scopeOfAll, context.token.subjectId!)) ?? fail('NOT_FOUND')
    return {
      orderNumber: order.order_number,
      storeName: s.store_name!,
      buyerName: `${s.first_name} ${s.last_name}`,
      bike: `${order.bike_brand} ${order.bike_model}`,
      frameSize: order.frame_size,
      colour: order.bike_colour,
      accessories: order.accessories.map(({ name, priceCents }) => ({ name, price: eurosFromCents(priceCents) })),
      totalAmount: eurosFromCents(order.total_price_cents ?? 0),
      isOnlineOrder: order.is_online_order,
      delivery: order.delivery_method,
      deliveryAddress: order.delivery_address,
      orderStatus: order.status as OrderStatus,
      invoiceTo: {
        name: brand.legalName,
        businessId: brand.businessId,
        eInvoiceAddress: brand.eInvoiceAddress,
        operatorId: brand.operatorId,
        reference: order.order_number,
      },
      invoiceReceived: s.invoice_id !== null,
      paidDay: order.order_paid_day,
      paymentTermsDays: s.store_payment_terms_days ?? 14,
      frameNumber: order.frame_number,
      deliveryDay: order.delivery_day,
    }
  },
  async checkCode({ body }, { db, database, env, clientAddress, token, vault }) {
    // Six digits would not last long against many addresses that guess at once: the link itself is counted, too.
    const who = { identifier: token.id, address: clientAddress }
    await countAttempt(database.primary, 'store-code', who, env.now())
    const sealed = await findSealedCode(db, token.subjectId!)
    if (!sealed) throw new AppError('NOT_FOUND')
    const right = vault.open(sealed) === body.code
    // Only wrong codes wear the limit out: a busy counter asks again for the right one.
    if (right) await forgiveAttempt(db, 'store-code', who, env.now())
    return { right }
  },
}
