import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'

/** Where a person is written to, and in which language. */
export const addressOf = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirstOrThrow()

/** The accounts of an address, invited ones too, and whether their owners sign in. */
export async function accountsOf(db: Db, email: string): Promise<{ id: string; signsIn: boolean }[]> {
  const { rows } = await sql<{ id: string; signsIn: boolean }>`
    select u.id, u.last_signed_in_at is not null and u.deactivated_at is null as "signsIn" from users u
     where lower(u.email) = ${email}
        or (u.invited and exists (select from invitations i where i.user_id = u.id and lower(i.email) = ${email}))
     order by u.id`.execute(db)
  return rows
}
