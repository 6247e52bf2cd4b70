import { sql } from 'kysely'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Assignment, SignedIn } from '#platform/server/database/scope.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'

export const accessCookie = 'accessToken'
export const refreshCookie = 'refreshToken'
export const ticketCookie = 'preAuth'
/** Tells the pages' scripts that somebody is signed in; they cannot read the tokens. It proves nothing. */
export const signedInCookie = 'signedIn'

export type SessionFound =
  | { readonly kind: 'signed-in'; readonly user: SignedIn }
  /** The token was ours once; a refresh may bring a new one. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' }

interface SessionRow {
  session_id: string
  csrf_token: string
  revoked_at: Date | null
  absolute_end_at: Date
  expires_at: Date
  authenticated_at: Date
  signed_in_with: string
  user_id: string
  email: string
  first_name: string
  last_name: string
  work_email: string
  phone_number: string | null
  language: 'fi' | 'en' | 'sv'
  deactivated_at: Date | null
  assignments: Assignment[]
}

/**
 * Reads the session of an access token: one query, on every request, so that a sign-out, a deactivation or a lost role
 * counts at once.
 */
export async function findSession(db: Db, token: string, now: Date): Promise<SessionFound> {
  const result = await sql<SessionRow>`
    select s.id as session_id, s.csrf_token, s.revoked_at, s.absolute_end_at, s.authenticated_at, s.signed_in_with, t.expires_at,
           u.id as user_id, u.email, u.first_name, u.last_name, u.work_email, u.phone_number, u.language, u.deactivated_at,
           coalesce((select json_agg(a) from (${assignmentsOf()}) a), '[]') as assignments
      from session_tokens t
      join sessions s on s.id = t.session_id
      join users u on u.id = s.user_id
     where t.hash = ${sha256(token)} and t.kind = 'ACCESS'`.execute(db)
  const row = result.rows[0]
  if (!row) return { kind: 'unknown' }
  if (row.revoked_at || row.absolute_end_at <= now) return { kind: 'unknown' }
  if (row.expires_at <= now) return { kind: 'expired' }
  if (!isStrongEnough(row)) return { kind: 'unknown' }
  return { kind: 'signed-in', user: signedIn(row) }
}

/**
 * A role over all companies wants an authenticator app, also when it was given to somebody who had signed in with less:
 * that session is worth nothing from then on.
 */
const isStrongEnough = (row: SessionRow) =>
  row.signed_in_with === 'TOTP' || !row.assignments.some((assignment) => assignment.role.scopeKind === 'ALL')

const assignmentsOf = () => sql`
  select ur.id as "userRoleId", ur.company_id as "companyId", ur.group_company_id as "groupCompanyId",
         case when ur.group_company_id is not null
              then array(select c.id from companies c where c.group_company_id = ur.group_company_id and c.deleted_at is null)
              when ur.company_id is not null then array[ur.company_id] else '{}'::uuid[] end as "companyIds",
         json_build_object('id', r.id, 'name', r.name, 'scopeKind', r.scope_kind, 'tier', r.tier, 'permissions',
           coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
              from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = r.id), '[]')) as role
    from user_roles ur join roles r on r.id = ur.role_id
   where ur.user_id = u.id order by ur.created_at, ur.id`

function signedIn(row: SessionRow): SignedIn {
  const permissions = new Set<PermissionName>()
  for (const assignment of row.assignments)
    for (const permission of assignment.role.permissions) permissions.add(permission.name)
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    workEmail: row.work_email,
    phoneNumber: row.phone_number,
    language: row.language,
    csrfToken: row.csrf_token,
    deactivated: row.deactivated_at !== null,
    authenticatedAt: row.authenticated_at,
    assignments: row.assignments,
    permissions,
  }
}

/**
 * Ends the sessions and the half-done sign-ins of a user at once: password change, reset, deactivation, an
 * administrator's act.
 * @param exceptSessionId the session that asks for it and goes on
 * @returns how many sessions ended
 */
export async function revokeSessions(
  db: Db,
  userId: string,
  reason: 'PASSWORD_CHANGED' | 'DEACTIVATED' | 'BY_ADMIN' | 'SIGNED_OUT',
  now: Date,
  exceptSessionId: string | null = null,
): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptSessionId !== null, (query) => query.where('id', '<>', exceptSessionId))
    .executeTakeFirst()
  await db
    .updateTable('sign_in_tickets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return Number(ended.numUpdatedRows)
}
