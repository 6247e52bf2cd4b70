import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { firstHour } from '../contract.ts'
import { firstHourChecks } from '../rules.ts'
import { judge } from './judge.ts'
import { findTestMail, type TestMailRow, testMailTemplate } from './queries.ts'

const mailOf = (row: TestMailRow) => ({
  messageId: row.id,
  recipient: row.recipient,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  sentAt: row.status === 'KEPT' ? null : (row.sent_at?.toISOString() ?? null),
  lastError: row.status === 'SENT' ? null : row.last_error,
})

export const firstHourHandlers: Handlers<typeof firstHour> = {
  async get(_request, context) {
    const mail = await findTestMail(context.db)
    const checks = []
    for (const check of firstHourChecks) checks.push({ check, ...(await judge(context, check, mail)) })
    return {
      missing: checks.filter(({ state }) => state === 'MISSING').length,
      checks,
      testMail: mail ? mailOf(mail) : null,
      testMailTo: context.user.email,
    }
  },
  async sendTestMail(_request, context) {
    const { db, user, language } = context
    await sendMail(db, context, {
      to: user.email,
      language,
      template: testMailTemplate,
      values: { origin: context.config.origin },
      userId: user.userId,
      urgent: true,
    })
    const mail = await findTestMail(db)
    if (!mail) throw new Error('the test mail was not written')
    return new Answer(201, mailOf(mail))
  },
}
