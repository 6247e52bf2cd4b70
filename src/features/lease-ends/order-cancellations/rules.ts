/** The closed sets of order cancellations. */
export const cancellationStatuses = ['PENDING', 'COMPLETED', 'CANCELLED'] as const
export type CancellationStatus = (typeof cancellationStatuses)[number]

export const reasonCodes = [
  'STORE_CANNOT_DELIVER',
  'EMPLOYEE_WITHDREW',
  'EMPLOYER_WITHDREW',
  'DEFECT',
  'WRONG_ORDER',
  'OTHER',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** With these the lease should never have run: it ends with the month before. */
export const endsBeforeThisMonth: readonly ReasonCode[] = ['DEFECT', 'STORE_CANNOT_DELIVER', 'WRONG_ORDER']

export const payerTypes = ['BIKE_STORE', 'OPERATOR', 'GRENKE', 'LEASE_PLUS', 'SVEA', 'EMPLOYEE', 'OTHER'] as const
export type PayerType = (typeof payerTypes)[number]

export const lineDirections = ['TO_US', 'FROM_US'] as const
export type LineDirection = (typeof lineDirections)[number]

export const lineStates = ['OPEN', 'SETTLED', 'WAIVED'] as const
export type LineState = (typeof lineStates)[number]

export const bikePlaces = ['STORE', 'EMPLOYEE', 'EMPLOYER', 'LESSOR', 'SOLD', 'LOST'] as const
export type BikePlace = (typeof bikePlaces)[number]

export const requestStates = ['OPEN', 'ACCEPTED', 'DECLINED'] as const

/** What may stand between a case and its completion. */
export const openItemKinds = [
  'LINE_OPEN',
  'LINE_WITHOUT_PROOF',
  'INVOICE_NOT_CREDITED',
  'STORE_INVOICE_OPEN',
  'BIKE_NOT_BACK',
  'LESSOR_CONSENT_MISSING',
] as const
export type OpenItemKind = (typeof openItemKinds)[number]

/** Who a payer is to us. */
export type LineParty = 'STORE' | 'LESSOR' | 'EMPLOYER' | 'PERSON'

/** Days in which a store pays back and answers. */
export const DAYS_TO_ANSWER = 14
