import type { Db } from '#platform/server/database/db.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { Ticket } from './context.ts'

/** The ticket between password and second factor, when it is still good. */
export async function findTicket(db: Db, token: string, now: Date): Promise<Ticket | null> {
  const row = await db
    .selectFrom('sign_in_tickets')
    .select(['id', 'user_id', 'needs_phone'])
    .where('hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { id: row.id, userId: row.user_id, needsPhone: row.needs_phone } : null
}
