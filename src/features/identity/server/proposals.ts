import { type Selectable, sql } from 'kysely'
import { createSetPasswordLink } from '#features/sessions/server/password-links.ts'
import { removeRecoveryCodes } from '#features/sessions/server/recovery-codes.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, logEvent, systemActor } from '#platform/server/database/events.ts'
import { sendMail, sendSms } from '#platform/server/database/messages.ts'
import { isStaff, type SignedIn } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import { countAttempt } from '#platform/server/http/limits.ts'
import { createLinkToken, revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import { type Colleague, isSecondStaff, secondStaff } from '#platform/server/roles/second-staff.ts'
import { SLOW_HOURS, SLOW_MS, takesEffect } from '../rules.ts'
import { tiersOf } from './queries.ts'

export type ChangeRow = Selectable<Tables['identity_changes']>

/** Whose identity it is, as the mails about it need it. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly workEmail: string
  readonly personalEmail: string | null
  readonly firstName: string
  readonly language: LanguageCode
  readonly hasPassword: boolean
}

export interface Proposal {
  readonly kind: 'CONTACT' | 'SECOND_FACTOR'
  readonly email?: string | null
  /** Null takes the number away. */
  readonly phone?: string | null
}

const permission = 'identity-change:confirm'

/** The other active members of staff than these two who could confirm, and do not stand below the person. */
async function secondsFor(db: Db, proposer: string, person: string, now: Date): Promise<Colleague[]> {
  const own = Math.max(0, ...(await tiersOf(db, person)).map(({ tier }) => tier))
  return (await secondStaff(db, { permission, proposer, now })).filter(({ id, tier }) => id !== person && tier >= own)
}

/**
 * Whoever may confirm what staff have proposed by the end of its time is asked instead: they may have been kept away while
 * it began.
 * @returns whether it waits for them
 */
export async function waitsAgain(db: Db, services: Services, row: ChangeRow): Promise<boolean> {
  if (!row.by_staff) return false
  const others = await secondsFor(db, row.proposed_by, row.user_id, services.env.now())
  if (others.length === 0) return false
  await db
    .updateTable('identity_changes')
    .set((e) => ({ needs_second_staff: true, takes_effect_at: null, version: e('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  const template = 'identity:mail.staff'
  for (const { id: userId, email: to, language } of others)
    await sendMail(db, services, { to, language, template, values: {}, link: pages.adminUsers, userId })
  await logEvent(db, services.env, systemActor, 'IDENTITY_CHANGE_PROPOSED', {
    subject: { type: 'person', id: row.user_id },
    shared: false,
    data: { kind: row.kind, waitsForSecond: true },
  })
  return true
}

/** Whether somebody may confirm a proposal of staff besides whoever made it. */
export const isSecond = (db: Db, row: ChangeRow, userId: string, now: Date): Promise<boolean> =>
  isSecondStaff(db, userId, { permission, proposer: row.proposed_by, now })

/**
 * Counts a proposal before its transaction begins. It has bounds of its own: what others propose uses up none of the codes
 * that the person asks for, one proposer none of what another may propose, and nobody is sent more than a few a day.
 * @throws TOO_MANY_REQUESTS
 */
export async function countProposal(context: Services & { readonly user: SignedIn }, userId: string): Promise<void> {
  const { database, env, user } = context
  const own = { identifier: `${userId} ${user.userId}`, address: 'everybody' }
  await countAttempt(database.primary, 'identity-proposal', own, env.now())
  const all = { identifier: userId, address: 'everybody' }
  await countAttempt(database.primary, 'identity-proposals-of-person', all, env.now())
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
  const needsSecond = byStaff && (await secondsFor(db, user.userId, person.userId, now)).length > 0
  await db
    .updateTable('identity_changes')
    .set((e) => ({ status: 'SUPERSEDED', done_at: now, version: e('version', '+', 1) }))
    .where('user_id', '=', person.userId)
    .where('kind', '=', given.kind)
    .where('status', '=', 'OPEN')
    .execute()
  await revokeLinkTokens(db, 'identity-change', { userId: person.userId }, now)
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
  if (!isOwnAddress) await mailProposal(db, context, person, row)
  return settle(db, context, row, actorOf(user))
}

/** Whether only the address moves, to one proven already. A number that comes along is not, so the address waits with it. */
const isOwnVerified = async (db: Db, userId: string, { email, phone }: Proposal) =>
  email && phone === undefined ? isVerifiedPersonal(db, userId, email) : false

async function isVerifiedPersonal(db: Db, userId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`lower(personal_email) = ${email}`)
    .where('personal_email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The way to a proposal: the person's own carries the person's id, the one to the new address does not. */
async function linkTo(db: Db, { env }: Services, changeId: string, userId: string | null): Promise<string> {
  const purpose = 'identity-change'
  const { token } = await createLinkToken(db, env, { purpose, days: 14, subjectId: changeId, userId })
  return pageUrl('identityChange', { token })
}

/**
 * Every address hears of it. The way to confirm and to stop it goes to those that are proven to be the person's: an
 * unverified private address, or a work address beside the sign-in, is typed by whoever may be the proposer. The new one
 * proves itself by its own link.
 */
async function mailProposal(db: Db, context: Services, person: Person, row: ChangeRow): Promise<void> {
  const proven = [person.email]
  if (person.personalEmail && (await isVerifiedPersonal(db, person.userId, person.personalEmail.toLowerCase())))
    proven.push(person.personalEmail)
  const old = new Set([person.email, person.workEmail, person.personalEmail])
  const values = { name: person.firstName, hours: SLOW_HOURS }
  const { language, userId } = person
  for (const to of old) {
    if (!to || to === row.new_email) continue
    const link = proven.includes(to) ? await linkTo(db, context, row.id, userId) : pages.account
    await sendMail(db, context, { to, language, template: 'identity:mail.old', values, link, userId })
  }
  const to = row.new_email
  if (to) {
    const link = await linkTo(db, context, row.id, null)
    await sendMail(db, context, { to, language, template: 'identity:mail.new', values, link })
  }
  await messageProposal(db, context, person, row)
}

/** The number that the person has verified hears of it, too: an employer who hosts the work mailbox reads that one alone. */
async function messageProposal(db: Db, context: Services, person: Person, row: ChangeRow): Promise<void> {
  const held = await db
    .selectFrom('users')
    .select('phone_number')
    .where('id', '=', person.userId)
    .where('phone_verified_at', 'is not', null)
    .executeTakeFirst()
  const to = held?.phone_number
  if (!to) return
  await sendSms(db, context, {
    to,
    language: person.language,
    template: 'identity:sms.proposed',
    values: { url: context.config.origin + (await linkTo(db, context, row.id, person.userId)) },
    userId: person.userId,
  })
}

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
      template: 'identity:mail.done',
      values: { name: before.first_name, hours: SLOW_HOURS },
      userId: row.user_id,
    })
  if (!row.new_email || before.password_hash) return
  await sendMail(db, services, {
    to: row.new_email,
    language: before.language,
    template: 'people:mail.welcome',
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
