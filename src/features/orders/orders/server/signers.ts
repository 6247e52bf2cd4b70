import { type RawBuilder, sql } from 'kysely'
import { roleId } from '#platform/server/roles/role-ids.ts'

const adminRoles = sql`(${sql.lit(roleId('EMPLOYER_ADMIN'))}, ${sql.lit(roleId('EMPLOYER_GROUP_ADMIN'))})`

/**
 * Whether the role assignment `ur` makes its holder sign for the company `c`: its admins and its group's, and the editors
 * whom the company has named.
 */
export const signsBy: RawBuilder<boolean> = sql<boolean>`((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ${adminRoles} or ur.user_id = any(c.signer_user_ids)))`

/** Whether somebody other than the person `e` can sign for the company `c`, with an account that is open. */
export const hasOtherSigner = sql<boolean>`exists (select 1 from user_roles ur join users su on su.id = ur.user_id
  where ${signsBy} and ur.user_id <> e.user_id and su.deactivated_at is null and not su.invited)`

/** Whether a person may sign the agreement of order `o` of company `c` for the employer; nobody for themselves. */
export const maySignFor = (userId: string) => sql<boolean>`(e.user_id <> ${userId}
  and exists (select 1 from user_roles ur where ur.user_id = ${userId} and ${signsBy}))`
