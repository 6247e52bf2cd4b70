import type { Db } from '#platform/server/database/db.ts'

/** The sealed secret of a user's authenticator app, and the last code that was spent. */
export async function findTotp(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['totp_secret_sealed', 'totp_last_step'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
}

/** The newest 200 messages, of everybody or to one address. */
export async function newestMessages(db: Db, to: string | undefined) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .$if(Boolean(to), (q) => q.where('recipient', '=', to!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
