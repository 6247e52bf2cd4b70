import {
  type checkSigningCode,
  requireSettledIdentity,
  requireStranger,
  spendSigningCode,
} from '#features/ground/identity-changes/server/signing.ts'
import { findOrderOf, findSignedParts } from '#features/leases/agreements/server/queries.ts'
import { notifyOrderTurns } from '#features/orders/orders/server/moves/move.ts'
import { lockOrder, type OrderRecord, updateOrder } from '#features/orders/orders/server/moves/record.ts'
import { orderView } from '#features/orders/orders/server/view.ts'
import { tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { nameProof } from '#platform/server/documents/name-proof.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { present } from '#platform/values/present.ts'
import { sealAgreement } from './seal-agreement.ts'

type Party = 'EMPLOYEE' | 'EMPLOYER'

/** An agreement as its signer was shown it. */
export interface ShownAgreement {
  readonly agreementId: string
  readonly version: number
  readonly documentSha256: string
}

export interface Signing extends ShownAgreement {
  readonly party: Party
  /** As what the signer represents the employer. */
  readonly position?: string | undefined
}

/**
 * Locks the agreement's order and asks whether the caller may act for the side: the employee for themselves, for the
 * employer an admin of it or an editor who is named as signer; nobody signs for both sides.
 */
export async function lockForSigning(
  context: SignedInContext,
  agreementId: string,
  party: Party,
  version: number,
): Promise<OrderRecord> {
  const { db, scope, user } = context
  const orderId = await findOrderOf(db, agreementId)
  const record = orderId ? await lockOrder(db, scope, orderId) : null
  if (!record) return fail('NOT_FOUND')
  const { order, related: s } = record
  const held = permissionsOver(user, { companyId: order.company_id, ownerId: s.owner_id })
  if (party === 'EMPLOYEE' && s.owner_id !== user.userId) fail('FORBIDDEN')
  if (party === 'EMPLOYER') {
    if (!held.has('agreement:sign-employer') || !mayRepresent(user, record)) fail('FORBIDDEN')
    if (s.owner_id === user.userId) fail('NOT_FOR_ONESELF')
  }
  const open =
    order.agreement_id === agreementId && s.agreement_status === 'PENDING' && order.status === 'ALL_INFO_PROVIDED'
  const signed = party === 'EMPLOYEE' ? s.employee_signed_at : s.employer_signed_at
  if (!open || signed)
    throw new AppError('SIGNING_NOT_ALLOWED', { details: { status: s.agreement_status, signed: Boolean(signed) } })
  requireVersion(version, present(s.agreement_version), orderView(record, user, context))
  return record
}

/** An employer admin or a group admin, or an editor whom the company has named. */
function mayRepresent(user: SignedIn, { order, related: s }: OrderRecord): boolean {
  const reaching = user.assignments.filter((a) => a.companyIds.includes(order.company_id)).map((a) => a.role.name)
  return (
    reaching.some((name) => name === 'EMPLOYER_ADMIN' || name === 'EMPLOYER_GROUP_ADMIN') ||
    s.signer_user_ids.includes(user.userId)
  )
}

/** The agreement's document, if it is the one that the caller was shown. @throws VERSION_CONFLICT */
export async function shownDocument(
  context: SignedInContext,
  record: OrderRecord,
  agreementId: string,
  sha256: string,
) {
  const agreement = await findSignedParts(context.db, agreementId)
  if (agreement.document_sha256?.toString('hex') !== sha256)
    throw new AppError('VERSION_CONFLICT', { details: { current: orderView(record, context.user, context) } })
  return agreement
}

type CheckedCode = Awaited<ReturnType<typeof checkSigningCode>> | null

/**
 * What stands against this signer: an unsettled identity, a hand in the other's, a proof that counts no more.
 * @returns by what the signature is confirmed, and since when the signer has held it
 */
async function confirmationOf(context: SignedInContext, record: OrderRecord, checked: CheckedCode) {
  const { db, env, user } = context
  const now = env.now()
  await requireSettledIdentity(db, user.userId, now)
  if (!checked) {
    await requireStranger(db, user.userId, record.related.owner_id, now)
    return { proof: 'PASSWORD' as const, proof_since: null }
  }
  return spendSigningCode(context, checked)
}

const subjectOf = ({ order }: OrderRecord, agreementId: string) => ({
  subject: { type: 'agreement' as const, id: agreementId },
  companyId: order.company_id,
  orderId: order.id,
  employeeId: order.beneficiary_employee_id,
})

/** Writes the signature with its evidence. */
async function keepSignature(
  context: SignedInContext,
  record: OrderRecord,
  { agreementId, ...body }: Signing,
  confirmation: Awaited<ReturnType<typeof confirmationOf>>,
) {
  const { db, env, user } = context
  const signedAt = env.now()
  const typedName = `${user.firstName} ${user.lastName}`
  await db
    .insertInto('signatures')
    .values({
      id: env.id(),
      company_id: record.order.company_id,
      leasing_agreement_id: agreementId,
      party: body.party,
      user_id: user.userId,
      typed_name: typedName,
      position: body.party === 'EMPLOYER' ? body.position?.trim() || null : null,
      document_sha256: Buffer.from(body.documentSha256, 'hex'),
      ip_address: context.clientAddress,
      signed_at: signedAt,
      ...confirmation,
    })
    .execute()
  await logEvent(db, env, actorOf(user, record.related.owner_id), 'AGREEMENT_SIGNATURE_GIVEN', {
    ...subjectOf(record, agreementId),
    data: {
      party: body.party,
      signedAt: signedAt.toISOString(),
      documentSha256: body.documentSha256,
      nameSha256: nameProof(body.documentSha256, typedName),
      proof: confirmation.proof,
      proofSince: confirmation.proof_since?.toISOString() ?? null,
    },
  })
}

/** The second signature makes the agreement signed and seals its document. @returns the sealed document, if there is one */
async function closeAgreement(
  context: SignedInContext,
  record: OrderRecord,
  agreementId: string,
  { isLast, number, madeAt, documentSha256 }: { isLast: boolean; number: string; madeAt: Date; documentSha256: string },
) {
  const { db, env, user } = context
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updated_at: env.now(),
      ...(isLast ? { status: 'SIGNED' as const, signed_at: env.now() } : {}),
    }))
    .where('id', '=', agreementId)
    .execute()
  if (!isLast) return record.related.agreement_sealed_document_id
  await tellTerms(db, context, [agreementId])
  const documentId = await sealAgreement(context, record, agreementId, { number, madeAt })
  await logEvent(db, env, actorOf(user, record.related.owner_id), 'LEASING_AGREEMENT_SIGNED', {
    ...subjectOf(record, agreementId),
    data: { documentSha256 },
  })
  return documentId
}

/**
 * Signs one agreement for one side: locks its order, asks what stands against it, keeps the signature, and seals the
 * document when it is the last one.
 * @param checked the employee's code; the employer's signer is confirmed by the password alone
 * @returns the order as it stands now
 */
export async function signAgreement(
  context: SignedInContext,
  signing: Signing,
  checked: CheckedCode,
): Promise<OrderRecord> {
  const { db, env, user } = context
  const { agreementId, party, version, documentSha256 } = signing
  const record = await lockForSigning(context, agreementId, party, version)
  const agreement = await shownDocument(context, record, agreementId, documentSha256)
  await keepSignature(context, record, signing, await confirmationOf(context, record, checked))
  const { related: s } = record
  const isLast = Boolean(party === 'EMPLOYEE' ? s.employer_signed_at : s.employee_signed_at)
  const documentId = await closeAgreement(context, record, agreementId, {
    isLast,
    number: agreement.agreement_number,
    madeAt: agreement.created_at,
    documentSha256,
  })
  const around = {
    ...(party === 'EMPLOYEE' ? { employee_signed_at: env.now() } : { employer_signed_at: env.now() }),
    ...(isLast ? { agreement_status: 'SIGNED' as const } : {}),
    agreement_version: present(s.agreement_version) + 1,
    agreement_sealed_document_id: documentId,
  }
  const signed = await updateOrder(db, context, record, {}, around)
  await notifyOrderTurns(db, context, record, signed, actorOf(user, s.owner_id))
  return signed
}
