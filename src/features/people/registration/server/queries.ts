import type { Db } from '#platform/server/database/db.ts'

export async function findGroupName(db: Db, id: string): Promise<{ name: string } | undefined> {
  return db.selectFrom('group_companies').select('name').where('id', '=', id).executeTakeFirst()
}

/** Whose account an address is, as far as a mail to it needs. */
export async function findAccountAt(db: Db, email: string) {
  return db.selectFrom('users').select(['id', 'language']).where('email', '=', email).executeTakeFirst()
}
