import type { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'

type Pickup = Pick<ReplyOf<typeof orderLinks.storePage>, 'isOnlineOrder' | 'delivery' | 'deliveryDay' | 'pickupReadyAt'>

/** Whether being ready is a phase of the order: not of one that is sent, nor of one handed over without a word of it. */
export const waitsForPickup = ({ isOnlineOrder, delivery, deliveryDay, pickupReadyAt }: Pickup): boolean =>
  !isOnlineOrder && delivery !== 'HOME_DELIVERY' && (deliveryDay === null || pickupReadyAt !== null)
