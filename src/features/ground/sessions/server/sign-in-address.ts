import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { BaseContext, SignedInContext } from '#platform/server/http/context.ts'
import {
  createLinkToken,
  requireLinkToken,
  revokeLinkTokens,
  spendLinkToken,
} from '#platform/server/http/link-tokens.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Account } from './accounts.ts'

const linkHours = 24

/**
 * Mails the link that proves a new sign-in address. An address that belongs to somebody else gets a letter without a
 * link, so that the caller cannot tell the two apart.
 * @returns when the link ends
 */
export async function askForAddress(context: BaseContext, account: Account, given: string): Promise<Date> {
  const { db, env } = context
  const email = normaliseEmail(given)
  if (!isEmail(email)) failField('email', 'EMAIL', 'is not an e-mail address')
  if (email === account.email) failFieldText('email', 'sessions:fieldErrors.UNCHANGED')
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  await revokeLinkTokens(db, 'sign-in-address', { userId: account.userId }, env.now())
  const link = await createLinkToken(db, env, {
    purpose: 'sign-in-address',
    days: linkHours / 24,
    userId: account.userId,
    createdBy: account.userId,
  })
  await db
    .insertInto('sign_in_address_changes')
    .values({ link_token_id: link.id, email, created_at: env.now() })
    .execute()
  await sendMail(db, context, {
    to: email,
    language: account.language,
    urgent: true,
    template: owner ? 'sessions:mail.addressInUse' : 'sessions:mail.addressLink',
    values: { hours: linkHours, email },
    ...(owner ? {} : { link: pageUrl('confirmAddress', { token: link.token }) }),
    userId: account.userId,
  })
  return link.expiresAt
}

/**
 * The new address behind a link. A mistyped address must not hand the account to whoever reads it, so the link works
 * only in a session of the person who asked.
 * @throws NOT_FOUND for anybody else, TOKEN_NOT_VALID
 */
export async function addressOfLink(db: Db, token: string, user: SignedIn, now: Date) {
  const link = await requireLinkToken(db, 'sign-in-address', token, now)
  if (link.userId !== user.userId) throw new AppError('NOT_FOUND')
  const change = await db
    .selectFrom('sign_in_address_changes')
    .select('email')
    .where('link_token_id', '=', link.id)
    .executeTakeFirst()
  return { link, email: change?.email ?? fail('TOKEN_NOT_VALID') }
}

/** Takes the new address into use. @throws NOT_FOUND, TOKEN_NOT_VALID, EMAIL_EXISTS when it was taken meanwhile */
export async function takeAddressIntoUse(context: SignedInContext, token: string): Promise<string> {
  const { db, env, user } = context
  const now = env.now()
  const { link, email } = await addressOfLink(db, token, user, now)
  if (!(await spendLinkToken(db, link.id, now))) throw new AppError('TOKEN_NOT_VALID')
  await db
    .updateTable('users')
    .set((e) => ({ email, updated_at: now, version: e('version', '+', 1) }))
    .where('id', '=', user.userId)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key') ? new AppError('EMAIL_EXISTS', { cause: error }) : error
    })
  // A link for a new password that lies in the old mailbox opens nothing from now on.
  await revokeLinkTokens(db, 'reset', { userId: user.userId }, now)
  await revokeSessions(db, user.userId, 'SIGNED_OUT', now, user.sessionId)
  await logEvent(db, env, { kind: 'EMPLOYEE', userId: user.userId }, 'SIGN_IN_ADDRESS_CHANGED', {
    subject: { type: 'person', id: user.userId },
    shared: false,
  })
  await sendMail(db, context, {
    to: user.email,
    language: user.language,
    template: 'sessions:mail.addressChanged',
    values: { name: user.firstName },
    userId: user.userId,
  })
  return email
}
