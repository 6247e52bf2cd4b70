import type { OrderViewType } from '#features/orders/orders/shapes.ts'

/** `Halla Taival 7`; the order's number as long as no bike has been chosen. */
export function bikeName({ bike, orderNumber }: Pick<OrderViewType, 'bike' | 'orderNumber'>): string {
  return bike ? `${bike.brand} ${bike.model}` : orderNumber
}
