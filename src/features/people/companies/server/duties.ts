import { sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'

/** Whether a person holds a permission over the company `c` or, for a group's list, over the group `g`. */
const holdsIn = (userId: string, permission: PermissionName, company: string, group: string) => sql<boolean>`
  exists (select 1 from user_roles ur join role_permissions rp on rp.role_id = ur.role_id join permissions p on p.id = rp.permission_id
    where ur.user_id = ${userId} and p.name = ${permission}
      and (ur.company_id = ${sql.raw(company)} or ur.group_company_id = ${sql.raw(group)}))`

/**
 * Ends what a person did for companies by a role that they have no more: signing for them and getting their payroll
 * report. Without this an order would wait for somebody who can no longer sign.
 */
export async function leaveDuties(db: Db, userId: string): Promise<void> {
  await sql`
    update companies c set signer_user_ids = array_remove(c.signer_user_ids, ${userId}::uuid), version = c.version + 1
     where ${userId}::uuid = any(c.signer_user_ids) and not ${holdsIn(userId, 'agreement:sign-employer', 'c.id', 'c.group_company_id')}`.execute(
    db,
  )
  await sql`
    delete from payroll_recipients r using companies c where c.id = r.company_id and r.user_id = ${userId}
       and not ${holdsIn(userId, 'payroll-report:read', 'c.id', 'c.group_company_id')}`.execute(db)
  await sql`
    delete from group_payroll_recipients r where r.user_id = ${userId} and not exists (
      select 1 from companies c where c.group_company_id = r.group_company_id and c.deleted_at is null
         and ${holdsIn(userId, 'payroll-report:read', 'c.id', 'c.group_company_id')})`.execute(db)
}
