/**
 * Replies whose shape the client checks before it shows anything (specification §5), with the specification's own
 * messages.
 */

type InsuranceClaimPage = { items: unknown[]; total: number }
type VatReply = { value: number }
type CreatedUser = { user: Record<string, unknown> }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A page of insurance claims has an array of items and a numeric total. @throws Error 'Invalid response format'. */
function assertInsuranceClaimPage(reply: unknown): asserts reply is InsuranceClaimPage {
  if (!isRecord(reply) || !Array.isArray(reply.items) || !Number.isFinite(reply.total)) {
    throw new Error('Invalid response format')
  }
}

/** A VAT reply carries a numeric value. @throws Error 'Invalid VAT data structure'. */
function assertVatReply(reply: unknown): asserts reply is VatReply {
  if (!isRecord(reply) || !Number.isFinite(reply.value)) throw new Error('Invalid VAT data structure')
}

/** Creating a system user returns a user object. @throws Error 'Palvelin palautti virheellisen vastauksen.' */
function assertCreatedUser(reply: unknown): asserts reply is CreatedUser {
  if (!isRecord(reply) || !isRecord(reply.user)) throw new Error('Palvelin palautti virheellisen vastauksen.')
}

/** The calls whose replies the specification has checked before anything is shown. */
const replyChecks: Readonly<Record<string, (reply: unknown) => void>> = {
  'GET /api/insurance-claims': assertInsuranceClaimPage,
  'GET /api/companies/:id/vat': assertVatReply,
  'GET /api/vat/country/:code': assertVatReply,
  'POST /api/system-users': assertCreatedUser,
}

/** Looks at a reply as the specification wants it for this call. @throws Error with the specification's message */
export function checkReply({ method, path }: { method: string; path: string }, reply: unknown): void {
  replyChecks[`${method} ${path}`]?.(reply)
}
