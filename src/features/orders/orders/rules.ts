/** The order's statuses and the subsets of them that lists filter by, in the specification's printed order (§4). */

export const orderStatuses = [
  'NOT_STARTED',
  'PENDING',
  'PACKAGE_PROVIDED',
  'ALL_INFO_PROVIDED',
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
  'WAITING_FOR_CUSTOMER_COMMENT',
  'CANCELLED',
  'CASE_X',
  'WIX',
  'REFUNDED',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

function from(first: OrderStatus): OrderStatus[] {
  return orderStatuses.slice(orderStatuses.indexOf(first))
}

/** The general filter: everything but rows of the earlier site and refunded ones. */
const generalOrderStatuses: readonly OrderStatus[] = orderStatuses.filter(
  (status) => status !== 'WIX' && status !== 'REFUNDED',
)
/** The post-processing filter. */
const postProcessingOrderStatuses: readonly OrderStatus[] = from('WAITING_FOR_INVOICE_MATCH')
/** The filter of everything from PROCESSED on. */
const fromProcessedOrderStatuses: readonly OrderStatus[] = from('PROCESSED')

/** The statuses of each filter that lists offer by name. */
export const orderStatusFilters = {
  GENERAL: generalOrderStatuses,
  POST_PROCESSING: postProcessingOrderStatuses,
  FROM_PROCESSED: fromProcessedOrderStatuses,
} as const
export type OrderStatusFilter = keyof typeof orderStatusFilters

/** Statuses in which an order waits for nobody; lists by waiting time put them last. */
export const settledOrderStatuses: readonly OrderStatus[] = ['ACTIVE_LEASING', 'REFUNDED', 'WIX']
/** Statuses of an order that came to nothing. */
export const endedOrderStatuses: readonly OrderStatus[] = ['CANCELLED', 'REFUNDED']

const deliveryStatuses: ReadonlySet<OrderStatus> = new Set([
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
])

/** Whether frame number and delivery day may be reported: from the processed order to billing, and on a hold of these. */
export function mayReportDelivery(status: OrderStatus, resumeStatus: OrderStatus | null): boolean {
  const effective = status === 'WAITING_FOR_CUSTOMER_COMMENT' ? resumeStatus : status
  return effective !== null && deliveryStatuses.has(effective)
}

/** Whether a text is an order status. */
export function isOrderStatus(text: string): text is OrderStatus {
  return (orderStatuses as readonly string[]).includes(text)
}

/** An order that counts against the number of bicycles a policy allows, as long as its agreement has not ended. */
export function isOpenOrderStatus(status: OrderStatus): boolean {
  return !endedOrderStatuses.includes(status)
}

/** Whether an order of this service goes on or runs; those of the shop before it are kept to be looked up. */
export const isUnderWay = (status: OrderStatus): boolean => isOpenOrderStatus(status) && status !== 'WIX'

/** What somebody reads an order's security code for; it stands in the log beside who and when. */
export const codePurposes = ['OWN', 'HANDOVER', 'CHECK'] as const
