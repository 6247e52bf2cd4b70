import type { Selectable } from 'kysely'
import { createSetPasswordLink } from '#features/ground/sessions/server/password-links.ts'
import { removeRecoveryCodes } from '#features/ground/sessions/server/recovery-codes.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isStaff, type SignedIn } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import { countAttempt } from '#platform/server/http/limits.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { SLOW_HOURS, SLOW_MS } from '#platform/values/slow-hours.ts'
import { takesEffect } from '../rules.ts'
import { type ChangeRow, isVerifiedPersonal, mailProposal, type Person } from './proposal-mails.ts'
import { askSeconds, secondsFor } from './second-person.ts'

export interface Proposal {
  readonly kind: 'CONTACT' | 'SECOND_FACTOR'
  readonly email?: string | null
  /** Null takes the number away. */
  readonly phone?: string | null
}

/**
 * Counts a proposal before its transaction begins. It has bounds of its own: what others propose uses up none of the codes
 * that the person asks for, one proposer none of what another may propose, the employer's people together none of what the
 * staff may, and nobody is sent more than twenty a day.
 * @throws TOO_MANY_REQUESTS
 */
export async function countProposal(context: Services & { readonly user: SignedIn }, userId: string): Promise<void> {
  const { database, env, user } = context
  const own = { identifier: `${userId} ${user.userId}`, address: 'everybody' }
  await countAttempt(database.primary, 'identity-proposal', own, env.now())
  const side = { identifier: `${userId} ${isStaff(user) ? 'staff' : 'employer'}`, address: 'everybody' }
  await countAttempt(database.primary, 'identity-proposals-of-person', side, env.now())
}

/**
 * Proposes a change of somebody else's sign-in and tells every address of the person; the proposal before it ends.
 * @returns whether it is in effect already, which only a change to the person's own verified address is
 */
export async function propose(
  db: Db,
  context: Services & { readonly user: SignedIn },
  person: Person,
  given: Proposal,
): Promise<boolean> {
  const { env, user } = context
  const now = env.now()
  // One proposal of a kind is open: two made at the same moment follow each other.
  await db.selectFrom('users').select('id').where('id', '=', person.userId).forNoKeyUpdate().execute()
  const byStaff = isStaff(user)
  const others = byStaff ? await secondsFor(db, user.userId, person.userId, now) : []
  const needsSecond = others.length > 0
  await supersede(db, person.userId, given.kind, now)
  const isOwnAddress = await isOwnVerified(db, person.userId, given)
  const row = await db
    .insertInto('identity_changes')
    .values({
      id: env.id(),
      user_id: person.userId,
      kind: given.kind,
      new_email: given.email ?? null,
      new_phone: given.phone ?? null,
      removes_phone: given.phone === null,
      proposed_by: user.userId,
      by_staff: byStaff,
      needs_second_staff: needsSecond,
      takes_effect_at: needsSecond ? null : new Date(now.getTime() + SLOW_MS),
      // The private address was proven by its owner, and whoever leaves has lost the old mailbox.
      new_confirmed_at: isOwnAddress ? now : null,
      old_confirmed_at: isOwnAddress ? now : null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await logEvent(db, env, actorOf(user), 'IDENTITY_CHANGE_PROPOSED', {
    subject: { type: 'person', id: person.userId },
    shared: false,
    data: { kind: given.kind, address: Boolean(given.email), phone: given.phone !== undefined },
  })
  if (!isOwnAddress) {
    await mailProposal(db, context, person, row)
    await askSeconds(db, context, others)
  }
  return settle(db, context, row, actorOf(user))
}

/** Ends the proposal that is open, with every link to it. */
async function supersede(db: Db, userId: string, kind: Proposal['kind'], now: Date): Promise<void> {
  await db
    .updateTable('identity_changes')
    .set((e) => ({ status: 'SUPERSEDED', done_at: now, version: e('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('status', '=', 'OPEN')
    .execute()
  await revokeLinkTokens(db, 'identity-change', { userId }, now)
}

/** Whether only the address moves, to one proven already. A number that comes along is not, so the address waits with it. */
const isOwnVerified = async (db: Db, userId: string, { email, phone }: Proposal) =>
  email && phone === undefined ? isVerifiedPersonal(db, userId, email) : false

/** Takes a proposal before it is answered. */
export async function lockChange(db: Db, where: { id: string } | { userId: string; kind: ChangeRow['kind'] }) {
  const query = db.selectFrom('identity_changes').selectAll().where('status', '=', 'OPEN').forUpdate()
  return 'id' in where
    ? query.where('id', '=', where.id).executeTakeFirst()
    : query.where('user_id', '=', where.userId).where('kind', '=', where.kind).executeTakeFirst()
}

/** Lets a proposal take effect when it is time. @returns whether it did */
export async function settle(db: Db, services: Services, row: ChangeRow, actor: Actor): Promise<boolean> {
  const facts = {
    changesAddress: row.new_email !== null,
    newConfirmed: row.new_confirmed_at !== null,
    oldConfirmed: row.old_confirmed_at !== null,
    byStaff: row.by_staff,
    needsSecondStaff: row.needs_second_staff,
    secondStaffConfirmed: row.confirmed_by !== null,
    takesEffectAt: row.takes_effect_at,
  }
  if (!takesEffect(facts, services.env.now())) return false
  await apply(db, services, row, actor)
  return true
}

/** Writes the new address and number, and takes the second factor away. @throws EMAIL_EXISTS */
async function changeUser(db: Db, row: ChangeRow, now: Date): Promise<void> {
  const changesPhone = row.new_phone !== null || row.removes_phone
  await db
    .updateTable('users')
    .set((e) => ({
      ...(row.new_email ? { email: row.new_email, work_email: row.new_email } : {}),
      ...(changesPhone ? { phone_number: row.new_phone, phone_verified_at: null } : {}),
      ...(row.kind === 'SECOND_FACTOR'
        ? { totp_secret_sealed: null, totp_pending_sealed: null, totp_confirmed_at: null, totp_last_step: null }
        : {}),
      identity_changed_at: now,
      updated_at: now,
      version: e('version', '+', 1),
    }))
    .where('id', '=', row.user_id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key') ? new AppError('EMAIL_EXISTS', { cause: error }) : error
    })
  if (row.kind === 'SECOND_FACTOR') await removeRecoveryCodes(db, row.user_id)
}

type Before = Pick<Selectable<Tables['users']>, 'email' | 'work_email' | 'first_name' | 'language' | 'password_hash'>

/** The old and the new address hear what has changed; whoever has no password yet gets the link to set one. */
async function mailChange(db: Db, services: Services, row: ChangeRow, before: Before): Promise<void> {
  for (const to of new Set([before.email, before.work_email, row.new_email ?? before.email]))
    await sendMail(db, services, {
      to,
      language: before.language,
      template: 'identity-changes:mail.done',
      values: { name: before.first_name, hours: SLOW_HOURS },
      userId: row.user_id,
    })
  if (!row.new_email || before.password_hash) return
  await sendMail(db, services, {
    to: row.new_email,
    language: before.language,
    template: 'accounts:mail.welcome',
    values: { name: before.first_name, days: 14 },
    link: await createSetPasswordLink(db, services.env, row.user_id),
    userId: row.user_id,
  })
}

/** The change itself: whatever the old mailbox, number or session opens, it opens no more. */
async function apply(db: Db, services: Services, row: ChangeRow, actor: Actor): Promise<void> {
  const { env } = services
  const now = env.now()
  const before = await db
    .selectFrom('users')
    .select(['email', 'work_email', 'first_name', 'language', 'password_hash'])
    .where('id', '=', row.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await changeUser(db, row, now)
  await db
    .updateTable('identity_changes')
    .set((e) => ({ status: 'DONE', done_at: now, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  for (const purpose of ['reset', 'sign-in-address', 'identity-change'] as const)
    await revokeLinkTokens(db, purpose, { userId: row.user_id }, now)
  await revokeSessions(db, row.user_id, 'BY_ADMIN', now)
  await logEvent(db, env, actor, 'IDENTITY_CHANGED', {
    subject: { type: 'person', id: row.user_id },
    shared: false,
    data: { kind: row.kind, address: Boolean(row.new_email), phone: row.new_phone !== null || row.removes_phone },
  })
  await mailChange(db, services, row, before)
}

/** Stops a proposal; nothing has changed. */
export async function refuse(db: Db, services: Services, row: ChangeRow, actor: Actor): Promise<void> {
  const now = services.env.now()
  await db
    .updateTable('identity_changes')
    .set((e) => ({ status: 'REFUSED', done_at: now, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  await revokeLinkTokens(db, 'identity-change', { subjectId: row.id }, now)
  await logEvent(db, services.env, actor, 'IDENTITY_CHANGE_REFUSED', {
    subject: { type: 'person', id: row.user_id },
    shared: false,
    data: { kind: row.kind },
  })
}
