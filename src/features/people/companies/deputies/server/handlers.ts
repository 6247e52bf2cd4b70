import { notify } from '#features/ground/notifications/server/notify.ts'
import { requireCompany, requireLockedCompany } from '#features/people/companies/server/queries.ts'
import { fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { addDays, formatDay, helsinkiDay } from '#platform/values/days.ts'
import type { Deputy, deputies } from '../contract.ts'
import { actingFor, type DeputyRow, deputiesOf, deputiesWith, findDeputy, hasDeputy } from './queries.ts'

/** A deputy stands in for a leave, not for good. */
const MOST_DAYS = 366

const deputyOf = (row: DeputyRow): Deputy => ({
  deputyId: row.id,
  companyId: row.company_id,
  companyName: row.company_name,
  away: { userId: row.user_id, name: row.user_name },
  deputy: { userId: row.deputy_user_id, name: row.deputy_name },
  fromDay: row.from_day,
  toDay: row.to_day,
  isActive: row.is_active,
  version: row.version,
})

export const deputiesHandlers: Handlers<typeof deputies> = {
  async list({ params, query }, { db, scope, env }) {
    const { page = 1, limit = 50 } = query
    await requireCompany(db, scope, params.id)
    const at = { companyId: params.id, today: helsinkiDay(env.now()), limit, offset: (page - 1) * limit }
    const { rows, total } = await deputiesOf(db, at)
    return pageOf(rows.map(deputyOf), { page, limit, total })
  },
  async own(_request, { db, user }) {
    return { items: (await deputiesWith(db, user.userId)).map(deputyOf) }
  },
  async name({ params, body }, context) {
    const { db, env, user, scope } = context
    const company = await requireLockedCompany(db, scope, params.id)
    const { userId, deputyUserId, fromDay, toDay } = body
    const today = helsinkiDay(env.now())
    if (fromDay < today) failField('fromDay', 'NOT_VALID', 'is over')
    if (toDay < fromDay || toDay > addDays(fromDay, MOST_DAYS)) failField('toDay', 'NOT_VALID', 'is no end of a leave')
    const acting = await actingFor(db, company.id, [userId, deputyUserId])
    if (!acting.has(userId)) failFieldText('userId', 'deputies:fieldErrors.NOT_ACTING')
    if (!acting.has(deputyUserId) || deputyUserId === userId)
      failFieldText('deputyUserId', 'deputies:fieldErrors.NOT_COLLEAGUE')
    if (await hasDeputy(db, { companyId: company.id, userId, fromDay, toDay }))
      failFieldText('fromDay', 'deputies:fieldErrors.OVERLAPS')
    const id = env.id()
    await db
      .insertInto('deputies')
      .values({
        id,
        company_id: company.id,
        user_id: userId,
        deputy_user_id: deputyUserId,
        from_day: fromDay,
        to_day: toDay,
        is_active: fromDay === today,
        named_by: user.userId,
        created_at: env.now(),
      })
      .execute()
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id },
      companyId: company.id,
      data: { register: 'deputies', change: 'created', userId, deputyUserId, fromDay, toDay },
    })
    const row = (await findDeputy(db, company.id, id)) ?? fail('NOT_FOUND')
    const days = { from: formatDay(fromDay), to: formatDay(toDay) }
    const values = { name: row.user_name, deputy: row.deputy_name, company: company.name, ...days }
    const notice = { type: 'GENERAL', values, companyId: company.id, mail: true } as const
    const others = (...ids: string[]) => ids.filter((one) => one !== user.userId)
    await notify(db, context, others(deputyUserId), {
      ...notice,
      template: 'deputies:notice.named',
      link: pages.employer,
    })
    await notify(db, context, others(userId), {
      ...notice,
      template: 'deputies:notice.away',
      link: pages.companySettings,
    })
    return new Answer(201, deputyOf(row))
  },
  async end({ params, query }, { db, env, user, scope }) {
    const company = await requireLockedCompany(db, scope, params.id)
    const row = (await findDeputy(db, company.id, params.deputyId)) ?? fail('NOT_FOUND')
    requireVersion(query.version, row.version, deputyOf(row))
    await db
      .updateTable('deputies')
      .set({ ended_at: env.now(), is_active: false, version: row.version + 1 })
      .where('id', '=', row.id)
      .where('company_id', '=', company.id)
      .execute()
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: row.id },
      companyId: company.id,
      data: { register: 'deputies', change: 'deleted' },
    })
    return { deputyId: row.id }
  },
}
