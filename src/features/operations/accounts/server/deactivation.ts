import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { ownChoiceSince } from '#platform/server/roles/second-staff.ts'

interface Person {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly language: LanguageCode
}

/** Shuts an account at once: every call is refused, half-done sign-ins and open links end; its owner hears of it by mail. */
export async function deactivate(
  db: Db,
  context: Services,
  actor: Actor,
  person: Person,
  companyId: string | null,
  reason: 'BY_ADMIN' | 'INACTIVITY' = 'BY_ADMIN',
): Promise<void> {
  const { env } = context
  const now = env.now()
  await db
    .updateTable('users')
    .set({ deactivated_at: now, deactivation_reason: reason })
    .where('id', '=', person.userId)
    .execute()
  // Open sessions stay to tell their owner so (403 until they sign out); they open nothing, and no refresh goes on.
  await db
    .updateTable('sign_in_tickets')
    .set({ used_at: now })
    .where('user_id', '=', person.userId)
    .where('used_at', 'is', null)
    .execute()
  for (const purpose of ['reset', 'preferences', 'report', 'sign-in-address'] as const)
    await revokeLinkTokens(db, purpose, { userId: person.userId }, now)
  const type = reason === 'INACTIVITY' ? 'USER_AUTO_DEACTIVATED' : 'USER_DEACTIVATED'
  await logEvent(db, env, actor, type, { subject: { type: 'person', id: person.userId }, companyId })
  await sendStatusMail(db, context, person, reason === 'INACTIVITY' ? 'inactivityShut' : 'deactivated')
}

/**
 * The roles over everything of an account that was closed for as long as makes a role old count as given now by whoever
 * opens it: somebody who left long ago must not come back as a second member of staff. After a shorter time they stand as
 * they stood, or to close and open an account would make it one's own choice.
 */
async function renewStaffRoles(db: Db, { env }: Services, actor: Actor, userId: string): Promise<void> {
  await sql`update user_roles set created_at = ${env.now()}, created_by = ${actor.userId}
     where user_id = ${userId} and role_id in (select id from roles where scope_kind = 'ALL')
       and exists (select from users u where u.id = ${userId} and u.deactivated_at < ${ownChoiceSince(env.now())})`.execute(
    db,
  )
}

/** Opens an account again; its owner signs in with the password as before, on every device anew. */
export async function activate(
  db: Db,
  context: Services,
  actor: Actor,
  person: Person,
  companyId: string | null,
): Promise<void> {
  await renewStaffRoles(db, context, actor, person.userId)
  await db
    .updateTable('users')
    .set({ deactivated_at: null, deactivation_reason: null, inactivity_warned_at: null })
    .where('id', '=', person.userId)
    .execute()
  await revokeSessions(db, person.userId, 'DEACTIVATED', context.env.now())
  await logEvent(db, context.env, actor, 'USER_ACTIVATED', {
    subject: { type: 'person', id: person.userId },
    companyId,
  })
  await sendStatusMail(db, context, person, 'activated')
}

async function sendStatusMail(
  db: Db,
  context: Services,
  person: Person,
  mail: 'deactivated' | 'inactivityShut' | 'activated',
) {
  await sendMail(db, context, {
    to: person.email,
    language: person.language,
    template: `accounts:mail.${mail}`,
    values: { name: person.firstName },
    userId: person.userId,
    ...(mail === 'activated' ? { link: pages.login } : {}),
  })
}
