/**
 * Replies whose shape the client checks before it shows anything (specification §5), with the specification's own
 * messages.
 */

export type InsuranceClaimPage = { items: unknown[]; total: number }
export type VatReply = { value: number }
export type CreatedUser = { user: Record<string, unknown> }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A page of insurance claims has an array of items and a numeric total. @throws Error 'Invalid response format'. */
export function assertInsuranceClaimPage(reply: unknown): asserts reply is InsuranceClaimPage {
  if (!isRecord(reply) || !Array.isArray(reply.items) || !Number.isFinite(reply.total)) {
    throw new Error('Invalid response format')
  }
}

/** A VAT reply carries a numeric value. @throws Error 'Invalid VAT data structure'. */
export function assertVatReply(reply: unknown): asserts reply is VatReply {
  if (!isRecord(reply) || !Number.isFinite(reply.value)) throw new Error('Invalid VAT data structure')
}

/** Creating a system user returns a user object. @throws Error 'Palvelin palautti virheellisen vastauksen.' */
export function assertCreatedUser(reply: unknown): asserts reply is CreatedUser {
  if (!isRecord(reply) || !isRecord(reply.user)) throw new Error('Palvelin palautti virheellisen vastauksen.')
}
