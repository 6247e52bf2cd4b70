import { AppError } from '#platform/contract/errors.ts'
import { type RoleName, scopeKindOfRole } from '#platform/contract/permissions.ts'
import { permissionsOver } from '#platform/server/database/scope.ts'
import { type Actor, actorOf } from '#platform/server/events/events.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import { assignRole, unassignRole } from '#platform/server/roles/role-assignments.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { mayGive } from '../rules.ts'

interface CompanyOfRole {
  readonly id: string
  readonly group_company_id: string | null
}

/** Gives a role in a company, or in its group; one that is held already stays as it is. @returns whether it is new */
export async function giveRole(
  { db, env }: Pick<BaseContext, 'db' | 'env'>,
  grant: { readonly userId: string; readonly role: RoleName; readonly company: CompanyOfRole; readonly actor: Actor },
): Promise<boolean> {
  const { userId, role, company, actor } = grant
  const ofGroup = scopeKindOfRole[role] === 'GROUP'
  if (ofGroup && !company.group_company_id) throw new AppError('COMPANY_WITHOUT_GROUP')
  return assignRole(db, env, actor, assignmentOf({ userId, role, company }))
}

/** Takes a role that a decision gave. */
export async function takeRole(
  { db, env }: Pick<BaseContext, 'db' | 'env'>,
  taken: { readonly userId: string; readonly role: RoleName; readonly company: CompanyOfRole; readonly actor: Actor },
): Promise<void> {
  await unassignRole(db, env, taken.actor, assignmentOf(taken))
}

function assignmentOf({ userId, role, company }: { userId: string; role: RoleName; company: CompanyOfRole }) {
  const ofGroup = scopeKindOfRole[role] === 'GROUP'
  return {
    userId,
    role: { id: roleId(role), name: role },
    companyId: ofGroup ? null : company.id,
    groupCompanyId: ofGroup ? company.group_company_id : null,
    shownIn: company.id,
  }
}

/**
 * Gives the roles that a decision's flags ask for.
 * @returns those that are new
 * @throws FORBIDDEN without the right to grant roles in the company, ROLE_ABOVE_OWN_TIER
 */
export async function giveFlaggedRoles(
  context: SignedInContext,
  person: { readonly userId: string; readonly company: CompanyOfRole },
  roles: readonly RoleName[],
): Promise<RoleName[]> {
  if (roles.length === 0) return []
  const { user } = context
  const { company, userId } = person
  if (!permissionsOver(user, { companyId: company.id, ownerId: null }).has('employee:grant-role'))
    throw new AppError('FORBIDDEN')
  const over = user.assignments.filter(
    ({ role, companyIds }) => role.scopeKind === 'ALL' || companyIds.includes(company.id),
  )
  const tier = Math.max(0, ...over.map(({ role }) => role.tier))
  if (!roles.every((role) => mayGive(tier, role))) throw new AppError('ROLE_ABOVE_OWN_TIER')
  const given: RoleName[] = []
  for (const role of roles)
    if (await giveRole(context, { userId, role, company, actor: actorOf(user) })) given.push(role)
  return given
}
