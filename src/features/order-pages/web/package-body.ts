import type { OrderViewType, Package } from '#features/orders/shapes.ts'

type Row = { name: string; price: number }

/** The body of the package call from the form's flat one: rows of accessories in their order, the place as a flag. */
export function packageBodyOf(form: Record<string, unknown>, rows: readonly number[]): object {
  const { where, accessory, package: bike, ...rest } = form
  const typed = (accessory ?? {}) as Record<string, Row>
  const accessories = rows.flatMap((row) => (typed[row] ? [typed[row]] : []))
  return { ...rest, isOnlineOrder: where === 'ONLINE', package: { ...(bike as Package), accessories } }
}

/** The form's first values from what the order holds already. */
export function packageInitialOf(order: OrderViewType): object {
  const { bike, bikeStore, accessories } = order
  return {
    where: order.isOnlineOrder ? 'ONLINE' : 'STORE',
    bikeStoreId: bikeStore?.bikeStoreId,
    package: bike
      ? {
          brand: bike.brand,
          model: bike.model,
          kind: bike.kind,
          frameSize: bike.frameSize,
          colour: bike.colour,
          productLink: bike.productLink,
          bikePrice: bike.price,
        }
      : { kind: 'CITY' },
    accessory: Object.fromEntries(accessories.map((one, row) => [row, one])),
  }
}
