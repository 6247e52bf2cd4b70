import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'

/** How long a colleague does not count as a second person to whoever gave them their role. */
const OWN_CHOICE_DAYS = 30
const dayMs = 86_400_000

/** Since when a role that somebody gave makes its holder no second person to them. */
export const ownChoiceSince = (now: Date): Date => new Date(now.getTime() - OWN_CHOICE_DAYS * dayMs)

interface Asked {
  readonly permission: PermissionName
  readonly proposer: string
  readonly now: Date
}

export interface Colleague {
  readonly id: string
  readonly email: string
  readonly language: LanguageCode
  /** The highest tier that they hold: nobody decides about somebody above them. */
  readonly tier: number
}

/**
 * The active members of staff who may confirm what one of them proposes: they hold the permission over everything, and by a
 * role that the proposer did not give them a short while ago. Otherwise a super admin would invite their second person.
 */
export async function secondStaff(db: Db, { permission, proposer, now }: Asked): Promise<Colleague[]> {
  const result = await sql<Colleague>`
    select u.id, u.email, u.language, max(held.tier) as tier from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
      join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
      join user_roles every on every.user_id = u.id join roles held on held.id = every.role_id
     where r.scope_kind = 'ALL' and p.name = ${permission} and u.deactivated_at is null and not u.invited and u.id <> ${proposer}
       and (ur.created_by is distinct from ${proposer} or ur.created_at <= ${ownChoiceSince(now)})
     group by u.id, u.email, u.language`.execute(db)
  return result.rows
}

/** Whether somebody is a second person to whoever proposed a change. */
export async function isSecondStaff(db: Db, userId: string, asked: Asked): Promise<boolean> {
  return (await secondStaff(db, asked)).some(({ id }) => id === userId)
}
