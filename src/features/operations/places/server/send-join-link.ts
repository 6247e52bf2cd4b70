import { linkToSend, subjectOf } from '#features/people/companies/links/server/make-link.ts'
import { requireLockedCompany } from '#features/people/companies/server/queries.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { normaliseEmail } from '#platform/contract/validation.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { requireEmail } from '#platform/server/http/identifier-fields.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { places } from '../contract.ts'
import { findPlace } from './queries.ts'
import { readinessOf } from './readiness.ts'

/** The way in for a company's people goes to whom the staff name, once nobody would find a closed door behind it. */
export const sendJoinLink: Handlers<typeof places>['sendJoinLink'] = async ({ params, body }, context) => {
  const { db, env, scope, user } = context
  const email = normaliseEmail(body.email)
  requireEmail(email, 'email')
  const company = await requireLockedCompany(db, scope, params.companyId)
  const now = env.now()
  const row = await findPlace(db, scope, company.id, now)
  if (!row || !company.active) fail('NOT_FOUND')
  const [readiness = []] = await readinessOf(db, [row], now)
  const missing = readiness.filter(({ check, isDone }) => !isDone && check !== 'JOIN_LINK').map(({ check }) => check)
  if (missing.length > 0) throw new AppError('COMPANY_NOT_READY', { details: { missing } })
  const link = await linkToSend(company.id, context)
  await logEvent(db, env, actorOf(user), 'REGISTER_LINK_SENT', {
    ...subjectOf({ companyId: company.id }),
    data: { registerLinkId: link.id },
  })
  await sendMail(db, context, {
    to: email,
    language: body.language,
    template: 'places:mail.join',
    values: { company: company.name, day: formatDay(helsinkiDay(link.expiresAt)) },
    link: pageUrl('join', { token: link.token }),
    companyId: company.id,
  })
  return new Answer(201, { registerLinkId: link.id, recipient: email, expiresAt: link.expiresAt.toISOString() })
}
