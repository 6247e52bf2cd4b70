import { type Account, accountById } from '#features/ground/sessions/server/accounts.ts'
import { checkCode, limitMessages, openChallenge } from '#features/ground/sessions/server/codes.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { forgiveAttempt } from '#platform/server/http/limits.ts'
import { OPPOSITE_DAYS } from '../rules.ts'
import { hintOf, requireOpen, requireProof, signingState } from './proofs.ts'

const dayMs = 86_400_000

/**
 * Asks whether a person's identity is settled enough to sign with.
 * @throws SIGNING_CLOSED with `details.until`
 */
export async function requireSettledIdentity(db: Db, userId: string, now: Date): Promise<void> {
  requireOpen(await signingState(db, userId, now))
}

/**
 * Finds by what the caller's signature will be confirmed and counts the message; call it before the transaction begins.
 * @throws SIGNING_CLOSED, SIGNING_PROOF_NEEDED, TOO_MANY_REQUESTS
 */
export async function prepareSigningCode(context: SignedInContext) {
  const { user, env, database } = context
  const state = await signingState(database.primary, user.userId, env.now())
  requireOpen(state)
  const proof = requireProof(state.proofs, env.now())
  await limitMessages(context, user.userId, proof.via === 'SMS' ? proof.to : null)
  const account = (await accountById(database.primary, user.userId)) ?? fail('UNAUTHENTICATED')
  return { proof, account }
}

/** Sends the code that confirms one signature: it is good for the named document and no other. */
export async function sendSigningCode(
  context: SignedInContext,
  { proof, account }: Awaited<ReturnType<typeof prepareSigningCode>>,
  document: { about: string; number: string },
) {
  const bySms = proof.via === 'SMS'
  const expiresAt = await openChallenge(context.db, context, {
    account,
    purpose: 'SIGNING',
    method: proof.via,
    ...(bySms ? { phoneNumber: proof.to } : { email: proof.to }),
    about: document.about,
    ticketId: null,
    words: {
      template: bySms ? 'identity-changes:sms.signing' : 'identity-changes:mail.signing',
      values: { number: document.number },
    },
  })
  return { via: proof.via, hint: hintOf(proof), expiresAt: expiresAt.toISOString() }
}

/** @throws CODE_WRONG, CODE_EXPIRED, also for a code of another document */
export async function checkSigningCode(context: SignedInContext, code: string | undefined, about: string) {
  const { user, env, database } = context
  if (!code) return failField('code', 'REQUIRED', 'is needed from the person who signs')
  const account: Account = (await accountById(database.primary, user.userId)) ?? fail('UNAUTHENTICATED')
  const right = await checkCode(context, account, null, code, { purpose: 'SIGNING' })
  if (right.about !== about) throw new AppError('CODE_EXPIRED')
  const who = { identifier: user.userId, address: context.clientAddress }
  await forgiveAttempt(database.primary, 'send-code', who, env.now())
  return { challengeId: right.challengeId, via: right.method === 'EMAIL' ? ('EMAIL' as const) : ('SMS' as const) }
}

/** Since when the signer has held what the code went to. @throws SIGNING_PROOF_NEEDED when it counts no more */
export async function proofOf(db: Db, userId: string, via: 'SMS' | 'EMAIL', now: Date): Promise<Date> {
  const { proofs } = await signingState(db, userId, now)
  return requireProof(
    proofs.filter((proof) => proof.via === via),
    now,
  ).since
}

/**
 * Whoever moved a person's sign-in does not sign opposite that person, counted from the proposal and from its effect.
 * @throws SIGNER_CHANGED_IDENTITY
 */
export async function requireStranger(db: Db, signerId: string, personId: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('identity_changes')
    .select('id')
    .where('user_id', '=', personId)
    .where((e) => e.fn.coalesce('done_at', 'created_at'), '>', new Date(now.getTime() - OPPOSITE_DAYS * dayMs))
    .where((e) => e.or([e('proposed_by', '=', signerId), e('confirmed_by', '=', signerId)]))
    .executeTakeFirst()
  if (row) throw new AppError('SIGNER_CHANGED_IDENTITY')
}
