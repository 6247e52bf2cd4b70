import type { OrderFacts } from '#features/orders/rules/order-facts.ts'
import type { OrderStatus } from '#features/orders/rules.ts'

export const waitedFor = ['EMPLOYEE', 'EMPLOYER', 'STORE', 'STAFF', 'LESSOR'] as const
export type WaitedFor = (typeof waitedFor)[number]

type Holder = readonly WaitedFor[]
type HolderFacts = Pick<OrderFacts, 'employeeSigned' | 'employerSigned' | 'isOnlineOrder' | 'invoice'>

const fixedHolders: Partial<Record<OrderStatus, Holder>> = {
  NOT_STARTED: ['EMPLOYEE'],
  PENDING: ['EMPLOYEE'],
  PACKAGE_PROVIDED: ['EMPLOYEE'],
  PROCESSED: ['STAFF'],
  WAITING_FOR_DELIVERY_DATE: ['STORE', 'EMPLOYEE'],
  READY_FOR_BILLING: ['STAFF'],
  GRENKE_INVOICE_SENT: ['LESSOR'],
  WAITING_FOR_CUSTOMER_COMMENT: ['EMPLOYEE'],
  CANCELLED: ['STAFF'],
  CASE_X: ['STAFF'],
}

function waitingForSignatures({ employeeSigned, employerSigned }: HolderFacts): WaitedFor[] {
  // With both signatures given only the employee's confirmation is missing.
  if (employeeSigned && employerSigned) return ['EMPLOYEE']
  return [...(employeeSigned ? [] : ['EMPLOYEE' as const]), ...(employerSigned ? [] : ['EMPLOYER' as const])]
}

/** Whose turn it is in a status; empty when the order waits for nobody. */
export function waitingFor(status: OrderStatus, facts: HolderFacts): WaitedFor[] {
  if (status === 'ALL_INFO_PROVIDED') return waitingForSignatures(facts)
  if (status === 'CONFIRMED') return facts.isOnlineOrder ? ['STAFF'] : ['STORE', 'STAFF']
  if (status === 'WAITING_FOR_INVOICE_MATCH') return facts.invoice ? ['STAFF'] : ['STORE', 'STAFF']
  return [...(fixedHolders[status] ?? [])]
}

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
