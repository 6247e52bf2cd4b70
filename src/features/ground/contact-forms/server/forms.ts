import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
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

export const checkMark = (checked: boolean, userId: string, now: Date) => ({
  checked,
  checked_by: checked ? userId : null,
  checked_at: checked ? now : null,
})
