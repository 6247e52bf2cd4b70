import type { PermissionName } from '#platform/contract/permissions.ts'

/** The registers of which a place shows what is its own, with what a caller needs to see it. */
export const placeParts = {
  LEASES: 'agreement:read',
  ORDERS: 'order:read',
  PEOPLE: 'employee:read',
  MONTHS: 'payroll-report:read',
  BILLS: 'invoice:read',
  ANSWERS: 'lessor-file:read',
  PAYABLES: 'invoice:read',
  RECEIVABLES: 'invoice:read',
  CLAIMS: 'insurance-claim:read',
  RETURNS: 'return:read',
  BUY_OUTS: 'redemption:read',
  FILES: 'lessor-file:read',
  NOTES: 'order:process',
  MAILS: 'outbox:read',
} as const satisfies Record<string, PermissionName>

export type PlacePart = keyof typeof placeParts

export const allPlaceParts = Object.keys(placeParts) as PlacePart[]

/** Which registers each kind of place has rows in, in the order in which they are shown. */
export const partsOfPlaces = {
  person: ['LEASES', 'ORDERS', 'MONTHS', 'BILLS', 'CLAIMS', 'RETURNS', 'BUY_OUTS', 'NOTES', 'MAILS'],
  company: ['LEASES', 'ORDERS', 'PEOPLE', 'MONTHS', 'BILLS', 'CLAIMS', 'RETURNS', 'BUY_OUTS', 'NOTES', 'MAILS'],
  store: ['PAYABLES', 'RECEIVABLES', 'CLAIMS', 'RETURNS', 'MAILS'],
  lessor: ['ANSWERS', 'RECEIVABLES', 'PAYABLES', 'LEASES', 'FILES', 'MAILS'],
} as const satisfies Record<string, readonly PlacePart[]>
export type PlaceKind = keyof typeof partsOfPlaces

/** So many lines of each part are named at once. */
export const LINES_MAX = 20
