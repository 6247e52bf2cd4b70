import type { Db } from '#platform/server/database/db.ts'

/** Puts a message that was not delivered back in the queue with all its tries. */
export async function reviveMessage(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      status: 'PENDING',
      attempts: 0,
      next_attempt_at: now,
      leased_until: null,
      last_error: null,
      sent_at: null,
      provider_id: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
