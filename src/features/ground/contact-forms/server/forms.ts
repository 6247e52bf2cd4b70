import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { ContactForm } from '../contract.ts'
import { type ContactFormRow, findContactForm } from './queries.ts'

export const contactFormOf = (row: ContactFormRow & { checker: string | null }): ContactForm => ({
  contactFormDataId: row.id,
  role: row.sender_role as ContactForm['role'],
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.company,
  message: row.message,
  language: row.language as ContactForm['language'],
  checked: row.checked,
  checkedAt: row.checked_at?.toISOString() ?? null,
  checkedBy: row.checker,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** @throws NOT_FOUND */
export async function formById(db: Db, id: string): Promise<ContactForm> {
  return contactFormOf((await findContactForm(db, id)) ?? fail('NOT_FOUND'))
}

interface Mark {
  readonly checked: boolean
  readonly note?: string | null
  /** What else the event says of it. */
  readonly data: object
}

/** Marks a locked message as handled or open, with its note where one is given, and tells it in the event log. */
export async function markForm(
  { db, env, user }: SignedInContext,
  row: Pick<ContactFormRow, 'id' | 'checked' | 'version'>,
  { checked, data, ...note }: Mark,
): Promise<void> {
  const mark = { checked, checked_by: checked ? user.userId : null, checked_at: checked ? env.now() : null }
  await db
    .updateTable('contact_forms')
    .set({ ...(row.checked === checked ? {} : mark), ...note, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: row.id },
    data: { register: 'contact-forms', before: { checked: row.checked }, after: { checked }, ...data },
  })
}
