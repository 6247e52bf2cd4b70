import { sql } from 'kysely'
import { storeAddress } from '#features/pricing/bike-stores/server/queries.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { orders } from '../../contract.ts'
import type { OrderColumns, OrderRow, RelatedRows } from '../moves/record.ts'

/** Who sells an order's bicycle: a store of the register, or an online shop by the name that the buyer has written. */
type Seller = Pick<OrderRow, 'bike_store_id' | 'online_shop_name'>

export const hasSeller = (order: Seller): boolean => order.bike_store_id !== null || order.online_shop_name !== null

/** Whether the seller is an online shop that is no store of the register. */
export const isFromOnlineShop = (order: Seller): boolean =>
  order.bike_store_id === null && order.online_shop_name !== null

/** The seller's name in every query on `orders o left join bike_stores s`. */
export const sellerName = sql<string | null>`coalesce(s.name, o.online_shop_name)`

/** A store that can sell, as an order bears it. @throws VALIDATION at the field */
export async function findActiveStore(db: Db, bikeStoreId: string): Promise<Partial<RelatedRows>> {
  const store = await db
    .selectFrom('bike_stores as s')
    .select([
      's.name',
      's.email',
      's.phone',
      's.payment_terms_days',
      's.opening_hours',
      's.language',
      storeAddress.as('address'),
    ])
    .where('s.id', '=', bikeStoreId)
    .where('s.active', '=', true)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!store) return failField('bikeStoreId', 'NOT_IN_LIST', 'is not an active bike store')
  return {
    store_name: store.name,
    store_email: store.email,
    store_phone: store.phone,
    store_address: store.address,
    store_opening_hours: store.opening_hours,
    store_language: store.language,
    store_active: true,
    store_payment_terms_days: store.payment_terms_days,
  }
}

export type ChosenSeller = Pick<
  BodyOf<typeof orders.setPackage>,
  'bikeStoreId' | 'onlineShopName' | 'isOnlineOrder'
> & { readonly package: { readonly productLink?: string | undefined } }

/** The chosen seller as the order's columns, and what is read of it. @throws VALIDATION at what is missing or too much */
export async function chosenSeller(
  db: Db,
  { bikeStoreId, onlineShopName, isOnlineOrder, package: { productLink } }: ChosenSeller,
): Promise<{ columns: OrderColumns & Seller; around: Partial<RelatedRows> }> {
  if (bikeStoreId) {
    if (onlineShopName) failField('onlineShopName', 'NOT_VALID', 'is given beside a store')
    return {
      columns: { bike_store_id: bikeStoreId, online_shop_name: null, is_online_order: isOnlineOrder },
      around: await findActiveStore(db, bikeStoreId),
    }
  }
  const name = onlineShopName?.trim()
  if (!isOnlineOrder) return failField('bikeStoreId', 'REQUIRED', 'is missing')
  if (!name) return failField('onlineShopName', 'REQUIRED', 'is missing')
  if (!productLink) return failField('package.productLink', 'REQUIRED', 'is needed for an online shop')
  return {
    columns: { bike_store_id: null, online_shop_name: name, is_online_order: true },
    around: {
      store_name: name,
      store_email: null,
      store_phone: null,
      store_address: null,
      store_opening_hours: null,
      store_language: 'fi',
      store_active: true,
      store_payment_terms_days: null,
    },
  }
}
