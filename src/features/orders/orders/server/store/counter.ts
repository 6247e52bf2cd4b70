import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { qrCodeOf } from '#platform/server/documents/qr-code.ts'
import type { BaseContext, Services } from '#platform/server/http/context.ts'
import { countAttempt } from '#platform/server/http/limits.ts'
import { createLinkToken, type LinkToken, revokeLinkTokens, subjectOf } from '#platform/server/http/link-tokens.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { orderLinks } from '../../link-contract.ts'
import { storeTokenMover } from '../../rules/transitions.ts'
import { type By, setPackage } from '../moves/commands.ts'
import { moveOrder } from '../moves/move.ts'
import { lockOrder, type OrderRecord, updateOrder } from '../moves/record.ts'
import { findActiveStore } from './seller.ts'
import { storeActor } from './store-page.ts'

/** A link lasts as long as somebody stands at a counter. */
const LINK_DAYS = 1

/**
 * Opens an order for the clerk of a store: O2 or O4 where it has not begun or has a package, and a new link. The one
 * before opens nothing any more.
 * @throws ORDER_STEP_NOT_ALLOWED once the agreement is out for signing
 */
export async function openCounter(db: Db, services: Services, found: OrderRecord, by: By, bikeStoreId: string) {
  const { env, config } = services
  const { status } = found.order
  if (status !== 'NOT_STARTED' && status !== 'PENDING' && status !== 'PACKAGE_PROVIDED')
    throw new AppError('ORDER_STEP_NOT_ALLOWED', { details: { from: status, to: 'PENDING', unmet: [] } })
  await findActiveStore(db, bikeStoreId)
  const record = status === 'PENDING' ? found : await moveOrder(db, services, found, { to: 'PENDING', ...by })
  const { order } = await updateOrder(db, services, record, {
    bike_store_id: bikeStoreId,
    online_shop_name: null,
    is_online_order: false,
  })
  await revokeLinkTokens(db, 'counter', { subjectId: order.id }, env.now())
  const { token, expiresAt } = await createLinkToken(db, env, {
    purpose: 'counter',
    days: LINK_DAYS,
    companyId: order.company_id,
    subjectId: order.id,
    createdBy: by.actor.userId,
  })
  const url = config.origin + pageUrl('counter', { token })
  return { url, qr: qrCodeOf(url), expiresAt: expiresAt.toISOString() }
}

/** What the clerk sees: who buys by the first name, and what has been filled in; no employer, limit or instalment. */
export function counterView({ order, related: s }: OrderRecord) {
  const isFilled = order.status !== 'PENDING' && order.bike_brand !== null
  return {
    orderNumber: order.order_number,
    storeName: s.store_name ?? '',
    firstName: s.first_name,
    isOpen: order.status === 'PENDING',
    bike: isFilled ? `${order.bike_brand} ${order.bike_model}` : null,
    total: isFilled && order.total_price_cents !== null ? eurosFromCents(order.total_price_cents) : null,
  }
}

/** The refusals of a price whose limit is not the store's to know. */
const ofPrice: ReadonlySet<string> = new Set([
  'PRICE_OVER_LIMIT',
  'LEASING_PERIOD_BELOW_MINIMUM',
  'LEASING_CAMPAIGN_PERIOD_TOO_SHORT',
])
const isOfPrice = (error: unknown): boolean => error instanceof AppError && ofPrice.has(error.code)

type CounterCall = Pick<BaseContext, 'db' | 'database' | 'clientAddress'> & Services & { readonly token: LinkToken }

/**
 * The clerk's bike and price (O3 by the store's link).
 * @throws COUNTER_PRICE_REFUSED, ORDER_STEP_NOT_ALLOWED, and TOO_MANY_REQUESTS for whoever tries out prices
 */
export async function fillCounter(
  context: CounterCall,
  body: BodyOf<typeof orderLinks.fillCounter>,
): Promise<OrderRecord> {
  const { db, database, token, clientAddress } = context
  const who = { identifier: token.id, address: clientAddress }
  await countAttempt(database.primary, 'counter', who, context.env.now())
  const record = (await lockOrder(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
  const { order } = record
  if (order.status !== 'PENDING' || !order.bike_store_id)
    throw new AppError('ORDER_STEP_NOT_ALLOWED', {
      details: { from: order.status, to: 'PACKAGE_PROVIDED', unmet: [] },
    })
  const by = { mover: storeTokenMover, actor: storeActor }
  const input = { bikeStoreId: order.bike_store_id, isOnlineOrder: false, package: body.package }
  return setPackage(db, context, record, by, input).catch((error: unknown) => {
    throw isOfPrice(error) ? new AppError('COUNTER_PRICE_REFUSED') : error
  })
}
