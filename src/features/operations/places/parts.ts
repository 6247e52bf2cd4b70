import type { PermissionName } from '#platform/contract/permissions.ts'

/** The registers of which a place shows what is one person's or one company's, with what a caller needs to see it. */
export const placeParts = {
  LEASES: 'agreement:read',
  ORDERS: 'order:read',
  PEOPLE: 'employee:read',
  MONTHS: 'payroll-report:read',
  BILLS: 'invoice:read',
  CLAIMS: 'insurance-claim:read',
  RETURNS: 'return:read',
  BUY_OUTS: 'redemption:read',
  NOTES: 'order:process',
  MAILS: 'outbox:read',
} as const satisfies Record<string, PermissionName>

export type PlacePart = keyof typeof placeParts

export const allPlaceParts = Object.keys(placeParts) as PlacePart[]

/** So many lines of each part are named; its register has the rest. */
export const LINES_MAX = 20
