import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { spendOfDay } from '#platform/server/http/limits.ts'
import { createLinkToken, revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { addressOfInvited, INVITATION_DAYS, type InvitationKind, invitationBudget } from '../rules.ts'

const dayMs = 86_400_000

export interface NewInvitation {
  readonly kind: InvitationKind
  /** In its stored form. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly personalEmail?: string | null
  readonly phoneNumber?: string | null
  readonly language: LanguageCode
  readonly company: { readonly id: string; readonly name: string } | null
  readonly invitedBy: string
}

/**
 * Invites a person: a row that holds what was typed, an invitation and its mail. The same statements run for an address
 * that has an account and for one that has none, and nothing of an account is looked at.
 * @returns the invited person's id, or null when the same invitation is open already
 * @throws INVITATIONS_USED_UP
 */
export async function invite(context: BaseContext, given: NewInvitation): Promise<string | null> {
  const { db, env } = context
  const now = env.now()
  const userId = env.id()
  if (given.company) await spendBudget(db, given.company.id, now)
  await db
    .insertInto('users')
    .values({
      id: userId,
      invited: true,
      email: addressOfInvited(userId),
      work_email: given.email,
      personal_email: given.personalEmail ?? null,
      first_name: given.firstName,
      last_name: given.lastName,
      phone_number: given.phoneNumber ?? null,
      language: given.language,
      home_company_id: given.company?.id ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const id = env.id()
  const made = await db
    .insertInto('invitations')
    .values({
      id,
      user_id: userId,
      company_id: given.company?.id ?? null,
      kind: given.kind,
      email: given.email,
      invited_by: given.invitedBy,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * dayMs),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    await db.deleteFrom('users').where('id', '=', userId).execute()
    return null
  }
  await mailInvitation(context, { ...given, id, companyName: given.company?.name ?? null })
  return userId
}

/** One of the mails that a company may have sent a day, to addresses that it has typed. @throws INVITATIONS_USED_UP */
async function spendBudget(db: Db, companyId: string, now: Date): Promise<void> {
  const company = await db.selectFrom('companies').select('created_at').where('id', '=', companyId).executeTakeFirst()
  const ageDays = company ? (now.getTime() - company.created_at.getTime()) / dayMs : 0
  const isWithin = await spendOfDay(db, 'invitation:company', companyId, { max: invitationBudget(ageDays), now })
  if (!isWithin) throw new AppError('INVITATIONS_USED_UP')
}

interface Letter {
  readonly id: string
  readonly kind: InvitationKind
  readonly email: string
  readonly language: LanguageCode
  readonly companyName: string | null
}

/** Mails an invitation with a new link; the links before it work no more. */
async function mailInvitation(context: BaseContext, letter: Letter): Promise<void> {
  const { db, env } = context
  await sendMail(db, context, {
    to: letter.email,
    language: letter.language,
    template: `invitations:mail.${letter.kind}`,
    values: { company: letter.companyName ?? context.brand.name, days: INVITATION_DAYS },
    link: await linkOf(db, context, letter.id),
  })
  await db
    .updateTable('invitations')
    .set((e) => ({
      expires_at: new Date(env.now().getTime() + INVITATION_DAYS * dayMs),
      version: e('version', '+', 1),
    }))
    .where('id', '=', letter.id)
    .execute()
}

async function linkOf(db: Db, { env }: BaseContext, invitationId: string): Promise<string> {
  await revokeLinkTokens(db, 'invitation', { subjectId: invitationId }, env.now())
  const { token } = await createLinkToken(db, env, {
    purpose: 'invitation',
    days: INVITATION_DAYS,
    subjectId: invitationId,
  })
  return pageUrl('invitation', { token })
}

/** Mails the open invitations of an address again. @returns how many there were */
export async function resendInvitations(context: BaseContext, email: string): Promise<number> {
  const rows = await context.db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('companies as c', 'c.id', 'i.company_id')
    .select(['i.id', 'i.kind', 'i.email', 'u.language', 'c.name'])
    .where('i.email', '=', email)
    .where('i.status', '=', 'OPEN')
    .where('u.deactivated_at', 'is', null)
    .orderBy('i.id')
    .execute()
  for (const row of rows)
    await mailInvitation(context, {
      id: row.id,
      kind: row.kind,
      email: row.email,
      language: row.language,
      companyName: row.name,
    })
  return rows.length
}

/**
 * The invited person's address was mistyped: the invitation goes to the right one, and the old link opens nothing.
 * @throws INVITATIONS_USED_UP
 */
export async function readdressInvitation(context: BaseContext, userId: string, email: string): Promise<void> {
  const { db, env } = context
  const moved = await db
    .updateTable('invitations')
    .set({ email })
    .where('user_id', '=', userId)
    .where('status', '=', 'OPEN')
    .returning('company_id')
    .execute()
  for (const { company_id } of moved) if (company_id) await spendBudget(db, company_id, env.now())
  if (moved.length > 0) await resendInvitations(context, email)
}

/**
 * Takes an invited person's row away with everything that waits on it. Only what an inviter typed is lost.
 * @param status how the invitation ends
 */
export async function dissolveInvitation(
  db: Db,
  userId: string,
  { status, now }: { readonly status: 'DECLINED' | 'WITHDRAWN' | 'EXPIRED'; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set((e) => ({ status, answered_at: now, user_id: null, version: e('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  await removeInvited(db, userId)
}

/**
 * Removes the row of an invited person once nothing of worth hangs on it. A bill that was made out to somebody who had
 * not said yes stays, and with it whom it names: that row is closed, and holds no role and no mail any more.
 */
export async function removeInvited(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await db.deleteFrom('payroll_recipients').where('user_id', '=', userId).execute()
  await db.deleteFrom('notifications').where('user_id', '=', userId).execute()
  const rows = db.deleteFrom('beneficiary_employees').where('user_id', '=', userId).where('status', '=', 'INVITED')
  const remove = async () => {
    await rows.execute()
    await db.deleteFrom('users').where('id', '=', userId).where('invited', '=', true).execute()
  }
  await inSavepoint(db, remove).catch(async (error: { code?: string }) => {
    if (error.code !== foreignKeyViolation) throw error
    await db
      .updateTable('beneficiary_employees')
      .set((e) => ({ status: 'ENDED', version: e('version', '+', 1) }))
      .where('user_id', '=', userId)
      .where('status', '=', 'INVITED')
      .execute()
  })
}

const foreignKeyViolation = '23503'
