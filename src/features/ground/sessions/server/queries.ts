import type { Db } from '#platform/server/database/db.ts'

/** The session that a token belongs to, whether it has run out or not. */
export async function findSessionOf(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.session_id ?? null
}

/** How the caller of a session proved who they are. */
export async function findSignedInWith(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .select('signed_in_with')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.signed_in_with
}

/** A person's sessions that are open, the newest first. */
export async function openSessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'signed_in_with'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('absolute_end_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}
