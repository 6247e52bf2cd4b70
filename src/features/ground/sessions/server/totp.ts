import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Db } from '#platform/server/database/db.ts'
import { qrCodeOf } from '#platform/server/documents/qr-code.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Account } from './accounts.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'

const periodSeconds = 30

/** Makes the secret of a new app and keeps it apart, sealed, until its first code. */
export async function startTotp(db: Db, context: BaseContext, account: Account) {
  const secret = generateSecret()
  const uri = generateURI({ issuer: context.brand.name, label: account.email, secret })
  await db
    .updateTable('users')
    .set({ totp_pending_sealed: context.vault.seal(secret) })
    .where('id', '=', account.userId)
    .execute()
  return { secret, uri, qr: qrCodeOf(uri) }
}

/**
 * The time step that a code of an app belongs to, one step of drift allowed either way, or null for a wrong code.
 * @param lastStep the step of the last accepted code: it and everything before it are used up
 */
export function totpStep(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  // A code of another length is a wrong one, not a fault.
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, period: periodSeconds, epochTolerance: periodSeconds })
  if (!result.valid) return null
  const step = Math.floor(epoch / periodSeconds) + result.delta
  return lastStep !== null && step <= lastStep ? null : step
}

/** Uses up the step of a right code. @returns false when the same code came a second time at the same moment */
export async function spendTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((e) => e.or([e('totp_last_step', 'is', null), e('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Forgets the app and the recovery codes of an account. */
export async function forgetTotp(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ totp_secret_sealed: null, totp_pending_sealed: null, totp_confirmed_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute()
  await removeRecoveryCodes(db, userId)
}

/** Takes the pending app into use, in place of the one before. */
export async function confirmPendingTotp(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({
      totp_secret_sealed: e.ref('totp_pending_sealed'),
      totp_pending_sealed: null,
      totp_confirmed_at: now,
    }))
    .where('id', '=', userId)
    .where('totp_pending_sealed', 'is not', null)
    .execute()
}
