/** The invoice statuses in the specification's printed order. */
export const invoiceStatuses = [
  'UNFINISHED',
  'NOT_SENT',
  'SENT',
  'RECEIVED',
  'PAID',
  'PAYMENT_DENIED',
  'VERIFIED',
  'APPROVED',
  'INVALIDATED',
  'PAYMENT_QUEUED',
  'PARTLY_PAID',
  'PAYMENT_SENT_TO_BANK',
  'MARKED_PAID',
  'STARTED',
  'INVOICED',
  'OVERRIDDEN',
  'DELETED',
  'UNSAVED',
  'PAYMENT_TRANSACTION_REMOVED',
] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export type InvoiceDirection = 'PURCHASE' | 'SALES'

/** A store's invoice: received, checked, approved, paid by the bank. */
const purchase: Partial<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  RECEIVED: ['VERIFIED', 'INVALIDATED'],
  VERIFIED: ['APPROVED', 'PAYMENT_DENIED'],
  APPROVED: ['PAYMENT_QUEUED', 'PAYMENT_DENIED'],
  PAYMENT_QUEUED: ['PAYMENT_SENT_TO_BANK', 'PAYMENT_TRANSACTION_REMOVED'],
  PAYMENT_SENT_TO_BANK: ['PAID', 'PARTLY_PAID', 'PAYMENT_TRANSACTION_REMOVED'],
  PARTLY_PAID: ['PAID'],
  PAYMENT_DENIED: ['VERIFIED'],
  PAYMENT_TRANSACTION_REMOVED: ['PAYMENT_QUEUED'],
}

/** Our own invoice: a sent one is never taken back, only credited. */
const sales: Partial<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  UNSAVED: ['UNFINISHED', 'DELETED'],
  UNFINISHED: ['NOT_SENT', 'DELETED', 'INVALIDATED'],
  NOT_SENT: ['SENT', 'INVALIDATED', 'OVERRIDDEN'],
  SENT: ['PARTLY_PAID', 'PAID', 'MARKED_PAID'],
  PARTLY_PAID: ['PAID', 'MARKED_PAID'],
}

/** Where an invoice may go next. */
export function nextStatuses(direction: InvoiceDirection, status: InvoiceStatus): readonly InvoiceStatus[] {
  return (direction === 'PURCHASE' ? purchase : sales)[status] ?? []
}

/** The largest difference between invoice and order that needs no reason, cents. */
export { INVOICE_TOLERANCE_CENTS } from '#features/orders/rules/guards.ts'
