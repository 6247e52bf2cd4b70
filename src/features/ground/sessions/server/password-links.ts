import { sql } from 'kysely'
import { resendInvitations } from '#features/ground/invitations/server/invite.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { createLinkToken, revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Env } from '#platform/server/runtime/env.ts'

/** An invitation to set a first password waits for holidays, too. */
const invitationDays = 14
const recoveryMinutes = 60

/**
 * Makes the link with which an invited person sets a password; the ones before it work no more.
 * @returns its path on our own address, for `sendMail`'s `link`
 */
export async function createSetPasswordLink(db: Db, env: Env, userId: string, days = invitationDays): Promise<string> {
  await revokeLinkTokens(db, 'reset', { userId }, env.now())
  const { token } = await createLinkToken(db, env, { purpose: 'reset', days, userId })
  return pageUrl('resetPassword', { token })
}

/** The person of a sign-in address, locked, so that two requests at once leave one link alive. */
async function lockPerson(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'language', 'password_hash', 'deactivated_at'])
    .where('email', '=', normaliseEmail(email))
    .forUpdate()
    .executeTakeFirst()
}

interface Letter {
  readonly template: 'recovery' | 'invitation'
  readonly days: number
  readonly values: Record<string, unknown>
}

/**
 * Mails a link to a person, or does the very same work for nobody: the same statements and a commit, of which one dead
 * link without an owner remains, so that neither the answer nor its time tells whether an address is known.
 */
async function mailLink(
  context: BaseContext,
  person: Awaited<ReturnType<typeof lockPerson>> | null,
  { template, days, values }: Letter,
): Promise<void> {
  const { db, env } = context
  await revokeLinkTokens(db, 'reset', { userId: person?.id ?? env.id() }, env.now())
  const { token } = await createLinkToken(db, env, {
    purpose: 'reset',
    days: person ? days : 0,
    userId: person?.id ?? null,
  })
  await sql`savepoint letter`.execute(db)
  await sendMail(db, context, {
    to: person?.email ?? '',
    language: person?.language ?? context.language,
    urgent: template === 'recovery',
    template: `sessions:mail.${template}`,
    values: { name: person?.first_name ?? '', ...values },
    link: pageUrl('resetPassword', { token }),
    userId: person?.id ?? null,
  })
  await (person ? sql`release savepoint letter` : sql`rollback to savepoint letter`).execute(db)
}

/** Mails a recovery link where the address is known and in use; tells its caller nothing. */
export async function sendRecoveryLink(context: BaseContext, email: string): Promise<void> {
  const person = await lockPerson(context.db, email)
  await mailLink(context, person && !person.deactivated_at ? person : null, {
    template: 'recovery',
    days: recoveryMinutes / (24 * 60),
    values: { minutes: recoveryMinutes },
  })
}

/** Mails a new link to somebody who was invited and has not set a password yet; tells its caller nothing. */
export async function resendInvitation(context: BaseContext, email: string): Promise<void> {
  const resent = await resendInvitations(context, normaliseEmail(email))
  const person = await lockPerson(context.db, email)
  const isOpen = resent === 0 && person && !person.deactivated_at && !person.password_hash
  await mailLink(context, isOpen ? (person ?? null) : null, {
    template: 'invitation',
    days: invitationDays,
    values: { days: invitationDays },
  })
}
