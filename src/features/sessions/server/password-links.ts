import type { BaseContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { createLinkToken, revokeLinkTokens } from '#platform/server/link-tokens.ts'
import { sendMail } from '#platform/server/messages.ts'
import { normaliseEmail } from '#platform/validation.ts'

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
  return `/reset/${token}`
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

/** Mails a recovery link where the address is known and in use; tells its caller nothing. */
export async function sendRecoveryLink(context: BaseContext, email: string): Promise<void> {
  const { db, env } = context
  const person = await lockPerson(db, email)
  if (!person || person.deactivated_at) return
  const link = await createSetPasswordLink(db, env, person.id, recoveryMinutes / (24 * 60))
  await sendMail(db, context, {
    to: person.email,
    language: person.language,
    template: 'sessions:mail.recovery',
    values: { name: person.first_name, minutes: recoveryMinutes },
    link,
    userId: person.id,
  })
}

/** Mails a new link to somebody who was invited and has not set a password yet; tells its caller nothing. */
export async function resendInvitation(context: BaseContext, email: string): Promise<void> {
  const { db, env } = context
  const person = await lockPerson(db, email)
  if (!person || person.deactivated_at || person.password_hash) return
  const link = await createSetPasswordLink(db, env, person.id)
  await sendMail(db, context, {
    to: person.email,
    language: person.language,
    template: 'sessions:mail.invitation',
    values: { name: person.first_name, days: invitationDays },
    link,
    userId: person.id,
  })
}
