import type { OrderStatus } from '#features/orders/orders/rules.ts'

const ringPercents: Record<OrderStatus, number> = {
  NOT_STARTED: 4,
  PENDING: 12,
  PACKAGE_PROVIDED: 22,
  ALL_INFO_PROVIDED: 32,
  CONFIRMED: 42,
  PROCESSED: 52,
  WAITING_FOR_INVOICE_MATCH: 60,
  WAITING_FOR_DELIVERY_DATE: 70,
  READY_FOR_BILLING: 80,
  GRENKE_INVOICE_SENT: 90,
  ACTIVE_LEASING: 100,
  WAITING_FOR_CUSTOMER_COMMENT: 50,
  CANCELLED: 0,
  CASE_X: 50,
  WIX: 0,
  REFUNDED: 100,
}

/** How far the order has come, in percent; a hold or a special case stands where it was taken aside. */
export function ringPercent(status: OrderStatus, resumeStatus: OrderStatus | null = null): number {
  const isAside = status === 'WAITING_FOR_CUSTOMER_COMMENT' || status === 'CASE_X'
  return ringPercents[isAside && resumeStatus ? resumeStatus : status]
}
