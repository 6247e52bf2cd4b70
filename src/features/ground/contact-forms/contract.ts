import { messageStatuses } from '#features/ground/outbox/rules.ts'
import {
  endpoint,
  Id,
  Instant,
  Language,
  Name,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'

/** Who writes, by their own word. */
const senderRoles = ['EMPLOYER', 'EMPLOYEE', 'STORE', 'OTHER'] as const

const Line = T.String({ maxLength: 200 })

export const NewContactForm = Shape({
  role: OneOf(senderRoles),
  name: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  email: T.String({ minLength: 1, maxLength: 254 }),
  phone: T.Optional(T.String({ maxLength: 30 })),
  company: T.Optional(Line),
  message: T.String({ minLength: 10, maxLength: 5000, pattern: '\\S' }),
  /** A trap: people do not see the field, so whoever fills it in is a program. */
  website: T.Optional(T.String({ maxLength: 2000 })),
  language: T.Optional(Language),
})
export type NewContactForm = T.Static<typeof NewContactForm>

export const ContactForm = Shape({
  contactFormDataId: Id,
  role: OneOf(senderRoles),
  name: T.String(),
  email: T.String(),
  phone: Nullable(T.String()),
  company: Nullable(T.String()),
  message: T.String(),
  language: Language,
  checked: T.Boolean(),
  checkedAt: Nullable(Instant),
  /** The name of whoever checked it. */
  checkedBy: Nullable(Name),
  note: Nullable(T.String()),
  createdAt: Instant,
  version: Version,
})
export type ContactForm = T.Static<typeof ContactForm>

/** Whether an answer was written by us, or came back to our mailbox and was put beside the others. */
const answerKinds = ['SENT', 'CAME'] as const

const AnswerText = T.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })

export const ContactFormAnswer = Shape({
  answerId: Id,
  kind: OneOf(answerKinds),
  body: T.String(),
  /** Who of the staff wrote it, or put it here. */
  writtenBy: Name,
  /** What became of the mail; null of what came, and of a mail that is kept no more. */
  mail: Nullable(OneOf(messageStatuses)),
  createdAt: Instant,
})
export type ContactFormAnswer = T.Static<typeof ContactFormAnswer>

const listFilter = {
  sort: sorting('createdAt', 'name'),
  search: T.Optional(T.String({ maxLength: 200 })),
  checked: T.Optional(T.Boolean()),
}

export const contactForms = {
  submit: endpoint({
    method: 'POST',
    path: '/api/contact-forms',
    access: 'public',
    summary: 'Sends a message to customer service.',
    body: NewContactForm,
    replies: { 201: Shape({ contactFormDataId: Id }) },
    limit: { action: 'contact-form', by: 'email' },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/contact-forms',
    access: 'contact-form:read',
    summary: 'Messages to customer service: those that nobody has handled first, the newest of each first.',
    query: Shape({ ...pageQuery(), ...listFilter, id: T.Optional(Id) }),
    replies: { 200: Page(ContactForm) },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/contact-forms/file',
    access: 'contact-form:read',
    summary: 'All messages that a filter lets through, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  uncheckedCount: endpoint({
    method: 'GET',
    path: '/api/contact-forms/unchecked-count',
    access: 'contact-form:read',
    summary: 'How many messages nobody has marked as checked.',
    replies: { 200: Shape({ count: T.Integer() }) },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/contact-forms/update/:contactFormDataId',
    access: 'contact-form:check',
    summary: 'Marks a message as checked or unchecked and keeps a note about it.',
    params: Shape({ contactFormDataId: Id }),
    body: Shape({
      /** The specification prints no body: left out, the form is marked as checked. */
      checked: T.Optional(T.Boolean({ default: true })),
      note: T.Optional(Nullable(T.String({ maxLength: 2000 }))),
      version: T.Optional(Version),
    }),
    replies: { 200: ContactForm },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/contact-forms/:contactFormDataId/answers',
    access: 'contact-form:read',
    summary: 'What we answered to a message and what came back, the oldest first, and where replies go.',
    params: Shape({ contactFormDataId: Id }),
    query: Shape(pageQuery()),
    replies: { 200: Shape({ ...Page(ContactFormAnswer).properties, replyTo: T.String() }) },
    errors: ['NOT_FOUND'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/contact-forms/:contactFormDataId/answers',
    access: 'contact-form:check',
    summary:
      "Sends an answer to whoever wrote, by mail whose replies go to the operator's address, and keeps it; or keeps a reply that came there.",
    params: Shape({ contactFormDataId: Id }),
    body: Shape({
      kind: OneOf(answerKinds),
      body: AnswerText,
      /** Whether the message is handled with this. */
      checked: T.Boolean(),
      version: Version,
    }),
    replies: { 201: ContactForm },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
