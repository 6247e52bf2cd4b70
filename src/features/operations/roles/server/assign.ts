import { sql } from 'kysely'
import { invite } from '#features/ground/invitations/server/invite.ts'
import type { SystemUser } from '#features/operations/accounts/contract.ts'
import { scopesOf, viewOf } from '#features/operations/accounts/server/changes.ts'
import {
  findPerson,
  lockPerson,
  otherSuperAdmins,
  type PersonRow,
} from '#features/operations/accounts/server/queries.ts'
import { tellOfNewAdmin } from '#features/people/companies/recipients/server/notify-admins.ts'
import { leaveDuties } from '#features/people/companies/server/duties.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { ScopeKind } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { reaches, type Scope, type SignedIn } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { assignRole, type RoleAssignment, unassignRole } from '#platform/server/roles/role-assignments.ts'
import { present } from '#platform/values/present.ts'
import { mayAssign } from '../rules.ts'
import { findRole, type RoleRow } from './queries.ts'

interface Company {
  id: string
  name: string
  group_company_id: string | null
}

/** The caller's highest role over one company, or over everything where none is named. */
function tierOver(user: SignedIn, companyId: string | null): number {
  const over = user.assignments.filter(
    ({ role, companyIds }) => role.scopeKind === 'ALL' || (companyId !== null && companyIds.includes(companyId)),
  )
  return Math.max(0, ...over.map(({ role }) => role.tier))
}

/** The companies of an assignment, inside the scope and not closed. @throws NOT_FOUND */
async function companiesOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Company[]> {
  if (!ids.every((id) => reaches(scope, id))) fail('NOT_FOUND')
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name', 'group_company_id'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.length === ids.length ? rows : fail('NOT_FOUND')
}

/** The group of an assignment that names it itself; only the staff reach a group as such. @throws NOT_FOUND */
async function groupOf(db: Db, scope: Scope, id: string): Promise<{ id: string; name: string }> {
  if (!scope.all) fail('NOT_FOUND')
  const row = await db.selectFrom('group_companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  return row ?? fail('NOT_FOUND')
}

interface Given {
  readonly userId: string
  readonly roleId: string
  readonly companyIds: readonly string[]
  /** A group without companies can only be named itself. */
  readonly groupCompanyId?: string | undefined
}

interface Asked {
  readonly person: PersonRow
  readonly role: RoleRow
  readonly assignments: readonly RoleAssignment[]
  /** The names of the companies or of the group. */
  readonly of: string
}

/** What every change of somebody's roles asks for first: the person, the role, the places, and the caller's right. */
async function checked(context: SignedInContext, given: Given): Promise<Asked> {
  const { db, user, scope, brand } = context
  if (!(await lockPerson(db, given.userId))) fail('NOT_FOUND')
  const person = (await findPerson(db, scopesOf(user, scope), given.userId)) ?? fail('NOT_FOUND')
  const role = (await findRole(db, given.roleId)) ?? fail('NOT_FOUND')
  if (person.userId === user.userId) throw new AppError('NOT_FOR_ONESELF')
  const companies = given.companyIds.length > 0 ? await companiesOf(db, scope, given.companyIds) : []
  const tiers = companies.length > 0 ? companies.map(({ id }) => tierOver(user, id)) : [tierOver(user, null)]
  if (!mayAssign({ tier: Math.min(...tiers), reachesAll: scope.all }, role)) throw new AppError('ROLE_ABOVE_OWN_TIER')
  const of = { userId: person.userId, role }
  if (role.scopeKind === 'GROUP' && given.groupCompanyId) {
    const group = await groupOf(db, scope, given.groupCompanyId)
    const assignment = { ...of, companyId: null, groupCompanyId: group.id, shownIn: null }
    return { person, role, assignments: [assignment], of: group.name }
  }
  return {
    person,
    role,
    assignments: assignmentsIn(companies, of, role.scopeKind),
    of: companies.map(({ name }) => name).join(', ') || brand.name,
  }
}

/** What is written for each company; companies of one group lead to one assignment in it. */
function assignmentsIn(
  companies: readonly Company[],
  of: Pick<RoleAssignment, 'userId' | 'role'>,
  scopeKind: ScopeKind,
): RoleAssignment[] {
  if (scopeKind === 'ALL') {
    if (companies.length > 0) failField('companyIds', 'NOT_ALLOWED', 'a role over everything has no companies')
    return [{ ...of, companyId: null, groupCompanyId: null, shownIn: null }]
  }
  if (companies.length === 0) failField('companyIds', 'REQUIRED', 'is needed')
  if (scopeKind !== 'GROUP')
    return companies.map(({ id }) => ({ ...of, companyId: id, groupCompanyId: null, shownIn: id }))
  const lonely = companies.filter((company) => company.group_company_id === null)
  if (lonely.length > 0)
    throw new AppError('COMPANY_WITHOUT_GROUP', { details: { companyIds: lonely.map(({ id }) => id) } })
  const byGroup = new Map(companies.map((company) => [present(company.group_company_id), company.id]))
  return [...byGroup].map(([groupCompanyId, shownIn]) => ({ ...of, companyId: null, groupCompanyId, shownIn }))
}

/** The person hears of a change of their roles, with one way to go on. */
async function mailChange(context: SignedInContext, asked: Asked, mail: 'given' | 'taken'): Promise<void> {
  const { person, role, of } = asked
  if (person.deactivatedAt) return
  const name = role.builtIn ? context.texts.t(person.language, `roles:names.${role.name}`, {}) : role.name
  await sendMail(context.db, context, {
    to: person.email,
    language: person.language,
    template: `roles:mail.${mail}`,
    values: { name: person.firstName, role: name, of },
    link: pageUrl('login'),
    userId: person.userId,
  })
}

async function viewAfter(context: SignedInContext, before: PersonRow): Promise<SystemUser> {
  const after = await findPerson(context.db, scopesOf(context.user, context.scope), before.userId)
  // Whoever held nothing else there is no longer seen by the caller.
  return viewOf(after ?? { ...before, userRoles: [] })
}

/** Whether the person has no bond yet to the company or group of a role: such a bond needs their own yes. */
async function asksFirst(db: Db, person: PersonRow, { companyId, groupCompanyId }: RoleAssignment): Promise<boolean> {
  if (person.invited || (!companyId && !groupCompanyId)) return false
  const result = await sql<{ bound: boolean }>`
    select exists (select from memberships m join companies c on c.id = m.company_id
                    where m.user_id = ${person.userId} and (c.id = ${companyId} or c.group_company_id = ${groupCompanyId}))
        or exists (select from user_roles ur where ur.user_id = ${person.userId}
                    and ur.group_company_id = coalesce(${groupCompanyId}::uuid,
                      (select group_company_id from companies where id = ${companyId}))) as bound`.execute(db)
  return !present(result.rows[0]).bound
}

/** The role waits on an invitation, as it does for somebody whom the company invites itself. */
async function inviteToRole(context: SignedInContext, person: PersonRow, assignment: RoleAssignment): Promise<void> {
  const { db, env, user } = context
  const companyId = assignment.companyId ?? assignment.shownIn
  const found = db.selectFrom('companies').select(['id', 'name']).where('id', '=', companyId)
  const company = (await found.executeTakeFirst()) ?? null
  const given = { kind: 'EMPLOYER' as const, email: person.email, company }
  const made = await invite(context, {
    ...given,
    firstName: person.firstName,
    lastName: person.lastName,
    language: person.language,
    invitedBy: user.userId,
  })
  const userId = made ?? (await openInvitation(db, given.email, companyId))
  if (userId) await assignRole(db, env, actorOf(user), { ...assignment, userId })
}

async function openInvitation(db: Db, email: string, companyId: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('email', '=', email)
    .where('company_id', 'is not distinct from', companyId)
    .where('kind', '=', 'EMPLOYER')
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Gives a person a role; what is held already stays, and only a new one is written about. Somebody without a bond to the
 * company is invited, and the role counts after their yes.
 * @throws NOT_FOUND, NOT_FOR_ONESELF, ROLE_ABOVE_OWN_TIER, COMPANY_WITHOUT_GROUP, VALIDATION
 */
export async function giveRole(context: SignedInContext, given: Given): Promise<SystemUser> {
  const { db, env, user } = context
  const asked = await checked(context, given)
  let isNew = false
  const since = env.now()
  for (const assignment of asked.assignments) {
    if (await asksFirst(db, asked.person, assignment)) await inviteToRole(context, asked.person, assignment)
    else if (await assignRole(db, env, actorOf(user), assignment)) isNew = true
  }
  if (isNew) {
    await mailChange(context, asked, 'given')
    await tellOfNewAdmin(db, context, { userId: given.userId, since })
  }
  return viewAfter(context, asked.person)
}

/**
 * Takes a role from a person, and what they did by it: signing for the company and getting its payroll report.
 * @throws NOT_FOUND also when the role is not held, NOT_FOR_ONESELF, ROLE_ABOVE_OWN_TIER, LAST_SUPER_ADMIN_NOT_ALLOWED
 */
export async function takeRole(context: SignedInContext, taken: Given): Promise<SystemUser> {
  const { db, env, user } = context
  const asked = await checked(context, taken)
  // Two super admins who relieve each other at the same moment wait here for each other.
  if (asked.role.name === 'SUPER_ADMIN' && (await otherSuperAdmins(db, asked.role.id, taken.userId)) === 0)
    throw new AppError('LAST_SUPER_ADMIN_NOT_ALLOWED')
  for (const assignment of asked.assignments)
    if (!(await unassignRole(db, env, actorOf(user), assignment))) fail('NOT_FOUND')
  await leaveDuties(db, taken.userId)
  await mailChange(context, asked, 'taken')
  return viewAfter(context, asked.person)
}
