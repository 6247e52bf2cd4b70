/** The closed sets of redemptions. */

export const redemptionStates = [
  'STARTED',
  'OFFERED',
  'ACCEPTED',
  'USER_PAYMENT_SENT',
  'USER_PAYMENT_PAID',
  'LESSOR_INVOICE_SENT',
  'DONE',
  'CANCELLED',
  'WITHDRAWN',
] as const
export type RedemptionState = (typeof redemptionStates)[number]

export const redemptionStatuses = ['PENDING', 'COMPLETED', 'CANCELLED'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** The states of each status. */
export const statesOf: Readonly<Record<RedemptionStatus, readonly RedemptionState[]>> = {
  PENDING: ['STARTED', 'OFFERED', 'ACCEPTED', 'USER_PAYMENT_SENT', 'USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'],
  COMPLETED: ['DONE'],
  CANCELLED: ['CANCELLED', 'WITHDRAWN'],
}
export const statusOfState = (state: RedemptionState): RedemptionStatus =>
  redemptionStatuses.find((status) => statesOf[status].includes(state))!

export const redemptionReasons = ['END_OF_LEASE', 'LEAVING', 'OWN_WISH', 'ABSENCE'] as const
/** By what a redemption is paid; an invoice also online, which the list's filter PAYTRAIL finds. */
export const redemptionMethods = ['INVOICE', 'SVEA', 'PAYROLL', 'BATCH'] as const
export type RedemptionMethod = (typeof redemptionMethods)[number]

export const redemptionPaymentStatuses = ['PENDING', 'NOT_PAID', 'PAID', 'COMPLETED', 'CANCELLED'] as const
export type RedemptionPaymentStatus = (typeof redemptionPaymentStatuses)[number]
