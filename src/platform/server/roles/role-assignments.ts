import type { Db } from '#platform/server/database/db.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Actor, logEvent } from '../events/events.ts'

/** A role of a person: in a company, in a group, or over everything. */
export interface RoleAssignment {
  readonly userId: string
  readonly role: { readonly id: string; readonly name: string }
  readonly companyId: string | null
  readonly groupCompanyId: string | null
  /** The company whose history shows it: its own, or the one through which a group was named. */
  readonly shownIn: string | null
}

/**
 * Gives a role and logs it; one that is held already stays as it is. A session reads its roles on every request, so the
 * next one feels it.
 * @returns whether it is new
 */
export async function assignRole(db: Db, env: Env, actor: Actor, given: RoleAssignment): Promise<boolean> {
  const inserted = await db
    .insertInto('user_roles')
    .values({
      id: env.id(),
      user_id: given.userId,
      role_id: given.role.id,
      company_id: given.companyId,
      group_company_id: given.groupCompanyId,
      created_by: actor.userId === given.userId ? null : actor.userId,
      created_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await logAssignment(db, env, actor, 'ROLE_ASSIGNED', given)
  return true
}

/**
 * Takes a role and logs it.
 * @returns whether it was held
 */
export async function unassignRole(db: Db, env: Env, actor: Actor, taken: RoleAssignment): Promise<boolean> {
  const deleted = await db
    .deleteFrom('user_roles')
    .where('user_id', '=', taken.userId)
    .where('role_id', '=', taken.role.id)
    .where('company_id', 'is not distinct from', taken.companyId)
    .where('group_company_id', 'is not distinct from', taken.groupCompanyId)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return false
  await logAssignment(db, env, actor, 'ROLE_UNASSIGNED', taken)
  return true
}

async function logAssignment(
  db: Db,
  env: Env,
  actor: Actor,
  type: 'ROLE_ASSIGNED' | 'ROLE_UNASSIGNED',
  { userId, role, companyId, groupCompanyId, shownIn }: RoleAssignment,
): Promise<void> {
  await logEvent(db, env, actor, type, {
    subject: { type: 'person', id: userId },
    companyId: shownIn,
    shared: false,
    data: { role: role.name, companyId, groupCompanyId },
  })
}
