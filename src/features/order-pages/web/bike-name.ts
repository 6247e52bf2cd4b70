import type { OrderViewType } from '#features/orders/shapes.ts'

/** `Halla Taival 7`; the order's number as long as no bike has been chosen. */
export function bikeName({ bike, orderNumber }: Pick<OrderViewType, 'bike' | 'orderNumber'>): string {
  return bike ? `${bike.brand} ${bike.model}` : orderNumber
}

/** Whether an online shop sells the bike that is no store of the register: it reports nothing here. */
export const isOnlineShop = ({ bikeStore }: Pick<OrderViewType, 'bikeStore'>): boolean =>
  bikeStore !== null && bikeStore.bikeStoreId === null
