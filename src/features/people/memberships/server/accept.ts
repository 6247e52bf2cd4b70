import { sql } from 'kysely'
import { dissolveInvitation, removeInvited } from '#features/ground/invitations/server/invite.ts'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { hashPassword } from '#features/ground/sessions/server/password-hash.ts'
import { assertPasswordStrong } from '#features/ground/sessions/server/passwords.ts'
import { tellOfNewAdmin } from '#features/people/companies/recipients/server/notify-admins.ts'
import { openOrder } from '#features/people/employees/server/acceptance.ts'
import { giveRole } from '#features/people/employees/server/roles.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { isStillGiven } from '../rules.ts'
import { grantingTier, highestTier, type InvitationRow, lockInvitation } from './queries.ts'

interface Account {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: LanguageCode
}

async function accountWhere(db: Db, column: 'id' | 'email', value: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'language'])
    .where(column, '=', value)
    .where('invited', '=', false)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}

/** The account of an address; a deactivated one counts as there, and consents to nothing. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** @throws TOKEN_NOT_VALID once an invitation has been answered, withdrawn or has run out */
async function takeInvitation(context: BaseContext, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(context.db, id)
  if (!row || row.isWithdrawn || row.expiresAt <= context.env.now()) throw new AppError('TOKEN_NOT_VALID')
  return row
}

/** Says yes by the mail's link, which only the owner of the mailbox has. */
export async function acceptByLink(context: BaseContext, id: string, password: string | undefined): Promise<void> {
  const { db, read } = context
  const known = await read
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.email', 'u.first_name', 'u.last_name'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!known) throw new AppError('TOKEN_NOT_VALID')
  const isNew = !(await hasAccount(read, known.email))
  if (isNew && password === undefined) failField('password', 'REQUIRED', 'is needed')
  if (isNew)
    assertPasswordStrong(password!, { email: known.email, firstName: known.first_name, lastName: known.last_name })
  // Hashed before the transaction begins, which would hold a connection all the while.
  const hash = isNew ? await hashPassword(password!) : null
  const invitation = await takeInvitation(context, id)
  if (hash) return acceptAsNew(context, invitation, hash)
  const account = await accountWhere(db, 'email', invitation.email)
  if (!account) throw new AppError('TOKEN_NOT_VALID')
  return acceptAs(context, invitation, account)
}

/** Says yes with an account. */
export async function acceptWithAccount(context: BaseContext, id: string, userId: string): Promise<void> {
  const invitation = await takeInvitation(context, id)
  const account = await accountWhere(context.db, 'id', userId)
  if (!account) throw new AppError('TOKEN_NOT_VALID')
  return acceptAs(context, invitation, account)
}

/** The address has no account yet: the invited person's own row becomes one. */
async function acceptAsNew(context: BaseContext, invitation: InvitationRow, passwordHash: string): Promise<void> {
  const { db, env } = context
  const { userId, email, companyId } = invitation
  await db
    .updateTable('users')
    .set((e) => ({
      invited: false,
      email,
      password_hash: passwordHash,
      updated_at: env.now(),
      version: e('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key') ? new AppError('TOKEN_NOT_VALID', { cause: error }) : error
    })
  await db.updateTable('user_roles').set({ created_at: env.now() }).where('user_id', '=', userId).execute()
  const actor: Actor = { kind: 'EMPLOYEE', userId }
  await logEvent(db, env, actor, 'USER_CREATED', { subject: { type: 'person', id: userId }, companyId })
  await dropRoles(db, invitation, userId)
  const account = await accountWhere(db, 'id', userId)
  await takeEffect(context, invitation, account!)
}

/** The account takes over what hangs on the invited person's row, which is removed. */
async function acceptAs(context: BaseContext, invitation: InvitationRow, account: Account): Promise<void> {
  const { db } = context
  const { userId } = invitation
  await dropRoles(db, invitation, account.id)
  await sql`select from users where id in (${userId}, ${account.id}) order by id for update`.execute(db)
  await moveRoles(context, userId, account.id)
  await moveEmployee(context, invitation, account.id)
  await db.updateTable('invitations').set({ user_id: account.id }).where('id', '=', invitation.id).execute()
  await removeInvited(db, userId)
  await takeEffect(context, invitation, account)
}

/** Removes the waiting roles that are not given with this account's yes. */
async function dropRoles(db: Db, { userId, companyId, invitedBy }: InvitationRow, accountId: string): Promise<void> {
  const accountTier = accountId === userId ? 0 : await highestTier(db, accountId)
  const waiting = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select(['ur.id', 'r.tier', 'ur.created_by', 'ur.company_id'])
    .where('ur.user_id', '=', userId)
    .execute()
  for (const role of waiting) {
    const inviterTier = await grantingTier(db, role.created_by ?? invitedBy, role.company_id ?? companyId)
    if (isStillGiven({ roleTier: role.tier, inviterTier, accountTier })) continue
    await db.deleteFrom('user_roles').where('id', '=', role.id).execute()
  }
}

/** A role is held from the yes on, however long it waited for it. */
async function moveRoles({ db, env }: BaseContext, from: string, to: string): Promise<void> {
  await sql`update user_roles ur set user_id = ${to}, created_at = ${env.now()} where ur.user_id = ${from}
    and not exists (select from user_roles o where o.user_id = ${to} and o.role_id = ur.role_id
      and o.company_id is not distinct from ur.company_id and o.group_company_id is not distinct from ur.group_company_id)`.execute(
    db,
  )
  await sql`update payroll_recipients p set user_id = ${to} where p.user_id = ${from}
    and not exists (select from payroll_recipients o where o.user_id = ${to} and o.company_id = p.company_id)`.execute(
    db,
  )
  await sql`update companies set signer_user_ids = array_replace(signer_user_ids, ${from}::uuid, ${to}::uuid)
    where ${from}::uuid = any(signer_user_ids)`.execute(db)
}

/** A row that the account has there already is kept, with what the employer typed now. */
async function moveEmployee({ db, env }: BaseContext, { userId, companyId }: InvitationRow, accountId: string) {
  if (!companyId) return
  const there = await sql<{ id: string }>`
    select id from beneficiary_employees where company_id = ${companyId} and user_id = ${accountId} for update`.execute(
    db,
  )
  if (there.rows.length === 0) {
    await sql`update beneficiary_employees set user_id = ${accountId} where company_id = ${companyId} and user_id = ${userId}`.execute(
      db,
    )
    return
  }
  await sql`
    update beneficiary_employees e set status = 'INVITED', added_by_employer = true, reject_reason = null, decided_by = i.decided_by,
           decided_at = i.decided_at, unit_id = coalesce(i.unit_id, e.unit_id), employee_number = coalesce(i.employee_number, e.employee_number),
           cost_unit = coalesce(i.cost_unit, e.cost_unit), last_working_day = i.last_working_day, version = e.version + 1, updated_at = ${env.now()}
      from beneficiary_employees i
     where i.company_id = ${companyId} and i.user_id = ${userId} and e.id = ${there.rows[0]!.id} and e.status <> 'ACCEPTED'`.execute(
    db,
  )
}

/** The bond stands: the employee's row is accepted with its role and order, and the inviter hears of it. */
async function takeEffect(context: BaseContext, invitation: InvitationRow, account: Account): Promise<void> {
  const { db, env } = context
  const { companyId, companyName, kind } = invitation
  const now = env.now()
  const actor: Actor = { kind: 'EMPLOYEE', userId: account.id }
  await db
    .updateTable('invitations')
    .set((e) => ({ status: 'ACCEPTED', answered_at: now, version: e('version', '+', 1) }))
    .where('id', '=', invitation.id)
    .execute()
  await revokeLinkTokens(db, 'invitation', { subjectId: invitation.id }, now)
  await logEvent(db, env, actor, 'INVITATION_ACCEPTED', {
    subject: { type: 'person', id: account.id },
    companyId,
    data: { kind },
  })
  await tellOfNewAdmin(db, context, { userId: account.id, since: invitation.createdAt })
  if (!companyId || !companyName) return
  await acceptEmployee(context, { ...invitation, companyId, companyName }, account, actor)
  const link =
    kind === 'EMPLOYEE'
      ? pageUrl('employer', {}, { tab: 'manage' })
      : pageUrl('companySettings', {}, { osio: 'people' })
  const name = `${account.firstName} ${account.lastName}`
  const recipients = invitation.invitedBy ? [invitation.invitedBy] : await employerUserIds(db, companyId)
  await notify(db, context, recipients, {
    type: 'EMPLOYEE_REGISTRATION',
    template: 'memberships:notice.accepted',
    values: { name, company: companyName },
    link,
    companyId,
  })
}

async function acceptEmployee(
  context: BaseContext,
  { companyId, companyName, groupCompanyId }: InvitationRow & { companyId: string; companyName: string },
  account: Account,
  actor: Actor,
): Promise<void> {
  const { db, env } = context
  const row = await db
    .updateTable('beneficiary_employees')
    .set((e) => ({ status: 'ACCEPTED', decided_at: env.now(), updated_at: env.now(), version: e('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('user_id', '=', account.id)
    .where('status', '=', 'INVITED')
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  const company = { id: companyId, group_company_id: groupCompanyId }
  await giveRole(context, { userId: account.id, role: 'BIKE_BENEFICIARY', company, actor })
  await logEvent(db, env, actor, 'EMPLOYEE_ACCEPTED', {
    subject: { type: 'employee', id: row.id },
    companyId,
    employeeId: row.id,
    data: { addedByEmployer: true },
  })
  const { id: userId, email, firstName, language } = account
  await openOrder(context, { employeeId: row.id, companyId, companyName, userId, email, firstName, language }, actor)
}

/** Says no: what the inviter typed is removed, and the inviter hears that nobody was added. */
export async function declineInvitation(context: BaseContext, id: string): Promise<void> {
  const { db, env } = context
  const invitation = await takeInvitation(context, id)
  await revokeLinkTokens(db, 'invitation', { subjectId: id }, env.now())
  await dissolveInvitation(db, invitation.userId, { status: 'DECLINED', now: env.now() })
  if (!invitation.invitedBy || !invitation.companyName) return
  await notify(db, context, [invitation.invitedBy], {
    type: 'EMPLOYEE_REGISTRATION',
    template: 'memberships:notice.declined',
    values: { email: invitation.email, company: invitation.companyName },
    link: pageUrl('employer', {}, { tab: 'manage' }),
    companyId: invitation.companyId,
  })
}
