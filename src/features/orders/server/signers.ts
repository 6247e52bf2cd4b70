import { sql } from 'kysely'
import { roleId } from '#platform/server/roles/role-ids.ts'

const admins = sql`ur.role_id in (${sql.lit(roleId('EMPLOYER_ADMIN'))}, ${sql.lit(roleId('EMPLOYER_GROUP_ADMIN'))})
  and ur.user_id <> e.user_id and su.deactivated_at is null`

/** Whether somebody other than the person `e` can sign for the company `c`: an admin, or an editor whom it has named. */
export const hasOtherSigner = sql<boolean>`(
  exists (select 1 from user_roles ur join users su on su.id = ur.user_id
    where (ur.company_id = c.id or ur.group_company_id = c.group_company_id) and ${admins})
  or exists (select 1 from unnest(c.signer_user_ids) signer where signer <> e.user_id))`

/**
 * Whether a person may sign the agreement of order `o` of company `c` for the employer: its admins, and editors whom the
 * company has named; nobody for themselves.
 */
export const maySignFor = (userId: string) => sql<boolean>`(e.user_id <> ${userId}
  and (${userId}::uuid = any(c.signer_user_ids) or exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = ${userId} and r.name in ('EMPLOYER_ADMIN', 'EMPLOYER_GROUP_ADMIN')
      and (ur.company_id = c.id or ur.group_company_id = c.group_company_id))))`
