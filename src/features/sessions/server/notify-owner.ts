import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/database/events.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import type { Account } from './accounts.ts'

type Notice =
  | 'passwordChanged'
  | 'phoneChanged'
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
  type: 'PASSWORD_CHANGED' | 'PHONE_CHANGED' | 'SECOND_FACTOR_CHANGED',
  mail: Notice,
  values: Record<string, unknown> = {},
): Promise<void> {
  await logEvent(db, context.env, { kind: 'EMPLOYEE', userId: account.userId }, type, {
    subject: { type: 'person', id: account.userId },
    shared: false,
  })
  await sendMail(db, context, {
    to: account.email,
    language: account.language,
    template: `sessions:mail.${mail}`,
    values: { name: account.firstName, ...values },
    userId: account.userId,
  })
}
