import type { Account } from '#features/ground/sessions/server/accounts.ts'
import { notifyOwner } from '#features/ground/sessions/server/notify-owner.ts'
import { failField, failFieldText } from '#platform/contract/errors.ts'
import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { isPrivateAddress } from '../rules.ts'

/** A typed address in the form that is stored. @throws a field error at `email` */
export function emailOf(text: string): string {
  const email = normaliseEmail(text)
  return isEmail(email) ? email : failField('email', 'EMAIL', 'is not an e-mail address')
}

/** @throws a field error at `email` for an address of a house that hosts another of the person's */
export function requirePrivate(email: string, { email: signInEmail, workEmail }: SignedIn): void {
  if (!isPrivateAddress(email, [signInEmail, workEmail]))
    failFieldText('email', 'identity-changes:fieldErrors.NOT_PRIVATE')
}

/** Stores a private address that its code has proven; the private address before this one hears of it, too. */
export async function storePrivateEmail(db: Db, context: BaseContext, account: Account, email: string): Promise<void> {
  const now = context.env.now()
  await notifyOwner(db, context, account, 'PRIVATE_EMAIL_CHANGED', 'privateEmailChanged')
  await db
    .updateTable('users')
    .set((e) => ({
      personal_email: email,
      personal_email_verified_at: now,
      updated_at: now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', account.userId)
    .execute()
}
