import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { sameHash } from '#platform/server/runtime/secrets.ts'

export interface StoredAnswer {
  readonly status: number
  readonly body: string
  readonly contentType: string
}

/**
 * Claims a key inside the transaction of the effect. A second request with the key waits for the first to end and then
 * gets its answer; a crash leaves no key, so the retry simply runs.
 * @param requestHash a keyed hash of method, address and body; keyed, because a body may hold a password
 * @returns the stored answer of a committed earlier request, or null when this request is the first
 * @throws IDEMPOTENCY_KEY_REUSED for the same key with another request, IDEMPOTENCY_KEY_IN_FLIGHT when the wait is too long
 */
export async function claimKey(db: Db, owner: string, key: string, requestHash: Buffer): Promise<StoredAnswer | null> {
  const inserted = await sql`
    insert into idempotency_keys (owner, key, request_hash) values (${owner}, ${key}, ${requestHash})
    on conflict (owner, key) do nothing`
    .execute(db)
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === '55P03')
        throw new AppError('IDEMPOTENCY_KEY_IN_FLIGHT', { retryAfterSeconds: 1 })
      throw error
    })
  if (inserted.numAffectedRows === 1n) return null
  const stored = await storedAnswer(db, owner, key, requestHash)
  if (!stored) throw new AppError('IDEMPOTENCY_KEY_IN_FLIGHT', { retryAfterSeconds: 1 })
  return stored
}

/**
 * The answer of a committed earlier request with the key.
 * @returns null while there is none
 * @throws IDEMPOTENCY_KEY_REUSED for the same key with another request
 */
export async function storedAnswer(
  db: Db,
  owner: string,
  key: string,
  requestHash: Buffer,
): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body', 'content_type'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || row.status === null) return null
  if (!sameHash(row.request_hash, requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return {
    status: row.status,
    body: row.body ?? '',
    contentType: row.content_type ?? 'application/json; charset=utf-8',
  }
}

/** Keeps the answer with the effect, in the same transaction. */
export async function keepAnswer(db: Db, owner: string, key: string, answer: StoredAnswer) {
  await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, body: answer.body, content_type: answer.contentType })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
}
