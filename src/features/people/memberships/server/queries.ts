import { sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import type { InvitationKind } from '#features/ground/invitations/rules.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import type { Bond } from '../contract.ts'

export interface InvitationRow {
  readonly id: string
  readonly kind: InvitationKind
  readonly email: string
  readonly status: string
  readonly userId: string
  readonly firstName: string
  readonly language: LanguageCode
  readonly companyId: string | null
  readonly companyName: string | null
  readonly groupCompanyId: string | null
  readonly invitedBy: string | null
  readonly isWithdrawn: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly roles: string[]
}

const invitationsFrom = sql`
  select i.id, i.kind, i.email, i.status, i.user_id as "userId", u.first_name as "firstName", u.language, i.company_id as "companyId",
         c.name as "companyName", c.group_company_id as "groupCompanyId", i.invited_by as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
         u.deactivated_at is not null or (c.id is not null and c.deleted_at is not null) as "isWithdrawn",
         array(select distinct r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = i.user_id order by 1) as roles
    from invitations i join users u on u.id = i.user_id left join companies c on c.id = i.company_id`

/** An open invitation, without a lock for reading. */
export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const result = await sql<InvitationRow>`${invitationsFrom} where i.id = ${id} and i.status = 'OPEN'`.execute(db)
  return result.rows[0]
}

/** Takes an open invitation before it is answered, so that it is answered once. */
export async function lockInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  await sql`select from invitations where id = ${id} for update`.execute(db)
  return findInvitation(db, id)
}

/** What waits at an address that has been proven, which only the sign-in address is. */
export async function invitationsTo(db: Db, email: string, now: Date): Promise<InvitationRow[]> {
  const result = await sql<InvitationRow>`${invitationsFrom}
    where i.email = ${email} and i.status = 'OPEN' and i.expires_at > ${now} and u.deactivated_at is null
      and (c.id is null or c.deleted_at is null) order by i.created_at, i.id limit 100`.execute(db)
  return result.rows
}

/** The highest tier that somebody holds over a company with the right to give roles there; null without it. */
export async function grantingTier(db: Db, userId: string | null, companyId: string | null): Promise<number | null> {
  const result = await sql<{ tier: number | null }>`
    select max(r.tier) as tier from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
     where ur.user_id = ${userId} and u.deactivated_at is null
       and exists (select from role_permissions rp join permissions p on p.id = rp.permission_id
                    where rp.role_id = r.id and p.name in ('role:assign', 'employee:grant-role'))
       and (r.scope_kind = 'ALL' or ur.company_id = ${companyId}
            or ur.group_company_id = (select c.group_company_id from companies c where c.id = ${companyId}))`.execute(
    db,
  )
  return result.rows[0]?.tier ?? null
}

export async function highestTier(db: Db, userId: string): Promise<number> {
  const result = await sql<{ tier: number | null }>`
    select max(r.tier) as tier from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = ${userId}`.execute(
    db,
  )
  return result.rows[0]?.tier ?? 0
}

interface BondRow {
  readonly companyId: string
  readonly companyName: string
  readonly employeeId: string | null
  readonly employeeStatus: EmployeeStatus | null
  readonly untouchedOrders: string[]
  readonly openOrders: number
  readonly runningLeases: number
  readonly roles: string[]
}

/** The companies of a person, each with what is under way there; an order that nobody has touched does not count. */
export async function bondsOf(db: Db, userId: string, companyId: string | null = null): Promise<BondRow[]> {
  const result = await sql<BondRow>`
    select c.id as "companyId", c.name as "companyName", e.id as "employeeId", e.status as "employeeStatus",
           array(select o.id from orders o where o.beneficiary_employee_id = e.id and o.status = 'NOT_STARTED') as "untouchedOrders",
           (select count(*)::int from orders o where o.beneficiary_employee_id = e.id
              and o.status not in ('NOT_STARTED', 'CANCELLED', 'REFUNDED', 'WIX', 'ACTIVE_LEASING')) as "openOrders",
           (select count(*)::int from leasing_agreements a where a.beneficiary_employee_id = e.id
              and (a.lease_state = 'ACTIVE' or (a.order_id is null and a.status = 'SIGNED' and a.void_at is null and a.lease_state = 'NOT_STARTED'))) as "runningLeases",
           array(select distinct r.name from user_roles ur join roles r on r.id = ur.role_id
                  where ur.user_id = ${userId} and (ur.company_id = c.id or ur.group_company_id = c.group_company_id) order by 1) as roles
      from companies c left join beneficiary_employees e on e.company_id = c.id and e.user_id = ${userId} and e.status <> 'ENDED'
     where c.deleted_at is null and (${companyId}::uuid is null or c.id = ${companyId})
       and (e.id is not null or exists (select from user_roles ur where ur.user_id = ${userId}
             and (ur.company_id = c.id or ur.group_company_id = c.group_company_id)))
     order by c.name, c.id`.execute(db)
  return result.rows
}

export const viewOfBond = ({ employeeId: _row, untouchedOrders: _orders, ...bond }: BondRow): Bond => bond

/** Whether a user is the only super admin who can sign in. */
export async function isLastSuperAdmin(db: Db, userId: string): Promise<boolean> {
  const result = await sql<{ own: boolean; others: number }>`
    select bool_or(ur.user_id = ${userId}) as own, count(*) filter (where ur.user_id <> ${userId})::int as others
      from user_roles ur join users u on u.id = ur.user_id
     where ur.role_id = ${roleId('SUPER_ADMIN')} and u.deactivated_at is null`.execute(db)
  const row = result.rows[0]
  return Boolean(row?.own) && row?.others === 0
}
