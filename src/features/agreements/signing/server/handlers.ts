import { renderAgreementPdf } from '#features/agreements/server/agreement-pdf.ts'
import { voidAgreement } from '#features/agreements/server/agreements.ts'
import { agreementDocumentOf } from '#features/agreements/server/order-agreement.ts'
import { findAgreement, findOrderOf, findSignedParts, signaturesOf } from '#features/agreements/server/queries.ts'
import {
  checkSigningCode,
  prepareSigningCode,
  proofOf,
  requireSettledIdentity,
  requireStranger,
  sendSigningCode,
} from '#features/identity/server/signing.ts'
import { moveOrder, notifyOrderTurns } from '#features/orders/server/move.ts'
import { lockOrder, type OrderRecord, updateOrder } from '#features/orders/server/record.ts'
import { orderView } from '#features/orders/server/view.ts'
import { spendChallenge } from '#features/sessions/server/codes.ts'
import { reauthenticate } from '#features/sessions/server/passwords.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { permissionsOver, type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { signing } from '../contract.ts'

type Party = 'EMPLOYEE' | 'EMPLOYER'

const sameName = (typed: string, name: string) =>
  typed.trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi') === name.toLocaleLowerCase('fi')

/**
 * Locks the agreement's order and asks whether the caller may act for the side: the employee for themselves, for the
 * employer an admin of it or an editor who is named as signer; nobody signs for both sides.
 */
async function lockForSigning(
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
  requireVersion(version, s.agreement_version!, orderView(record, user, context))
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

type SignBody = BodyOf<typeof signing.sign>

/** A code is good for one document alone. */
const aboutOf = (agreementId: string, documentSha256: string) => `${agreementId} ${documentSha256}`

/** The agreement's document, if it is the one that the caller was shown. @throws VERSION_CONFLICT */
async function shownDocument(context: SignedInContext, record: OrderRecord, agreementId: string, sha256: string) {
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
  await spendChallenge(db, checked.challengeId, now)
  return { proof: checked.via, proof_since: await proofOf(db, user.userId, checked.via, now) }
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
  agreementId: string,
  body: SignBody,
  confirmation: Awaited<ReturnType<typeof confirmationOf>>,
) {
  const { db, env, user } = context
  await db
    .insertInto('signatures')
    .values({
      id: env.id(),
      company_id: record.order.company_id,
      leasing_agreement_id: agreementId,
      party: body.party,
      user_id: user.userId,
      typed_name: `${user.firstName} ${user.lastName}`,
      position: body.party === 'EMPLOYER' ? body.position?.trim() || null : null,
      document_sha256: Buffer.from(body.documentSha256, 'hex'),
      ip_address: context.clientAddress,
      signed_at: env.now(),
      ...confirmation,
    })
    .execute()
  await logEvent(db, env, actorOf(user, record.related.owner_id), 'AGREEMENT_SIGNATURE_GIVEN', {
    ...subjectOf(record, agreementId),
    data: {
      party: body.party,
      documentSha256: body.documentSha256,
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
  const documentId = await sealAgreement(context, record, agreementId, { number, madeAt })
  await logEvent(db, env, actorOf(user, record.related.owner_id), 'LEASING_AGREEMENT_SIGNED', {
    ...subjectOf(record, agreementId),
    data: { documentSha256 },
  })
  return documentId
}

export const signingHandlers: Handlers<typeof signing> = {
  async requestCode({ params, body }, context) {
    const found = (await findAgreement(context.read, context.scope, params.id)) ?? fail('NOT_FOUND')
    // Nobody learns what another person holds, and nobody's own messages are counted for an agreement of another.
    if (!(await findAgreement(context.read, scopeOf(context.user, 'agreement:sign-employee'), params.id)))
      fail('FORBIDDEN')
    const prepared = await prepareSigningCode(context)
    const record = await lockForSigning(context, params.id, 'EMPLOYEE', body.version)
    await shownDocument(context, record, params.id, body.documentSha256)
    const about = aboutOf(params.id, body.documentSha256)
    return sendSigningCode(context, prepared, { about, number: found.agreementNumber })
  },
  async sign({ params, body }, context) {
    const { db, env, user } = context
    // Whether the agreement exists for the caller comes before what they typed, and before the slow hash.
    if (!(await findAgreement(context.read, context.scope, params.id))) fail('NOT_FOUND')
    const fullName = `${user.firstName} ${user.lastName}`
    if (!sameName(body.typedName, fullName)) failField('typedName', 'NAME_DIFFERS', `has to be ${fullName}`)
    await reauthenticate(context, body.password)
    const about = aboutOf(params.id, body.documentSha256)
    const checked = body.party === 'EMPLOYEE' ? await checkSigningCode(context, body.code, about) : null
    const record = await lockForSigning(context, params.id, body.party, body.version)
    const agreement = await shownDocument(context, record, params.id, body.documentSha256)
    await keepSignature(context, record, params.id, body, await confirmationOf(context, record, checked))
    const { related: s } = record
    const isLast = Boolean(body.party === 'EMPLOYEE' ? s.employer_signed_at : s.employee_signed_at)
    const documentId = await closeAgreement(context, record, params.id, {
      isLast,
      number: agreement.agreement_number,
      madeAt: agreement.created_at,
      documentSha256: body.documentSha256,
    })
    const signed = await updateOrder(
      db,
      context,
      record,
      {},
      {
        ...(body.party === 'EMPLOYEE' ? { employee_signed_at: env.now() } : { employer_signed_at: env.now() }),
        ...(isLast ? { agreement_status: 'SIGNED' } : {}),
        agreement_version: s.agreement_version! + 1,
        agreement_sealed_document_id: documentId,
      },
    )
    await notifyOrderTurns(db, context, record, signed, actorOf(user, s.owner_id))
    return orderView(signed, user, context)
  },
  async reject({ params, body }, context) {
    const { db, user } = context
    const record = await lockForSigning(context, params.id, body.party, body.version)
    const actor = actorOf(user, record.related.owner_id)
    await voidAgreement(db, context, params.id, { reason: body.reason.trim() })
    const moved = await moveOrder(db, context, record, {
      to: 'PACKAGE_PROVIDED',
      mover: systemMover,
      actor,
      reason: body.reason.trim(),
    })
    return orderView(moved, user, context)
  },
}

/** Renders the agreement with both signatures, seals it, and files it as the signed document. */
async function sealAgreement(
  context: SignedInContext,
  record: OrderRecord,
  agreementId: string,
  { number: agreementNumber, madeAt }: { number: string; madeAt: Date },
): Promise<string> {
  const { db, env } = context
  const given = await signaturesOf(db, agreementId)
  const pdf = await renderAgreementPdf({
    ...agreementDocumentOf(record, context, agreementNumber, record.related.agreement_terms),
    // The sealed document says what was signed, its day included; only the signatures are new.
    at: madeAt,
    day: helsinkiDay(madeAt),
    signatures: given.map((s) => ({
      party: s.party,
      name: s.typed_name,
      position: s.position,
      at: s.signed_at,
      ipAddress: s.ip_address,
      documentSha256: s.document_sha256.toString('hex'),
      proof: s.proof ?? 'PASSWORD',
      proofSince: s.proof_since,
    })),
  })
  const title = context.texts.t(record.related.person_language, 'agreements:pdf.title')
  const content = await context.seal(pdf, title)
  const id = env.id()
  const file = await keepFile(db, context, {
    companyId: record.order.company_id,
    parentType: 'signed-document',
    parentId: id,
    label: `${agreementNumber}.pdf`,
    contentType: 'application/pdf',
    content,
    createdBy: context.user.userId,
  })
  await db
    .insertInto('signed_documents')
    .values({
      id,
      company_id: record.order.company_id,
      beneficiary_employee_id: record.order.beneficiary_employee_id,
      leasing_agreement_id: agreementId,
      kind: 'AGREEMENT',
      title: `${title} ${agreementNumber}`,
      file_id: file.id,
      sealed: true,
      leasing_sign_day: helsinkiDay(env.now()),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}
