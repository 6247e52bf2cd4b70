import { type Proposal, propose } from '#features/ground/identity-changes/server/proposals.ts'
import { readdressInvitation } from '#features/ground/invitations/server/invite.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { isEmail, normaliseEmail, normalisePhone } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, type SignedIn, scopeOf } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import type { accounts, SystemUser } from '../contract.ts'
import { type ChangeFacts, refusalOfChange, refusalOfContactChange, refusalOfDeactivation } from '../rules/changes.ts'
import { activate, deactivate } from './deactivation.ts'
import { findPerson, lockPerson, otherSuperAdmins, type PersonRow } from './queries.ts'

/** The rows that the caller reaches, and those whose private details show. One's own always do. */
export function scopesOf(user: SignedIn, scope: Scope) {
  return { scope, privateScope: { ...scopeOf(user, 'employee:read-private'), ownerId: user.userId } }
}

export function viewOf(row: PersonRow): SystemUser {
  const isPrivate = !row.seesPrivate
  return {
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    workEmail: row.workEmail,
    email: row.invited ? row.workEmail : isPrivate && row.email !== row.workEmail ? null : row.email,
    personalEmail: isPrivate ? null : row.personalEmail,
    phoneNumber: isPrivate ? null : row.phoneNumber,
    companyId: row.companyId,
    companyName: row.companyName,
    language: row.language,
    deactivated: row.deactivatedAt !== null,
    invited: row.invited,
    lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
    userRoles: row.userRoles
      .filter(({ isReached }) => isReached)
      .map((role) => ({
        roleId: role.roleId,
        name: role.name,
        companyId: role.companyId,
        groupCompanyId: role.groupCompanyId,
        employerName: role.employerName,
      })),
    pendingChange: isPrivate ? null : row.pendingChange,
    version: row.version,
  }
}

export function emailOf(text: string, path: string): string {
  const email = normaliseEmail(text)
  if (!isEmail(email))
    throw new AppError('VALIDATION', { fields: [{ path, code: 'EMAIL', message: 'is not an e-mail address' }] })
  return email
}

export function phoneOf(text: string): string {
  try {
    return normalisePhone(text)
  } catch {
    throw new AppError('PHONE_NUMBER_UNSUPPORTED', {
      fields: [{ path: 'phoneNumber', code: 'PHONE_NUMBER_UNSUPPORTED', message: 'is not a supported phone number' }],
    })
  }
}

const highestTier = (roles: readonly { tier: number }[]) => Math.max(0, ...roles.map((role) => role.tier))

async function factsOf(db: Db, user: SignedIn, scope: Scope, row: PersonRow): Promise<ChangeFacts> {
  const superAdmin = roleId('SUPER_ADMIN')
  const isSuperAdmin = row.userRoles.some((role) => role.roleId === superAdmin)
  return {
    isOwn: row.userId === user.userId,
    callerTier: highestTier(user.assignments.map((a) => a.role)),
    targetTier: highestTier(row.userRoles),
    callerReachesAll: scope.all,
    targetIsInside: row.isInside,
    targetIsBeneficiaryOnly: row.userRoles.every((role) => role.scopeKind === 'SELF'),
    callerIsGroupAdmin: user.assignments.some((a) => a.role.scopeKind === 'GROUP'),
    seesPrivate: row.seesPrivate,
    isLastSuperAdmin:
      isSuperAdmin && row.deactivatedAt === null && (await otherSuperAdmins(db, superAdmin, row.userId)) === 0,
  }
}

/** An account's names are its owner's: a signature has to match them. @throws FORBIDDEN at the field */
function refuseForeignNames(set: Record<string, unknown>) {
  const paths = [...('first_name' in set ? ['firstName'] : []), ...('last_name' in set ? ['lastName'] : [])]
  if (paths.length > 0) refuseOwnersOnly(paths)
}

function refuseOwnersOnly(paths: readonly string[]): never {
  const message = "can be changed by the account's owner only"
  throw new AppError('FORBIDDEN', { fields: paths.map((path) => ({ path, code: 'OWNER_ONLY', message })) })
}

/**
 * Takes what moves a sign-in out of a change by somebody else: the address (the work e-mail moves along with it) and the
 * number are proposed and take effect later.
 */
function takeProposal(set: Record<string, unknown>): Proposal | null {
  if (!('email' in set) && !('phone_number' in set)) return null
  const proposal: Proposal = {
    kind: 'CONTACT',
    ...('email' in set ? { email: String(set.email) } : {}),
    ...('phone_number' in set ? { phone: set.phone_number as string | null } : {}),
  }
  if ('email' in set) delete set.work_email
  for (const column of ['email', 'phone_number', 'phone_verified_at']) delete set[column]
  return proposal
}

type Given = BodyOf<typeof accounts.update>

function refuse(code: ReturnType<typeof refusalOfChange>) {
  if (code) throw new AppError(code)
}

/** The columns that a change asks for; what stays as it is does not count as a change. */
function columnsOf(row: PersonRow, given: Given, facts: ChangeFacts) {
  const set: Record<string, string | null | Date> = {}
  if (given.firstName !== undefined && given.firstName.trim() !== row.firstName) set.first_name = given.firstName.trim()
  if (given.lastName !== undefined && given.lastName.trim() !== row.lastName) set.last_name = given.lastName.trim()
  if (given.language !== undefined && given.language !== row.language) set.language = given.language
  const workEmail = given.workEmail === undefined ? row.workEmail : emailOf(given.workEmail, 'workEmail')
  if (workEmail !== row.workEmail) {
    set.work_email = workEmail
    // One's own sign-in address stays until the new one is proven; an administrator's change takes it along.
    if (!facts.isOwn && !row.invited && row.email === row.workEmail) set.email = workEmail
  }
  if (given.personalEmail !== undefined) {
    const personalEmail = given.personalEmail ? emailOf(given.personalEmail, 'personalEmail') : null
    if (personalEmail !== row.personalEmail) {
      set.personal_email = personalEmail
      set.personal_email_verified_at = null
    }
  }
  if (given.phoneNumber !== undefined) {
    const phoneNumber = given.phoneNumber ? phoneOf(given.phoneNumber) : null
    if (phoneNumber !== row.phoneNumber) {
      set.phone_number = phoneNumber
      set.phone_verified_at = null
    }
  }
  return set
}

/** What a change of somebody else would propose, where the rules let the caller; read before the transaction begins. */
export async function proposalIn(
  { database, user, scope }: SignedInContext,
  userId: string,
  given: Given,
): Promise<Proposal | null> {
  const row = await findPerson(database.primary, scopesOf(user, scope), userId)
  if (!row || row.invited || row.userId === user.userId) return null
  const facts = await factsOf(database.primary, user, scope, row)
  return refusalOfContactChange(facts) ? null : takeProposal(columnsOf(row, given, facts))
}

/**
 * Changes a person inside the caller's reach: rules first, then the row, the event and the notices.
 * @throws NOT_FOUND outside the scope, the refusals of rules/changes.ts, VERSION_CONFLICT, EMAIL_EXISTS
 */
export async function changePerson(context: SignedInContext, userId: string, given: Given): Promise<SystemUser> {
  const { db, env, user, scope } = context
  if (given.csrfToken !== undefined && given.csrfToken !== user.csrfToken) throw new AppError('CSRF_TOKEN_WRONG')
  if (!(await lockPerson(db, userId))) throw new AppError('NOT_FOUND')
  const scopes = scopesOf(user, scope)
  const row = (await findPerson(db, scopes, userId)) ?? fail('NOT_FOUND')
  requireVersion(given.version, row.version, viewOf(row))
  const facts = await factsOf(db, user, scope, row)
  refuse(refusalOfChange(facts))
  const set = columnsOf(row, given, facts)
  if (!facts.isOwn && !row.invited) refuseForeignNames(set)
  // One's own number changes only with a code to it, which is the way of PATCH …/phone.
  if (set.phone_number !== undefined && facts.isOwn) throw new AppError('FORBIDDEN')
  if (['email', 'work_email', 'personal_email', 'phone_number'].some((column) => column in set))
    refuse(refusalOfContactChange(facts))
  if (!facts.isOwn && 'personal_email' in set && row.personalEmailVerified) refuseOwnersOnly(['personalEmail'])
  await changeActivity(context, row, given.deactivated, facts)
  const proposal = facts.isOwn || row.invited ? null : takeProposal(set)
  if (proposal) await propose(db, context, row, proposal)
  if (
    Object.keys(set).length > 0 ||
    (given.deactivated !== undefined && given.deactivated !== (row.deactivatedAt !== null))
  ) {
    await db
      .updateTable('users')
      .set((e) => ({ ...set, version: e('version', '+', 1), updated_at: env.now() }))
      .where('id', '=', userId)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'users_email_key') ? new AppError('EMAIL_EXISTS', { cause: error }) : error
      })
    if (row.invited && set.work_email) await readdressInvitation(context, userId, String(set.work_email))
  }
  return viewOf((await findPerson(db, scopes, userId)) ?? row)
}

async function changeActivity(
  context: SignedInContext,
  row: PersonRow,
  deactivated: boolean | undefined,
  facts: ChangeFacts,
) {
  if (deactivated === undefined || deactivated === (row.deactivatedAt !== null)) return
  const { db, user } = context
  const permission = deactivated ? 'user:deactivate' : 'user:activate'
  if (!facts.isOwn && !(await findPerson(db, scopesOf(user, scopeOf(user, permission)), row.userId)))
    throw new AppError('FORBIDDEN')
  refuse(refusalOfDeactivation(facts))
  await (deactivated ? deactivate : activate)(db, context, actorOf(user), row, row.companyId)
}
