import type { PermissionName } from '#platform/contract/permissions.ts'

/** What can be found, in the order of the answer, with all that a caller needs: to see it, and to open its page. */
export const foundKinds = {
  PERSON: ['user:read', 'admin:access'],
  ORDER: ['order:read', 'order:process'],
  AGREEMENT: ['agreement:read', 'order:process'],
  INVOICE: ['invoice:read', 'invoice:write'],
  BANK_ENTRY: ['bank:read'],
  COMPANY: ['company:read', 'company:create'],
  STORE: ['bike-store:read'],
  MESSAGE: ['contact-form:read'],
  MAIL: ['outbox:read'],
} as const satisfies Record<string, readonly PermissionName[]>

export type FoundKind = keyof typeof foundKinds

export const allFoundKinds = Object.keys(foundKinds) as FoundKind[]

/** So many of each kind are named. */
export const SHOWN_MAX = 5
