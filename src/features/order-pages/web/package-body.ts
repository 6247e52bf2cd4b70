import type { OrderViewType } from '#features/orders/shapes.ts'

/** The body of the package call from the form's: the place as a flag. */
export function packageBodyOf({ where, ...form }: Record<string, unknown>): object {
  return { ...form, isOnlineOrder: where === 'ONLINE' }
}

/** The form's first values from what the order holds already and the store that is chosen. */
export function packageInitialOf(order: OrderViewType, store: { bikeStoreId: string } | null): object {
  const { bike, accessories } = order
  return {
    where: order.isOnlineOrder ? 'ONLINE' : 'STORE',
    bikeStoreId: store?.bikeStoreId,
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
