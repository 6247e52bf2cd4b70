import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Account } from './accounts.ts'

type Notice =
  | 'passwordChanged'
  | 'phoneAdded'
  | 'phoneChanged'
  | 'privateEmailChanged'
  | 'secondFactorChanged'
  | 'smsOn'
  | 'smsOff'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'

/** An event and a notice by mail, so that nobody's way of signing in changes behind their back. */
export async function notifyOwner(
  db: Db,
  context: BaseContext,
  account: Pick<Account, 'userId' | 'email' | 'firstName' | 'language'>,
  type: 'PASSWORD_CHANGED' | 'PHONE_CHANGED' | 'PRIVATE_EMAIL_CHANGED' | 'SECOND_FACTOR_CHANGED',
  mail: Notice,
  values: Record<string, unknown> = {},
): Promise<void> {
  await logEvent(db, context.env, { kind: 'EMPLOYEE', userId: account.userId }, type, {
    subject: { type: 'person', id: account.userId },
    shared: false,
  })
  for (const to of await addressesOf(db, account))
    await sendMail(db, context, {
      to,
      language: account.language,
      template: `sessions:mail.${mail}`,
      values: { name: account.firstName, ...values },
      userId: account.userId,
    })
}

/** The sign-in address, which an employer may host, and the private one that the person has verified. */
async function addressesOf(db: Db, { userId, email }: Pick<Account, 'userId' | 'email'>): Promise<string[]> {
  const row = await db
    .selectFrom('users')
    .select('personal_email')
    .where('id', '=', userId)
    .where('personal_email_verified_at', 'is not', null)
    .executeTakeFirst()
  return [...new Set([email, row?.personal_email ?? email])]
}
