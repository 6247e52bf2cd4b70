import { fail, failField } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { isEmail, normaliseEmail, searchText } from '#platform/contract/validation.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { listFile } from '#platform/server/documents/list-file.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Context, type Handlers } from '#platform/server/http/context.ts'
import { storedPhone } from '#platform/server/http/identifier-fields.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { contactForms, NewContactForm } from '../contract.ts'
import { answerBy, numberOf } from '../rules.ts'
import { answerHandlers } from './answers.ts'
import { contactFormColumns } from './file-columns.ts'
import { contactFormOf, formById, markForm } from './forms.ts'
import { allContactFormIds, contactFormRows, countUnchecked, listContactForms, lockContactForm } from './queries.ts'

const optional = (text: string | undefined) => text?.trim() || null

/** What of a message is stored. @throws VALIDATION at the e-mail address or the phone number */
function columnsOf(body: NewContactForm, language: Context['language']) {
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) failField('email', 'EMAIL', 'is not an e-mail address')
  return {
    sender_role: body.role,
    name: body.name.trim(),
    email,
    phone: storedPhone(optional(body.phone), 'phone'),
    company: optional(body.company),
    message: body.message.trim(),
    language: body.language ?? language,
  }
}

export const contactFormsHandlers: Handlers<typeof contactForms> = {
  async submit({ body }, context) {
    const { db, env, config, language } = context
    const id = env.id()
    // The program that fell into the trap must not learn that it did.
    if (body.website) return new Answer(201, { contactFormDataId: id })
    const columns = columnsOf(body, language)
    const answer_by = answerBy(helsinkiDay(env.now()))
    await db
      .insertInto('contact_forms')
      .values({ id, created_at: env.now(), answer_by, ...columns })
      .execute()
    // The message itself stays in the register: a mailbox is no place for it.
    await sendMail(db, context, {
      to: config.operatorEmail,
      language: 'fi',
      template: `contact-forms:mail.${columns.sender_role}`,
      link: pageUrl('adminContactForms', {}, { open: id }),
    })
    // Nothing of what was typed stands in it: the address may be somebody else's.
    await sendMail(db, context, {
      to: columns.email,
      language: columns.language as Context['language'],
      template: 'contact-forms:mail.receipt',
      values: { number: numberOf(id), day: formatDay(answer_by) },
    })
    return new Answer(201, { contactFormDataId: id })
  },
  async list({ query }, { db }) {
    const { page = 1, limit = 20 } = query
    const search = searchText(query.search)
    const { rows, ...count } = await listContactForms(db, { ...query, page, limit, search })
    return pageOf(rows.map(contactFormOf), { page, limit, ...count })
  },
  async listFile({ query: { format, ...filter } }, { db, texts, language }) {
    return listFile({
      format,
      name: texts.t(language, 'contact-forms:fileName'),
      columns: contactFormColumns(texts, language),
      ids: await allContactFormIds(db, { ...filter, search: searchText(filter.search) }),
      read: async (ids) => (await contactFormRows(db, ids)).map(contactFormOf),
    })
  },
  async uncheckedCount(_request, { db }) {
    return { count: await countUnchecked(db) }
  },
  async update({ params, body }, context) {
    const { db } = context
    const id = params.contactFormDataId
    const { checked = true } = body
    const row = (await lockContactForm(db, id)) ?? fail('NOT_FOUND')
    if (body.version !== undefined && body.version !== row.version)
      requireVersion(body.version, row.version, await formById(db, id))
    const note = body.note === undefined ? row.note : body.note?.trim() || null
    await markForm(context, row, { checked, note, data: { noteChanged: note !== row.note } })
    return formById(db, id)
  },
  ...answerHandlers,
}
