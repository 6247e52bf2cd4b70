import { invite } from '#features/ground/invitations/server/invite.ts'
import type { Invitation } from '#features/people/companies/shapes.ts'
import { AppError } from '#platform/contract/errors.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { Context } from '#platform/server/http/context.ts'
import { assignRole } from '#platform/server/roles/role-assignments.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { requireLockedCompany } from './queries.ts'

type Inviting = Context & { readonly user: SignedIn }

/**
 * Staff and group admins name employer admins; an employer admin names editors and reporters of the own company.
 * @throws ROLE_ABOVE_OWN_TIER
 */
function requireMayGrant(user: SignedIn, companyId: string, role: Invitation['role']): void {
  const granting = user.assignments.filter((a) => a.role.permissionNames.has('role:assign'))
  const namesAdmins = granting.some(
    (a) => a.role.scopeKind === 'ALL' || (a.role.scopeKind === 'GROUP' && a.companyIds.includes(companyId)),
  )
  if (role === 'EMPLOYER_ADMIN' && !namesAdmins) throw new AppError('ROLE_ABOVE_OWN_TIER')
}

/**
 * Invites a person to act for a company. The role waits on the invited person's row until its owner says yes; the same
 * invitation twice is one.
 */
export async function inviteEmployerPerson(companyId: string, person: Invitation, context: Inviting): Promise<void> {
  const { db, env, user, scope } = context
  const company = await requireLockedCompany(db, scope, companyId)
  requireMayGrant(user, companyId, person.role)
  const userId = await invite(context, {
    kind: 'EMPLOYER',
    email: normaliseEmail(person.workEmail),
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    language: person.language ?? context.language,
    company,
    invitedBy: user.userId,
  })
  if (!userId) return
  await assignRole(db, env, actorOf(user), {
    userId,
    role: { id: roleId(person.role), name: person.role },
    companyId,
    groupCompanyId: null,
    shownIn: companyId,
  })
}
