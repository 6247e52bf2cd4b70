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

/** What an invoice is for; its VAT, its account and its reminders follow from it. */
export const invoicePurposes = [
  'LESSOR',
  'INSTALMENT',
  'FEE',
  'REDEMPTION',
  'DEDUCTIBLE',
  'EXCESS',
  'ABSENCE',
  'RETURN_FEE',
  'OTHER',
  'LATE',
] as const
export type InvoicePurpose = (typeof invoicePurposes)[number]

/** Who pays a sales invoice, and who sent a purchase invoice; OUTSIDE is a company that is no customer. */
export const invoiceParties = ['STORE', 'LESSOR', 'EMPLOYER', 'PERSON', 'OUTSIDE'] as const
export type InvoiceParty = (typeof invoiceParties)[number]

/** Whose account a payment stands on; an insurer's is that of the claim it pays for. */
export type PayerKind = InvoiceParty | 'INSURER' | 'UNKNOWN'

export const paymentMethods = ['BANK', 'PAYTRAIL', 'SVEA', 'PAYROLL', 'NETTING', 'MANUAL'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The largest difference between invoice and order that needs no reason, cents. */
export { INVOICE_TOLERANCE_CENTS } from '#features/orders/orders/rules/guards.ts'
