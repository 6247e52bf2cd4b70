import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { present } from '#platform/values/present.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCodeFrom, typedRecoveryCode } from '../rules/recovery-code.ts'

const hashOf = (userId: string, plain: string) => sha256(`recovery-code:${userId}:${plain}`)

/** Makes new codes for a lost authenticator app; the old ones are good no more. @returns the codes, shown this once */
export async function replaceRecoveryCodes(db: Db, context: BaseContext, userId: string): Promise<string[]> {
  const { env } = context
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(env.random(RECOVERY_CODE_BYTES)))
  await removeRecoveryCodes(db, userId)
  const now = env.now()
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: env.id(),
        user_id: userId,
        code_hash: hashOf(userId, present(typedRecoveryCode(code))),
        created_at: now,
      })),
    )
    .execute()
  return codes
}

export async function removeRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** The unused recovery code that somebody typed. @param plain as `typedRecoveryCode` gives it */
export async function findRecoveryCode(db: Db, userId: string, plain: string): Promise<string | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, plain))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Uses a recovery code up. @returns false when somebody else used it at the same moment */
export async function spendRecoveryCode(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
