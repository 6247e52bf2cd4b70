import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Assignment, type Holder, isStaff, permissionsOf, type SignedIn } from '#platform/server/database/scope.ts'
import { keptStatement } from '#platform/server/database/statements.ts'
import type { RoleCatalogue } from '#platform/server/roles/role-catalogue.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'

export const accessCookie = 'accessToken'
export const refreshCookie = 'refreshToken'
export const ticketCookie = 'preAuth'
/** Tells the pages' scripts that somebody is signed in; they cannot read the tokens. It proves nothing. */
export const signedInCookie = 'signedIn'

export type SessionFound =
  | { readonly kind: 'signed-in'; readonly user: SignedIn; readonly beside: unknown }
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
  language: LanguageCode
  deactivated_at: Date | null
  catalogue_version: number
  assignments: StoredAssignment[]
  beside?: unknown
}

/** An assignment as it is stored: the role by its id. */
type StoredAssignment = Omit<Assignment, 'role'> & { readonly roleId: string }

const assignmentsOf = sql`
  select ur.id as "userRoleId", ur.role_id as "roleId", ur.company_id as "companyId", ur.group_company_id as "groupCompanyId",
         case when ur.group_company_id is not null
              then array(select c.id from companies c where c.group_company_id = ur.group_company_id and c.deleted_at is null)
              when ur.company_id is not null then array[ur.company_id] else '{}'::uuid[] end as "companyIds"
    from user_roles ur where ur.user_id = u.id order by ur.created_at, ur.id`

const sessionStatement = (beside: RawBuilder<unknown> | undefined) =>
  keptStatement<{ hash: Buffer }, SessionRow>(
    (value) => sql`
    select s.id as session_id, s.csrf_token, s.revoked_at, s.absolute_end_at, s.authenticated_at, s.signed_in_with, t.expires_at,
           u.id as user_id, u.email, u.first_name, u.last_name, u.work_email, u.phone_number, u.language, u.deactivated_at,
           (select version from role_catalogue) as catalogue_version,
           coalesce((select json_agg(a) from (${assignmentsOf}) a), '[]') as assignments${beside ? sql`, ${beside} as beside` : sql``}
      from session_tokens t
      join sessions s on s.id = t.session_id
      join users u on u.id = s.user_id
     where t.hash = ${value.hash} and t.kind = 'ACCESS'`,
  )

export type FindSession = (db: Db, roles: RoleCatalogue, token: string, now: Date) => Promise<SessionFound>

/**
 * Reads the session of an access token: one query, on every request, so that a sign-out, a deactivation or a lost role
 * counts at once.
 * @param beside a value that the same query reads along, over `u`, the row of whoever is signed in
 */
export function sessionFinder(beside?: RawBuilder<unknown>): FindSession {
  const sessionOf = sessionStatement(beside)
  return async (db, roles, token, now) => {
    const [row] = await sessionOf(db, { hash: sha256(token) })
    if (!row) return { kind: 'unknown' }
    if (row.revoked_at || row.absolute_end_at <= now) return { kind: 'unknown' }
    if (row.expires_at <= now) return { kind: 'expired' }
    const assignments = await withRoles(row, roles)
    if (!isStrongEnough(row.signed_in_with, assignments)) return { kind: 'unknown' }
    return { kind: 'signed-in', user: signedIn(row, assignments), beside: row.beside }
  }
}

export const findSession = sessionFinder()

/** The assignments with their roles. One of a role that has been deleted meanwhile gives nothing. */
async function withRoles(
  { catalogue_version, assignments }: Pick<SessionRow, 'catalogue_version' | 'assignments'>,
  roles: RoleCatalogue,
): Promise<Assignment[]> {
  const known = await roles.rolesAt(catalogue_version)
  return assignments.flatMap(({ roleId, ...assignment }) => {
    const role = known.get(roleId)
    return role ? [{ ...assignment, role }] : []
  })
}

/**
 * A role over all companies wants an authenticator app, also when it was given to somebody who had signed in with less:
 * that session is worth nothing from then on.
 */
const isStrongEnough = (signedInWith: string, assignments: readonly Assignment[]) =>
  signedInWith === 'TOTP' || !isStaff({ assignments })

function signedIn(row: SessionRow, assignments: readonly Assignment[]): SignedIn {
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
    assignments,
    permissions: permissionsOf(assignments),
  }
}

/** The rights of each of some users as they would have them signed in now: what is told to them is cut to these. */
export async function holdersOf(
  db: Db,
  roles: RoleCatalogue,
  userIds: readonly string[],
): Promise<(Holder & { readonly language: LanguageCode })[]> {
  const { rows } = await sql<
    Pick<SessionRow, 'user_id' | 'language' | 'catalogue_version' | 'assignments'>
  >`select u.id as user_id, u.language, (select version from role_catalogue) as catalogue_version,
           coalesce((select json_agg(a) from (${assignmentsOf}) a), '[]') as assignments
      from users u where u.id = any(${[...userIds]}::uuid[]) and u.deactivated_at is null and not u.invited order by u.id`.execute(
    db,
  )
  return Promise.all(
    rows.map(async (row) => {
      const assignments = await withRoles(row, roles)
      return { userId: row.user_id, language: row.language, assignments, permissions: permissionsOf(assignments) }
    }),
  )
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
