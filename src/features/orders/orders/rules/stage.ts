/** What an order's status means to one of its parties: heads of pages and subjects of mails are chosen by it. Pure. */

import type { OrderStatus } from '../rules.ts'
import type { OrderViewType } from '../shapes.ts'

export type Viewer = 'EMPLOYEE' | 'EMPLOYER'

export type Stage =
  | 'choose'
  | 'answers'
  | 'sign'
  | 'otherSigns'
  | 'confirm'
  | 'ordered'
  | 'orderedOnline'
  | 'underWay'
  | 'pickup'
  | 'handover'
  | 'leaseSoon'
  | 'riding'
  | 'leaseOver'
  | 'question'
  | 'case'
  | 'cancelled'
  | 'refunded'
  | 'legacy'

export type OrderState = Pick<
  OrderViewType,
  'orderStatus' | 'resumeStatus' | 'isOnlineOrder' | 'pickupReadyAt' | 'deliveryDay'
> & {
  agreement: Pick<
    NonNullable<OrderViewType['agreement']>,
    'employeeSignedAt' | 'employerSignedAt' | 'leaseState'
  > | null
}

const plain: Partial<Record<OrderStatus, Stage>> = {
  NOT_STARTED: 'choose',
  PENDING: 'choose',
  PACKAGE_PROVIDED: 'answers',
  PROCESSED: 'underWay',
  WAITING_FOR_INVOICE_MATCH: 'underWay',
  WAITING_FOR_DELIVERY_DATE: 'handover',
  READY_FOR_BILLING: 'leaseSoon',
  GRENKE_INVOICE_SENT: 'leaseSoon',
  WAITING_FOR_CUSTOMER_COMMENT: 'question',
  CASE_X: 'case',
  CANCELLED: 'cancelled',
  REFUNDED: 'refunded',
  WIX: 'legacy',
}

function signingStage({ agreement }: OrderState, viewer: Viewer): Stage {
  const { employeeSignedAt: employee, employerSignedAt: employer } = agreement ?? {}
  const [own, other] = viewer === 'EMPLOYEE' ? [employee, employer] : [employer, employee]
  if (!own) return 'sign'
  return other ? 'confirm' : 'otherSigns'
}

/** The stage in which one party finds the order. */
export function stageOf(order: OrderState, viewer: Viewer): Stage {
  const { orderStatus: status } = order
  if (status === 'ALL_INFO_PROVIDED') return signingStage(order, viewer)
  const isReady = Boolean(order.pickupReadyAt) && !order.deliveryDay
  if (status === 'CONFIRMED' && order.deliveryDay) return 'leaseSoon'
  if (status === 'CONFIRMED' && isReady) return 'pickup'
  if (status === 'CONFIRMED') return order.isOnlineOrder ? 'orderedOnline' : 'ordered'
  if (status === 'ACTIVE_LEASING') return order.agreement?.leaseState === 'ENDED' ? 'leaseOver' : 'riding'
  const stage = plain[status] ?? 'case'
  if (stage === 'underWay' && order.deliveryDay) return 'leaseSoon'
  return stage === 'underWay' && isReady ? 'pickup' : stage
}
