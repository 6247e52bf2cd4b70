import { type RawBuilder, sql } from 'kysely'
import type { EmployerPerson } from '#features/people/companies/recipients/shapes.ts'
import { WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'

/** A company or a group, as the holder of roles. */
export type Employer = { readonly companyId: string } | { readonly groupCompanyId: string }

/** The role assignments that reach an employer: a company's own and its group's, or a group's and its companies'. */
function assignmentsOf(employer: Employer): RawBuilder<boolean> {
  if ('companyId' in employer)
    return sql<boolean>`(ur.company_id = ${employer.companyId} or ur.group_company_id = (select group_company_id from companies where id = ${employer.companyId}))`
  const { groupCompanyId } = employer
  return sql<boolean>`(ur.group_company_id = ${groupCompanyId} or ur.company_id in
    (select id from companies where group_company_id = ${groupCompanyId} and deleted_at is null))`
}

const holds = (permission: PermissionName) =>
  sql<boolean>`bool_or(exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = r.id and p.name = ${permission}))`

/** Who acts for an employer: active people with another role there than the beneficiary's. */
export async function listEmployerPeople(db: Db, employer: Employer): Promise<EmployerPerson[]> {
  const rows = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .innerJoin('users as u', 'u.id', 'ur.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.work_email', 'u.last_signed_in_at', 'u.invited'])
    .select(sql<string[]>`array_agg(distinct r.name order by r.name)`.as('roles'))
    .select(holds('payroll-report:read').as('can_read_reports'))
    .select(sql<boolean>`bool_or(r.name in ('EMPLOYER_ADMIN', 'EMPLOYER_GROUP_ADMIN'))`.as('signs_by_role'))
    .where('r.scope_kind', 'in', ['COMPANY', 'GROUP'])
    .where('u.deactivated_at', 'is', null)
    .where(assignmentsOf(employer))
    .groupBy('u.id')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .limit(WHOLE_LIST_MAX + 1)
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    workEmail: row.work_email,
    roles: row.roles,
    signsByRole: row.signs_by_role,
    canReadReports: row.can_read_reports,
    hasSignedIn: row.last_signed_in_at !== null,
    invited: row.invited,
  }))
}
