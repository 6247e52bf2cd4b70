import { forgetTotp } from '#features/ground/sessions/server/totp.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { SLOW_HOURS } from '#platform/values/slow-hours.ts'
import { lockChange, refuse } from './proposals.ts'

/**
 * Takes an account's authenticator app and recovery codes away at the word of whoever runs the service, for the day on
 * which no member of staff can. Sessions end, signing is closed as after every change of a sign-in, and each address of the
 * person is told the reason.
 * @returns what there was to do
 */
export async function resetByOperator(
  services: Services,
  given: { readonly email: string; readonly reason: string },
): Promise<'DONE' | 'NO_ACCOUNT' | 'NO_FACTOR'> {
  const { database, env } = services
  const result = await database.transaction(async (db) => {
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', normaliseEmail(given.email))
      .forUpdate()
      .executeTakeFirst()
    if (!user) return 'NO_ACCOUNT'
    if (!user.totp_secret_sealed && !user.totp_pending_sealed) return 'NO_FACTOR'
    const now = env.now()
    const open = await lockChange(db, { userId: user.id, kind: 'SECOND_FACTOR' })
    if (open) await refuse(db, services, open, systemActor)
    await forgetTotp(db, user.id)
    await db
      .updateTable('users')
      .set((e) => ({ identity_changed_at: now, updated_at: now, version: e('version', '+', 1) }))
      .where('id', '=', user.id)
      .execute()
    await revokeSessions(db, user.id, 'BY_ADMIN', now)
    await logEvent(db, env, systemActor, 'IDENTITY_CHANGED', {
      subject: { type: 'person', id: user.id },
      shared: false,
      data: { kind: 'SECOND_FACTOR', reason: given.reason },
    })
    const own = user.personal_email_verified_at ? user.personal_email : null
    for (const to of new Set([user.email, user.work_email, own]))
      if (to)
        await sendMail(db, services, {
          to,
          language: user.language,
          template: 'identity-changes:mail.resetByOperator',
          values: { name: user.first_name, reason: given.reason, hours: SLOW_HOURS },
          userId: user.id,
        })
    return 'DONE'
  })
  if (result === 'DONE') services.wakeOutbox()
  return result
}
