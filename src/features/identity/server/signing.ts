import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { OPPOSITE_DAYS, signingClosedUntil } from '../rules.ts'

const dayMs = 86_400_000

/**
 * Asks whether a person's identity is settled enough to sign with.
 * @throws SIGNING_CLOSED with `details.until`
 */
export async function requireSettledIdentity(db: Db, userId: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select([
      'identity_changed_at',
      'recovered_at',
      'phone_verified_at',
      'personal_email_verified_at',
      'totp_confirmed_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const proofs = [row.phone_verified_at, row.personal_email_verified_at, row.totp_confirmed_at]
  const past = {
    changedAt: row.identity_changed_at,
    recoveredAt: row.recovered_at,
    proofsSince: proofs.filter((since) => since !== null),
  }
  const until = signingClosedUntil(past, now)
  if (until) throw new AppError('SIGNING_CLOSED', { details: { until: until.toISOString() } })
}

/**
 * Whoever moved a person's sign-in does not sign opposite that person.
 * @throws SIGNER_CHANGED_IDENTITY
 */
export async function requireStranger(db: Db, signerId: string, personId: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('identity_changes')
    .select('id')
    .where('user_id', '=', personId)
    .where('created_at', '>', new Date(now.getTime() - OPPOSITE_DAYS * dayMs))
    .where((e) => e.or([e('proposed_by', '=', signerId), e('confirmed_by', '=', signerId)]))
    .executeTakeFirst()
  if (row) throw new AppError('SIGNER_CHANGED_IDENTITY')
}
