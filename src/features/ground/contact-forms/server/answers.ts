import { fail } from '#platform/contract/errors.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { ContactFormAnswer, contactForms } from '../contract.ts'
import { numberOf } from '../rules.ts'
import { formById, markForm } from './forms.ts'
import { type AnswerRow, answersOf, lockContactForm } from './queries.ts'

const answerOf = (row: AnswerRow): ContactFormAnswer => ({
  answerId: row.id,
  kind: row.kind,
  body: row.body,
  writtenBy: row.writer,
  mail: row.mail,
  createdAt: row.created_at.toISOString(),
})

/** The thread of a message: what we answered by mail, and what came back to the operator's mailbox. */
export const answerHandlers: Pick<Handlers<typeof contactForms>, 'thread' | 'answer'> = {
  async thread({ params, query }, { db, config }) {
    const { page = 1, limit = 20 } = query
    await formById(db, params.contactFormDataId)
    const { rows, total } = await answersOf(db, params.contactFormDataId, { limit, offset: (page - 1) * limit })
    return { ...pageOf(rows.map(answerOf), { page, limit, total }), replyTo: config.operatorEmail }
  },
  async answer({ params, body }, context) {
    const { db, env, config, user } = context
    const id = params.contactFormDataId
    const row = (await lockContactForm(db, id)) ?? fail('NOT_FOUND')
    const form = await formById(db, id)
    requireVersion(body.version, row.version, form)
    const isSent = body.kind === 'SENT'
    const [answerId, outboxId] = [env.id(), isSent ? env.id() : null]
    const text = body.body.trim()
    if (outboxId)
      await sendMail(db, context, {
        id: outboxId,
        to: row.email,
        language: form.language,
        template: 'contact-forms:mail.answer',
        values: { number: numberOf(id), text, email: config.operatorEmail },
        replyTo: config.operatorEmail,
      })
    await db
      .insertInto('contact_form_answers')
      .values({
        id: answerId,
        contact_form_id: id,
        kind: body.kind,
        body: text,
        written_by: user.userId,
        outbox_id: outboxId,
        created_at: env.now(),
      })
      .execute()
    await markForm(context, row, { checked: body.checked, data: { change: isSent ? 'answered' : 'replied', answerId } })
    return new Answer(201, await formById(db, id))
  },
}
