import type { OrderViewType } from '#features/orders/orders/shapes.ts'

type Sold = Pick<OrderViewType, 'bikeStore'>

/** Whether an online shop sells the bike that is no store of the register: it reports nothing here. */
export const isOnlineShop = ({ bikeStore }: Sold): boolean => bikeStore !== null && bikeStore.bikeStoreId === null

/** The order's store; an online shop that is no partner is none. */
export function storeOf({ bikeStore }: Sold) {
  const { bikeStoreId, storeName } = bikeStore ?? {}
  return bikeStoreId && storeName ? { bikeStoreId, storeName } : null
}
