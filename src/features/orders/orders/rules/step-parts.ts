export const toAllInfo = ['NOT_STARTED', 'PENDING', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED'] as const

export const confirmedToInvoice = [
  'CONFIRMED',
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
] as const

export const confirmedToLease = [...confirmedToInvoice, 'ACTIVE_LEASING'] as const

export const wholeWay = [...toAllInfo, ...confirmedToLease] as const

export const legacyTargets = [
  'PROCESSED',
  'WAITING_FOR_INVOICE_MATCH',
  'WAITING_FOR_DELIVERY_DATE',
  'READY_FOR_BILLING',
  'GRENKE_INVOICE_SENT',
  'ACTIVE_LEASING',
  'CANCELLED',
] as const

export const invoiceMatched = [
  'INVOICE_NOT_MATCHED',
  'INVOICE_NOT_VERIFIED',
  'INVOICE_DIFFERENCE_NEEDS_REASON',
] as const

export const deliveryKnown = ['FRAME_NUMBER_MISSING', 'DELIVERY_DAY_MISSING', 'DELIVERY_DAY_OUT_OF_RANGE'] as const

export const employmentLasts = ['EMPLOYMENT_ENDED', 'LEASE_OUTLASTS_EMPLOYMENT'] as const
