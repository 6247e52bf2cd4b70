import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/server/http/limits.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { type PasswordOwner, type PasswordWeakness, passwordWeakness } from '../rules/password-strength.ts'
import { hashPassword, isPassword } from './password-hash.ts'

const sentences: Record<PasswordWeakness, string> = {
  TOO_SHORT: 'has to have at least 12 characters',
  TOO_LONG: 'has to have at most 256 characters',
  TOO_SIMPLE: 'repeats itself or follows the keyboard',
  COMMON: 'is one that many people use',
  PERSONAL: 'is too close to the name or the e-mail address',
}

/**
 * Refuses a password that is short, common, or made of its owner's name or address.
 * @param field where the refusal points in the body
 * @throws PASSWORD_TOO_WEAK with one field error
 */
export function assertPasswordStrong(password: string, owner: PasswordOwner, field = 'password'): void {
  const weakness = passwordWeakness(password, owner)
  if (weakness)
    throw new AppError('PASSWORD_TOO_WEAK', {
      fields: [{ path: field, code: `PASSWORD_${weakness}`, message: sentences[weakness] }],
    })
}

/**
 * Asks a signed-in user for the password again, before an act that a stolen session must not do: signing, changing
 * the phone or the password. Call it before the first query of the transaction, because it hashes.
 * @throws PASSWORD_CHECK_FAILED, TOO_MANY_REQUESTS after ten tries in 15 minutes
 */
export async function reauthenticate(
  context: SignedInContext,
  password: string,
  limit: 'password-check' | 'signing' = 'password-check',
): Promise<void> {
  const db = context.database.primary
  const { userId } = context.user
  const who = { identifier: userId, address: context.clientAddress }
  await countAttempt(db, limit, who, context.env.now())
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  if (!(await isPassword(password, row?.password_hash ?? null))) throw new AppError('PASSWORD_CHECK_FAILED')
  await forgiveAttempt(db, limit, who, context.env.now())
}

/** Stores a new password; every session and every link that is on its way to the owner ends with the old one. */
export async function storePassword(db: Db, context: BaseContext, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const now = context.env.now()
  await db
    .updateTable('users')
    .set((e) => ({ password_hash: hash, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('link_tokens')
    .set({ revoked_at: now })
    .where('purpose', 'in', ['reset', 'sign-in-address'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  await revokeSessions(db, userId, 'PASSWORD_CHANGED', now)
}
