import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { countAttempt } from '#platform/server/http/limits.ts'
import { sendMail, sendSms } from '#platform/server/messages/messages.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'
import { typedRecoveryCode } from '../rules/recovery-code.ts'
import type { FactorMethod } from '../rules/second-factor.ts'
import type { Account } from './accounts.ts'
import { findRecoveryCode } from './recovery-codes.ts'
import { totpStep } from './totp.ts'

const codeMinutes = 10
const triesPerCode = 5
/** More wrong codes than this in a day lock the second factor: by then the password is known to somebody else. */
const wrongCodesPerDay = 10
const smsPerDay = 10
const dayMs = 86_400_000

type Purpose = 'SIGN_IN' | 'PHONE' | 'EMAIL' | 'SIGNING'

/** Purposes that answer each other's place: a sign-in may turn to another number or app, signing to nothing else. */
const purposesLike = (purpose: Purpose): Purpose[] =>
  purpose === 'SIGN_IN' || purpose === 'PHONE' ? ['SIGN_IN', 'PHONE'] : [purpose]

/** What a challenge is for; kept with it, so that an answer cannot be turned to another purpose. */
export interface Challenge {
  readonly purpose: Purpose
  readonly method: FactorMethod | 'EMAIL'
  /** The number that a PHONE challenge proves. */
  readonly phoneNumber?: string
  /** The address that an EMAIL code goes to, and that an EMAIL challenge proves. */
  readonly email?: string
  /** What a SIGNING code is good for: one document and no other. */
  readonly about?: string
  /** The code comes from an app that is being set up. */
  readonly enrols?: boolean
  /** A SIGNING code whose number or address nobody has proven yet: coming back, it proves that as well. */
  readonly proves?: boolean
}

interface NewChallenge extends Challenge {
  readonly account: Account
  /** The sign-in that it belongs to; none when a signed-in user changes something. */
  readonly ticketId: string | null
  /** The words around a code that is no sign-in's, with what they say besides it. */
  readonly words?: { readonly template: string; readonly values: Record<string, unknown> }
}

/** Opens a challenge; the ones before it on the same ticket are good no more. @returns when it ends */
export async function openChallenge(db: Db, context: BaseContext, challenge: NewChallenge): Promise<Date> {
  const { env } = context
  const now = env.now()
  const id = env.id()
  const code = env.code()
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  const { account, purpose, method, ticketId } = challenge
  const phoneNumber = challenge.phoneNumber ?? account.phoneNumber
  await db
    .updateTable('verification_codes')
    .set({ superseded_at: now })
    .where('subject', '=', account.userId)
    .where('purpose', 'in', purposesLike(purpose))
    .where('ticket_id', 'is not distinct from', ticketId)
    .where('superseded_at', 'is', null)
    .execute()
  await db
    .insertInto('verification_codes')
    .values({
      id,
      purpose,
      user_id: account.userId,
      ticket_id: ticketId,
      subject: account.userId,
      code_hash: method === 'TOTP' ? Buffer.alloc(0) : codeHash(context, id, code),
      payload: JSON.stringify(keptOf(challenge)),
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  const message = {
    language: account.language,
    template: challenge.words?.template ?? 'sessions:sms.code',
    values: { code, minutes: codeMinutes, name: account.firstName, ...challenge.words?.values },
    userId: account.userId,
  }
  if (method === 'SMS' && phoneNumber) await sendSms(db, context, { ...message, to: phoneNumber })
  if (method === 'EMAIL') await sendMail(db, context, { ...message, to: present(challenge.email), urgent: true })
  return expiresAt
}

const keptOf = ({ method, phoneNumber, email, about, enrols, proves }: Challenge) => ({
  method,
  phoneNumber,
  email,
  about,
  enrols,
  proves,
})

const codeHash = (context: BaseContext, challengeId: string, code: string) =>
  context.vault.keyedHash('sign-in-code', `${challengeId}:${code}`)

/** The number of an account while nobody has proven to read it; messages to it may reach a stranger. */
export const unproven = (account: Account) => (account.phoneVerified ? null : account.phoneNumber)

/**
 * Counts one text message before it is sent; a call does it before its transaction begins, since the count stands
 * whatever becomes of the call.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitMessages(context: BaseContext, userId: string, phoneNumber: string | null) {
  const db = context.database.primary
  const now = context.env.now()
  await countAttempt(db, 'send-code', { identifier: userId, address: context.clientAddress }, now)
  const { sent } = await db
    .selectFrom('verification_codes')
    .select((e) => e.fn.countAll<number>().as('sent'))
    .where('subject', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    // A code that was used is given back: only messages that led nowhere count.
    .where('used_at', 'is', null)
    .where(sql<boolean>`payload->>'method' = 'SMS'`)
    .executeTakeFirstOrThrow()
  if (sent >= smsPerDay) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
  // A stranger's number is told nothing more than ten times a day, whoever asks.
  if (phoneNumber) await countAttempt(db, 'sms', { identifier: phoneNumber, address: 'everybody' }, now)
}

/** @throws TOO_MANY_REQUESTS while too many wrong codes keep the second factor shut */
export function requireUnlocked(account: Account, now: Date) {
  if (!account.lockedUntil || account.lockedUntil <= now) return
  throw new AppError('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.ceil((account.lockedUntil.getTime() - now.getTime()) / 1000),
  })
}

interface TakenTry {
  id: string
  purpose: Purpose
  code_hash: Buffer
  tries: number
  payload: ReturnType<typeof keptOf>
}

interface Asked {
  readonly userId: string
  readonly ticketId: string | null
  readonly purpose: Purpose
}

/** Counts a try before anything is compared, in one statement, so that a hundred parallel guesses are still five. */
async function takeTry(db: Db, of: Asked, now: Date): Promise<TakenTry | null> {
  const result = await sql<TakenTry>`
    update verification_codes set tries = tries + 1
     where id = (select id from verification_codes where subject = ${of.userId}
                    and purpose = any(${purposesLike(of.purpose)}) and ticket_id is not distinct from ${of.ticketId} and superseded_at is null
                  order by created_at desc, id desc limit 1)
       and tries < ${triesPerCode} and used_at is null and superseded_at is null and expires_at > ${now}
    returning id, purpose, code_hash, tries, payload`.execute(db)
  return result.rows[0] ?? null
}

async function wrongTries(db: Db, userId: string, now: Date): Promise<number> {
  const result = await sql<{ wrong: number }>`
    select coalesce(sum(tries - case when used_at is null then 0 else 1 end), 0)::int as wrong from verification_codes
     where subject = ${userId} and created_at > ${new Date(now.getTime() - dayMs)}`.execute(db)
  return present(result.rows[0]).wrong
}

async function lockSecondFactor(context: BaseContext, account: Account): Promise<void> {
  const now = context.env.now()
  await context.database.transaction(async (db) => {
    const locked = await db
      .updateTable('users')
      .set({ second_factor_locked_until: new Date(now.getTime() + dayMs) })
      .where('id', '=', account.userId)
      .where((e) => e.or([e('second_factor_locked_until', 'is', null), e('second_factor_locked_until', '<=', now)]))
      .executeTakeFirst()
    if (locked.numUpdatedRows === 0n) return
    await sendMail(db, context, {
      to: account.email,
      language: account.language,
      template: 'sessions:mail.secondFactorLocked',
      values: { name: account.firstName },
      link: pages.recovery,
      userId: account.userId,
    })
  })
}

/** The values that were kept; JSON has left the others out. */
const given = (payload: TakenTry['payload']) => payload as Omit<Challenge, 'purpose'>

export interface RightCode extends Challenge {
  readonly challengeId: string
  /** The time step of an app's code, to be used up with it. */
  readonly totpStep: number | null
  /** A code from paper instead of the app's, to be used up too. */
  readonly recoveryCodeId: string | null
}

/**
 * Looks at a code for the newest challenge. The count of tries stands whatever becomes of the request; the answer is
 * used up by `spendChallenge` in the transaction of what it allows.
 * @throws CODE_EXPIRED without an open challenge, CODE_WRONG, TOO_MANY_REQUESTS once the second factor is locked
 */
export async function checkCode(
  context: BaseContext,
  account: Account,
  ticketId: string | null,
  code: string,
  { isRest = true, purpose = 'SIGN_IN' }: { isRest?: boolean; purpose?: Purpose } = {},
): Promise<RightCode> {
  const now = context.env.now()
  const db = context.database.primary
  requireUnlocked(account, now)
  const taken = await takeTry(db, { userId: account.userId, ticketId, purpose }, now)
  if (!taken) throw new AppError('CODE_EXPIRED')
  if ((await wrongTries(db, account.userId, now)) > wrongCodesPerDay) {
    await lockSecondFactor(context, account)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: dayMs / 1000 })
  }
  const digits = code.replace(/\s/g, '')
  const step = taken.payload.method === 'TOTP' ? stepOf(context, account, digits, taken.payload.enrols ?? false) : null
  const recoveryCodeId = await recoveryCodeOf(db, account, taken, ticketId, code)
  const isRight =
    taken.payload.method === 'TOTP'
      ? step !== null || recoveryCodeId !== null
      : sameHash(taken.code_hash, codeHash(context, taken.id, digits))
  if (!isRight || !isRest) throw new AppError('CODE_WRONG', { details: { triesLeft: triesPerCode - taken.tries } })
  return { challengeId: taken.id, purpose: taken.purpose, totpStep: step, recoveryCodeId, ...given(taken.payload) }
}

/** A recovery code stands in for the app at sign-in; it never proves a new app. */
async function recoveryCodeOf(db: Db, account: Account, taken: TakenTry, ticketId: string | null, code: string) {
  const plain = typedRecoveryCode(code)
  if (!plain || !ticketId || taken.payload.method !== 'TOTP' || taken.payload.enrols) return null
  return findRecoveryCode(db, account.userId, plain)
}

/** An app that is being set up is proven by its own first code; otherwise the confirmed one counts. */
function stepOf(context: BaseContext, account: Account, digits: string, enrols: boolean): number | null {
  const sealed = enrols ? account.totpPendingSealed : account.totpSecretSealed
  if (!sealed || !/^\d{6}$/.test(digits)) return null
  return totpStep(context.vault.open(sealed), digits, context.env.now(), enrols ? null : account.totpLastStep)
}

/** Uses a right code up. @throws CODE_WRONG when somebody else used it at the same moment */
export async function spendChallenge(db: Db, challengeId: string, now: Date): Promise<void> {
  const used = await db
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', challengeId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) throw new AppError('CODE_WRONG')
}
