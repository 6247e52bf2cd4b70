import { type Account, accountById } from '#features/ground/sessions/server/accounts.ts'
import { checkCode, limitMessages, openChallenge, spendChallenge } from '#features/ground/sessions/server/codes.ts'
import { phoneOf } from '#features/ground/sessions/server/phone.ts'
import { storePhone } from '#features/ground/sessions/server/sign-in.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { countingProof, OPPOSITE_DAYS } from '../rules.ts'
import { emailOf, requirePrivate, storePrivateEmail } from './private-email.ts'
import { hintOf, requireOpen, requireProof, signingState } from './proofs.ts'

const dayMs = 86_400_000

/**
 * Asks whether a person's identity is settled enough to sign with.
 * @throws SIGNING_CLOSED with `details.until`
 */
export async function requireSettledIdentity(db: Db, userId: string, now: Date): Promise<void> {
  requireOpen(await signingState(db, userId, now))
}

/** Where a person who has proven nothing yet wants the code to go; the code then proves that as well. */
export interface Unproven {
  readonly phoneNumber?: string | undefined
  readonly email?: string | undefined
}

/** The unproven number or address in the form that is stored. @throws a field error */
function unprovenOf({ phoneNumber, email }: Unproven, user: SignedIn) {
  if (phoneNumber !== undefined) return { via: 'SMS' as const, to: phoneOf(phoneNumber) }
  if (email === undefined) return null
  const to = emailOf(email)
  requirePrivate(to, user)
  return { via: 'EMAIL' as const, to }
}

/** A stranger's mailbox is told no more often than by the call that proves an address alone. */
async function limitAddress({ database, clientAddress, env }: SignedInContext, email: string) {
  await countAttempt(database.primary, 'recovery', { identifier: email, address: clientAddress }, env.now())
}

/**
 * Finds by what the caller's signature will be confirmed and counts the message; call it before the transaction begins.
 * A proof that counts goes before a number or address that is given; one that is given serves only where it would count
 * at once when it is proven.
 * @throws SIGNING_CLOSED, SIGNING_PROOF_NEEDED, TOO_MANY_REQUESTS
 */
export async function prepareSigningCode(context: SignedInContext, given: Unproven = {}) {
  const { user, env, database } = context
  const state = await signingState(database.primary, user.userId, env.now())
  requireOpen(state)
  const unproven = countingProof(state.proofs, env.now()) || state.newOnesWait ? null : unprovenOf(given, user)
  const proof = unproven ?? requireProof(state.proofs, env.now())
  if (unproven?.via === 'EMAIL') await limitAddress(context, unproven.to)
  await limitMessages(context, user.userId, proof.via === 'SMS' ? proof.to : null)
  const account = (await accountById(database.primary, user.userId)) ?? fail('UNAUTHENTICATED')
  return { proof: { via: proof.via, to: proof.to }, account, proves: unproven !== null }
}

/** Sends the code that confirms one signature: it is good for the named document and no other. */
export async function sendSigningCode(
  context: SignedInContext,
  { proof, account, proves }: Awaited<ReturnType<typeof prepareSigningCode>>,
  document: { about: string; number: string },
) {
  const bySms = proof.via === 'SMS'
  const expiresAt = await openChallenge(context.db, context, {
    account,
    purpose: 'SIGNING',
    method: proof.via,
    ...(bySms ? { phoneNumber: proof.to } : { email: proof.to }),
    about: document.about,
    proves,
    ticketId: null,
    words: {
      template: `identity-changes:${bySms ? 'sms' : 'mail'}.${proves ? 'signingFirst' : 'signing'}`,
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
  return {
    challengeId: right.challengeId,
    via: right.method === 'EMAIL' ? ('EMAIL' as const) : ('SMS' as const),
    /** The number or address that the code proves besides. */
    proves: right.proves ? { account, phoneNumber: right.phoneNumber, email: right.email } : null,
  }
}

type CheckedCode = Awaited<ReturnType<typeof checkSigningCode>>

/**
 * Uses a signer's code up, and stores the number or address that it has proven in the same sitting.
 * @returns by what the signature is confirmed, and since when the signer has held it
 * @throws CODE_WRONG when it was used at the same moment; SIGNING_PROOF_NEEDED when what it went to counts no more or not yet
 */
export async function spendSigningCode(context: SignedInContext, { challengeId, via, proves }: CheckedCode) {
  const { db, env, user } = context
  await spendChallenge(db, challengeId, env.now())
  if (proves?.phoneNumber) await storePhone(db, context, proves.account, proves.phoneNumber)
  if (proves?.email) await storePrivateEmail(db, context, proves.account, proves.email)
  return { proof: via, proof_since: await proofOf(db, user.userId, via, env.now()) }
}

/** Since when the signer has held what the code went to. @throws SIGNING_PROOF_NEEDED when it counts no more */
async function proofOf(db: Db, userId: string, via: 'SMS' | 'EMAIL', now: Date): Promise<Date> {
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
