import { type Selectable, sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { linkIn } from '#platform/contract/link-in.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { sendMail, sendSms } from '#platform/server/messages/messages.ts'
import { SLOW_HOURS } from '#platform/values/slow-hours.ts'

export type ChangeRow = Selectable<Tables['identity_changes']>

/** Whose identity it is, as the mails about it need it. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly workEmail: string
  readonly personalEmail: string | null
  readonly firstName: string
  readonly language: LanguageCode
}

/** Whose identity it is. @throws when nobody has the id */
export async function personOf(db: Db, userId: string): Promise<Person> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return personOfRow(row)
}

export const personOfRow = (row: Selectable<Tables['users']>): Person => ({
  userId: row.id,
  email: row.email,
  workEmail: row.work_email,
  personalEmail: row.personal_email,
  firstName: row.first_name,
  language: row.language,
})

export async function isVerifiedPersonal(db: Db, userId: string, email: string): Promise<boolean> {
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
export async function mailProposal(db: Db, context: Services, person: Person, row: ChangeRow): Promise<void> {
  const proven = [person.email]
  if (person.personalEmail && (await isVerifiedPersonal(db, person.userId, person.personalEmail.toLowerCase())))
    proven.push(person.personalEmail)
  const old = new Set([person.email, person.workEmail, person.personalEmail])
  const values = { name: person.firstName, hours: SLOW_HOURS }
  const { language, userId } = person
  for (const to of old) {
    if (!to || to === row.new_email) continue
    const link = proven.includes(to) ? await linkTo(db, context, row.id, userId) : pages.account
    await sendMail(db, context, { to, language, template: 'identity-changes:mail.old', values, link, userId })
  }
  const to = row.new_email
  if (to) {
    const link = await linkTo(db, context, row.id, null)
    await sendMail(db, context, { to, language, template: 'identity-changes:mail.new', values, link })
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
  const link = await linkTo(db, context, row.id, person.userId)
  await sendSms(db, context, {
    to,
    language: person.language,
    template: 'identity-changes:sms.proposed',
    values: { url: context.config.origin + linkIn(person.language, link) },
    userId: person.userId,
  })
}
