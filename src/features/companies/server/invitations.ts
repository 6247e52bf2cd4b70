import type { Invitation } from '#features/companies/shapes.ts'
import { createSetPasswordLink } from '#features/sessions/server/password-links.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { assignRole } from '#platform/server/database/role-assignments.ts'
import { roleId } from '#platform/server/database/role-ids.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { Context } from '#platform/server/http/context.ts'
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

async function addUser(
  db: Db,
  person: Invitation,
  { env, user, language }: Inviting,
  companyId: string,
): Promise<string> {
  const id = env.id()
  const email = normaliseEmail(person.workEmail)
  await db
    .insertInto('users')
    .values({
      id,
      email,
      work_email: email,
      first_name: person.firstName.trim(),
      last_name: person.lastName.trim(),
      language: person.language ?? language,
      home_company_id: companyId,
      created_at: env.now(),
    })
    .execute()
  await logEvent(db, env, actorOf(user), 'USER_CREATED', { subject: { type: 'person', id }, companyId })
  return id
}

/** Gives a person a role in a company, with an account where there is none, and mails them how to begin. */
export async function inviteEmployerPerson(companyId: string, person: Invitation, context: Inviting): Promise<void> {
  const { db, env, user, scope } = context
  const company = await requireLockedCompany(db, scope, companyId)
  requireMayGrant(user, companyId, person.role)
  const email = normaliseEmail(person.workEmail)
  const known = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'language', 'password_hash', 'deactivated_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (known?.deactivated_at) throw new AppError('EMAIL_EXISTS')
  const userId = known?.id ?? (await addUser(db, person, context, companyId))
  const isNew = await assignRole(db, env, actorOf(user), {
    userId,
    role: { id: roleId(person.role), name: person.role },
    companyId,
    groupCompanyId: null,
    shownIn: companyId,
  })
  if (!isNew) return
  const hasPassword = Boolean(known?.password_hash)
  await sendMail(db, context, {
    to: email,
    language: known?.language ?? person.language ?? context.language,
    template: hasPassword ? 'companies:mail.role' : 'companies:mail.invitation',
    values: { name: known?.first_name ?? person.firstName.trim(), company: company.name, days: 14 },
    link: hasPassword ? pages.login : await createSetPasswordLink(db, env, userId),
    userId,
    companyId,
  })
}
