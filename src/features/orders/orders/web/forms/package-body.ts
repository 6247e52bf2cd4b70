import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { isOnlineShop } from '../seller.ts'

/** The body of the package call from the form's: the place as a flag, and one seller. */
export function packageBodyOf({
  where,
  isPartner,
  bikeStoreId,
  onlineShopName,
  ...form
}: Record<string, unknown>): object {
  const isOnlineOrder = where === 'ONLINE'
  return { ...form, ...(isOnlineOrder && !isPartner ? { onlineShopName } : { bikeStoreId }), isOnlineOrder }
}

/** The form's first values from what the order holds already and the store that is chosen. */
export function packageInitialOf(order: OrderViewType, store: { bikeStoreId: string } | null): object {
  const { bike, bikeStore, accessories } = order
  const isShop = isOnlineShop(order)
  return {
    where: order.isOnlineOrder ? 'ONLINE' : 'STORE',
    isPartner: order.isOnlineOrder && bikeStore !== null && !isShop,
    bikeStoreId: store?.bikeStoreId,
    onlineShopName: isShop ? bikeStore?.storeName : undefined,
    package: bike
      ? {
          brand: bike.brand,
          model: bike.model,
          kind: bike.kind,
          frameSize: bike.frameSize,
          colour: bike.colour,
          productLink: bike.productLink,
          bikePrice: bike.price,
          accessories,
        }
      : { accessories },
  }
}
