import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { lastRoot } from '#platform/server/record/record-roots.ts'
import { formatMonth } from '#platform/values/days.ts'
import type { ReportingCompany } from './months.ts'

interface Recipient {
  id: string
  work_email: string
  language: LanguageCode
}

/** Those of the company and of its group who get the report's link, each once; deactivated people do not. */
export async function listReportRecipients(db: Db, company: ReportingCompany): Promise<Recipient[]> {
  const result = await sql<Recipient>`
    select u.id, u.work_email, u.language from users u
     where u.deactivated_at is null
       and (u.id in (select p.user_id from payroll_recipients p where p.company_id = ${company.id})
         or u.id in (select g.user_id from group_payroll_recipients g where g.group_company_id = ${company.group_company_id}))
     order by u.id`.execute(db)
  return result.rows
}

/** Where the report of a month is read; behind the sign-in, because it is personal data. */
export function linkOf(company: Pick<ReportingCompany, 'id'>, month: string): string {
  return pageUrl('reporting', {}, { companyId: company.id, month })
}

/**
 * Mails the link to a month; never the file. A test says that it is one, and that nothing has to be done. The mail of a
 * lock carries the last signed root of the event log out of the service, into the employer's hands.
 * @returns how many were written to
 */
export async function mailReportLink(
  db: Db,
  services: Services,
  company: ReportingCompany,
  month: string,
  kind: 'locked' | 'test' = 'locked',
): Promise<number> {
  const recipients = await listReportRecipients(db, company)
  const root = kind === 'locked' ? await lastRoot(db) : null
  const locked = root ? 'reporting:mail.lockedWithRoot' : 'reporting:mail.locked'
  for (const recipient of recipients) {
    await sendMail(db, services, {
      to: recipient.work_email,
      language: recipient.language,
      template: kind === 'test' ? 'reporting:mail.test' : locked,
      values: {
        company: company.name,
        month: formatMonth(month),
        ...(root ? { number: root.number, root: root.root } : {}),
      },
      link: linkOf(company, month),
      userId: recipient.id,
      companyId: company.id,
    })
  }
  return recipients.length
}
