import type { Db } from '#platform/server/database/db.ts'

/** The row of an account; people who have only been invited have none. */
export async function findAccount(db: Db, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).where('invited', '=', false).executeTakeFirst()
}

/** The tiers of the roles that a person holds. */
export async function tiersOf(db: Db, userId: string): Promise<{ tier: number }[]> {
  return db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('r.tier')
    .where('ur.user_id', '=', userId)
    .execute()
}

/** A change that is still open, with its person's first name. */
export async function findOpenChange(db: Db, id: string | null) {
  return db
    .selectFrom('identity_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select('u.first_name')
    .where('c.id', '=', id)
    .where('c.status', '=', 'OPEN')
    .executeTakeFirst()
}

/** A person's own open changes, the oldest first. */
export async function openChangesOf(db: Db, userId: string) {
  return db
    .selectFrom('identity_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'OPEN')
    .orderBy('created_at')
    .execute()
}
