import type { Settlement } from '#features/money/invoices/rules/settlement.ts'

/** How a user payment stands for its reader. */
export const userPaymentStates = ['DRAFT', 'SENT', 'OVERDUE', 'PAID', 'CREDITED'] as const
export type UserPaymentState = (typeof userPaymentStates)[number]

/** The state of a person's invoice from how it is settled. */
export function userPaymentState(settlement: Settlement): UserPaymentState {
  if (settlement === 'NOT_OWED') return 'DRAFT'
  if (settlement === 'OPEN') return 'SENT'
  if (settlement === 'OVERDUE') return 'OVERDUE'
  return settlement === 'CREDITED' || settlement === 'WRITTEN_OFF' ? 'CREDITED' : 'PAID'
}

/** What the payment service tells of a payment; only OK moves money. */
export const paytrailStatuses = ['NEW', 'OK', 'PENDING', 'DELAYED', 'FAIL'] as const
export type PaytrailStatus = (typeof paytrailStatuses)[number]

/** The status that an attempt has after news: what is paid stays paid, and old news takes nothing back. */
export function attemptAfter(now: PaytrailStatus, news: PaytrailStatus): PaytrailStatus {
  if (now === 'OK') return 'OK'
  if (news === 'NEW') return now
  return now === 'FAIL' && news !== 'OK' ? 'FAIL' : news
}
