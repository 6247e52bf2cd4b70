import {
  checkSigningCode,
  prepareSigningCode,
  requireSettledIdentity,
  requireStranger,
  sendSigningCode,
  spendSigningCode,
} from '#features/ground/identity-changes/server/signing.ts'
import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import { nameProof } from '#platform/server/documents/name-proof.ts'
import { actorOf, logEvent, systemActor } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { brokerage } from '../contract.ts'
import type { TransferParty } from '../rules.ts'
import { brokerageEvent } from './messages.ts'
import { stepBrokerage } from './process.ts'
import { type BrokerageRecord, factsOf, findCase, lockCase } from './record.ts'
import { standingOf } from './taker.ts'
import { caseView, partiesOfUser } from './view.ts'

type Body = BodyOf<typeof brokerage.sign>

const isPerson = (party: TransferParty) => party === 'SELLER' || party === 'TAKER'
const sameName = (typed: string, name: string) =>
  typed.trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi') === name.toLocaleLowerCase('fi')
/** A code is good for one document alone. */
const aboutOf = (row: BrokerageRecord) => `${row.new_agreement_id} ${row.document_sha256!.toString('hex')}`

/** Whether a transfer is out for this party's signature, in the document that was shown. */
function requireOpen(
  context: SignedInContext,
  row: BrokerageRecord,
  { party, documentSha256 }: Pick<Body, 'party' | 'documentSha256'>,
) {
  if (!partiesOfUser(context.user, row).includes(party)) fail('FORBIDDEN')
  const { isPrepared, unsigned } = factsOf(row, context.env.now())
  if (row.step !== 'TRANSFER' || !isPrepared || !unsigned.includes(party))
    throw new AppError('SIGNING_NOT_ALLOWED', { details: { status: row.step, signed: row.step === 'DONE' } })
  if (row.document_sha256!.toString('hex') !== documentSha256)
    throw new AppError('VERSION_CONFLICT', { details: { current: caseView(row, context.user, context.env.now()) } })
}

/** Sends a person the code that confirms this signature. */
export async function requestCode(context: SignedInContext, id: string, body: BodyOf<typeof brokerage.signingCode>) {
  const row = (await findCase(context.read, context.user, id)) ?? fail('NOT_FOUND')
  if (!isPerson(body.party)) fail('FORBIDDEN')
  requireOpen(context, row, body)
  const prepared = await prepareSigningCode(context)
  return sendSigningCode(context, prepared, { about: aboutOf(row), number: row.new_agreement_number! })
}

/** Signs the transfer for one party; the last signature moves the lease. */
export async function signTransfer(context: SignedInContext, id: string, body: Body) {
  const { user, env } = context
  const found = (await findCase(context.read, user, id)) ?? fail('NOT_FOUND')
  requireOpen(context, found, body)
  const fullName = `${user.firstName} ${user.lastName}`
  if (!sameName(body.typedName, fullName)) failFieldText('typedName', 'signing:fieldErrors.NAME_DIFFERS')
  await reauthenticate(context, body.password, 'signing')
  const checked = isPerson(body.party) ? await checkSigningCode(context, body.code, aboutOf(found)) : null
  const { db } = context
  if (!(await lockCase(db, user, id))) fail('NOT_FOUND')
  // Read anew: whoever held it before may have signed.
  const row = (await findCase(db, user, id)) ?? fail('NOT_FOUND')
  requireOpen(context, row, body)
  await keepSignature(context, row, body, await confirmationOf(context, row, body.party, checked))
  const signed = (await lockCase(db, user, id))!
  if (factsOf(signed, env.now()).unsigned.length > 0) return caseView(signed, user, env.now())
  const given = await standingOf(db, signed, env.now())
  await stepBrokerage(db, context, signed, { step: 'complete', mover: systemMover, actor: systemActor, given })
  return caseView((await findCase(db, user, id))!, user, env.now())
}

type CheckedCode = Awaited<ReturnType<typeof checkSigningCode>> | null

/** What stands against this signer, and by what the signature is confirmed. */
async function confirmationOf(
  context: SignedInContext,
  row: BrokerageRecord,
  party: TransferParty,
  checked: CheckedCode,
) {
  const { db, env, user } = context
  const now = env.now()
  await requireSettledIdentity(db, user.userId, now)
  if (!checked) {
    await requireStranger(db, user.userId, party === 'SELLER_EMPLOYER' ? row.owner_id : row.taker_user_id!, now)
    return { proof: 'PASSWORD' as const, proof_since: null }
  }
  return spendSigningCode(context, checked)
}

type Confirmation = Awaited<ReturnType<typeof confirmationOf>>

/** Writes the signature with its evidence. */
async function keepSignature(context: SignedInContext, row: BrokerageRecord, body: Body, confirmation: Confirmation) {
  const { db, env, user } = context
  const { party, position, documentSha256 } = body
  const signedAt = env.now()
  const typedName = `${user.firstName} ${user.lastName}`
  await db
    .insertInto('transfer_signatures')
    .values({
      id: env.id(),
      company_id: row.company_id,
      brokerage_id: row.id,
      new_agreement_id: row.new_agreement_id!,
      party,
      user_id: user.userId,
      typed_name: typedName,
      position: isPerson(party) ? null : position?.trim() || null,
      document_sha256: row.document_sha256!,
      ip_address: context.clientAddress,
      signed_at: signedAt,
      ...confirmation,
    })
    .execute()
  await logSignature(context, row, party, {
    signedAt: signedAt.toISOString(),
    documentSha256,
    nameSha256: nameProof(documentSha256, typedName),
    proof: confirmation.proof,
    proofSince: confirmation.proof_since?.toISOString() ?? null,
  })
}

/**
 * Tells of a signature in the agreement that ends and, for those who go on with the lease, in the one that begins: the log
 * proves both rows.
 */
async function logSignature(
  { db, env, user }: SignedInContext,
  row: BrokerageRecord,
  party: TransferParty,
  evidence: Record<string, unknown>,
) {
  await logEvent(db, env, actorOf(user, row.owner_id), 'PROCESS_STEP', {
    ...brokerageEvent(row),
    data: { process: 'brokerage', step: 'sign', party, edge: 'B7', ...evidence },
  })
  if (party !== 'TAKER' && party !== 'TAKER_EMPLOYER') return
  await logEvent(db, env, actorOf(user, row.taker_user_id), 'AGREEMENT_SIGNATURE_GIVEN', {
    subject: { type: 'agreement', id: row.new_agreement_id! },
    companyId: row.taker_company_id,
    employeeId: row.taker_employee_id,
    data: { party: party === 'TAKER' ? 'EMPLOYEE' : 'EMPLOYER', ...evidence },
  })
}
