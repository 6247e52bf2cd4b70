import { AppError, fail } from '#platform/contract/errors.ts'
import { normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { Answer, type BaseContext, type Ticket } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { closedForMaintenance } from '#platform/server/http/maintenance.ts'
import { ticketCookie } from '#platform/server/http/session.ts'
import { sendSms } from '#platform/server/messages/messages.ts'
import { newToken } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'
import { type FactorDecision, phoneHint, secondFactorOf } from '../rules/second-factor.ts'
import { type Account, accountByEmail, accountById } from './accounts.ts'
import { checkCode, limitMessages, openChallenge, requireUnlocked, spendChallenge, unproven } from './codes.ts'
import { knownDeviceOf } from './known-device.ts'
import { notifyOwner } from './notify-owner.ts'
import { isPassword } from './password-hash.ts'
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { createSession, type TokenPair } from './session-tokens.ts'
import { confirmPendingTotp, spendTotpStep } from './totp.ts'

const ticketMinutes = 10

/** Between password and second factor: a ticket for this user in this browser, for ten minutes. */
async function createTicket(db: Db, context: BaseContext, userId: string, needsPhone: boolean): Promise<string> {
  const { env } = context
  const { token, hash } = newToken(env)
  const id = env.id()
  const now = env.now()
  await db
    .insertInto('sign_in_tickets')
    .values({
      id,
      hash,
      user_id: userId,
      needs_phone: needsPhone,
      created_at: now,
      expires_at: new Date(now.getTime() + ticketMinutes * 60_000),
    })
    .execute()
  context.setCookie(ticketCookie, token, { maxAge: ticketMinutes * 60 })
  return id
}

/**
 * Checks a password. Known, unknown, deactivated and passwordless accounts cost one query and one hash each and answer
 * alike; what an account is told apart by follows only after the right password.
 * @throws PASSWORD_INCORRECT, USER_DEACTIVATED, MAINTENANCE, PHONE_NUMBER_REQUIRED, TOO_MANY_REQUESTS
 */
export async function signInByPassword(context: BaseContext, given: { email: string; password: string }) {
  const email = normaliseEmail(given.email)
  const account = await accountByEmail(context.database.primary, email)
  const device = account && knownDeviceOf(context, account.userId)
  const identifier = device ? `${email} ${device}` : email
  await countTry(context, 'login', identifier)
  const isRight = await isPassword(given.password, account?.passwordHash ?? null)
  if (!account || !isRight) throw new AppError('PASSWORD_INCORRECT')
  await forgiveTry(context, 'login', identifier)
  if (account.deactivated) throw new AppError('USER_DEACTIVATED')
  await requireOpenFor(context, account)
  const decision = secondFactorOf(account.facts)
  if (decision.kind === 'NONE') {
    await createSession(context.db, context, account.userId, 'PASSWORD')
    return { requiresTwoFactor: false }
  }
  requireUnlocked(account, context.env.now())
  if (decision.kind === 'PHONE_NEEDED') return askForPhone(context, account)
  return askForCode(context, account, decision)
}

const countTry = (context: BaseContext, action: 'login' | 'verify', identifier: string) =>
  countAttempt(context.database.primary, action, { identifier, address: context.clientAddress }, context.env.now())

const forgiveTry = (context: BaseContext, action: 'login' | 'verify' | 'send-code', identifier: string) =>
  forgiveAttempt(context.database.primary, action, { identifier, address: context.clientAddress }, context.env.now())

/** The answer is an error, so its ticket gets a transaction of its own. */
async function askForPhone(context: BaseContext, account: Account): Promise<never> {
  await context.database.transaction((db) => createTicket(db, context, account.userId, true))
  throw new AppError('PHONE_NUMBER_REQUIRED', { body: { requiresPhoneNumber: true, userId: account.userId } })
}

async function askForCode(
  context: BaseContext,
  account: Account,
  decision: Exclude<FactorDecision, { kind: 'NONE' | 'PHONE_NEEDED' }>,
) {
  const methods = decision.kind === 'CODE' ? decision.methods : (['TOTP'] as const)
  if (methods[0] === 'SMS') await limitMessages(context, account.userId, unproven(account))
  const ticketId = await createTicket(context.db, context, account.userId, false)
  if (decision.kind === 'CODE')
    await openChallenge(context.db, context, { account, purpose: 'SIGN_IN', method: present(methods[0]), ticketId })
  return new Answer(202, {
    requiresTwoFactor: true,
    methods: [...methods],
    phoneHint: methods.includes('SMS') && account.phoneNumber ? phoneHint(account.phoneNumber) : null,
    enrolmentRequired: decision.kind === 'ENROL_TOTP',
  })
}

/**
 * While the service is closed for maintenance, only those sign in who may open it again.
 * @throws MAINTENANCE for anybody else
 */
export async function requireOpenFor(
  context: Pick<BaseContext, 'isMaintenance'>,
  account: Pick<Account, 'isOperator'>,
) {
  if (!account.isOperator && (await context.isMaintenance())) throw closedForMaintenance()
}

/** The account behind a ticket. @throws USER_DEACTIVATED, MAINTENANCE */
export async function accountOfTicket(context: BaseContext, ticket: Ticket): Promise<Account> {
  const account = (await accountById(context.database.primary, ticket.userId)) ?? fail('UNAUTHENTICATED')
  if (account.deactivated) throw new AppError('USER_DEACTIVATED')
  await requireOpenFor(context, account)
  return account
}

/**
 * Ends a sign-in with its code. The address and the phone number of the body are only compared: the ticket alone says
 * who signs in and where the code went.
 */
export async function signInByCode(
  context: BaseContext,
  ticket: Ticket,
  given: { email: string; code: string; phoneNumber?: string | null },
): Promise<TokenPair> {
  const account = await accountOfTicket(context, ticket)
  // Counted by whose ticket it is: an address in the body is anybody's to write.
  await countTry(context, 'verify', account.userId)
  const right = await checkCode(context, account, ticket.id, given.code, {
    isRest: normaliseEmail(given.email) === account.email,
  })
  if (right.phoneNumber && given.phoneNumber && !isSamePhone(given.phoneNumber, right.phoneNumber))
    throw new AppError('CODE_WRONG')
  await forgiveTry(context, 'verify', account.userId)
  if (right.method === 'SMS') await forgiveTry(context, 'send-code', account.userId)
  const { db, env } = context
  const now = env.now()
  await spendChallenge(db, right.challengeId, now)
  const used = await db
    .updateTable('sign_in_tickets')
    .set({ used_at: now })
    .where('id', '=', ticket.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) throw new AppError('UNAUTHENTICATED')
  if (right.totpStep !== null && !(await spendTotpStep(db, account.userId, right.totpStep)))
    throw new AppError('CODE_WRONG')
  if (right.recoveryCodeId) await spendPaperCode(context, account, right.recoveryCodeId)
  if (right.enrols) await takeTotpIntoUse(db, context, account)
  if (right.purpose === 'PHONE') await storePhone(db, context, account, present(right.phoneNumber))
  else if (right.method === 'SMS' && !account.phoneVerified)
    await db.updateTable('users').set({ phone_verified_at: now }).where('id', '=', account.userId).execute()
  return createSession(db, context, account.userId, right.method === 'TOTP' ? 'TOTP' : 'SMS')
}

async function spendPaperCode(context: BaseContext, account: Account, recoveryCodeId: string) {
  const { db, env } = context
  if (!(await spendRecoveryCode(db, recoveryCodeId, env.now()))) throw new AppError('CODE_WRONG')
  const count = await countRecoveryCodes(db, account.userId)
  await notifyOwner(db, context, account, 'SECOND_FACTOR_CHANGED', 'recoveryCodeUsed', { count })
}

function isSamePhone(typed: string, stored: string): boolean {
  try {
    return normalisePhone(typed) === stored
  } catch {
    return false
  }
}

/** The new app counts from now on; its owner hears of it by mail. */
export async function takeTotpIntoUse(db: Db, context: BaseContext, account: Account): Promise<void> {
  await confirmPendingTotp(db, account.userId, context.env.now())
  await notifyOwner(db, context, account, 'SECOND_FACTOR_CHANGED', 'secondFactorChanged')
}

/** Stores a number that its code has proven; its owner hears of one that is new, and the number before of its end. */
export async function storePhone(db: Db, context: BaseContext, account: Account, phoneNumber: string): Promise<void> {
  const now = context.env.now()
  await db
    .updateTable('users')
    .set((e) => ({ phone_number: phoneNumber, phone_verified_at: now, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', account.userId)
    .execute()
  if (account.phoneNumber === phoneNumber) return
  if (account.phoneNumber && account.phoneVerified)
    await sendSms(db, context, {
      to: account.phoneNumber,
      language: account.language,
      template: 'sessions:sms.phoneChanged',
      userId: account.userId,
    })
  await notifyOwner(db, context, account, 'PHONE_CHANGED', account.phoneNumber ? 'phoneChanged' : 'phoneAdded')
}
