import { addressOf } from '#features/operations/personal-data/server/queries.ts'
import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { ownRights } from '../contract.ts'
import { mayWithdraw } from '../rules.ts'
import { limitUse } from './limit-use.ts'
import { logRequest, openRequest, tellPerson } from './open-request.ts'
import { planOf } from './plan.ts'
import { lockRequest, ownView, requestsOf, standingOf, writeRequest } from './requests.ts'

export const ownRightsHandlers: Handlers<typeof ownRights> = {
  async list(_request, { db, env, user }) {
    const of = await subjectOf(db, { userId: user.userId, email: null })
    const { facts, classes } = await planOf(db, of, helsinkiDay(env.now()))
    return {
      requests: (await requestsOf(db, user.userId)).map(ownView),
      plan: { running: [...facts.running], classes: classes.map((one) => ({ ...one, tables: [...one.tables] })) },
    }
  },

  async ask({ body }, context) {
    const { db, user } = context
    if (body.kind === 'ERASURE') await requireStepUp(context)
    const { email, language } = await addressOf(db, user.userId)
    const id = await openRequest(db, context, actorOf(user, user.userId), {
      kind: body.kind,
      userId: user.userId,
      email,
      wish: body.wish,
      language,
    })
    return new Answer(201, ownView((await lockRequest(db, id))!))
  },

  async withdraw({ params, body }, context) {
    const { db, env, user } = context
    const row = await lockRequest(db, params.id)
    if (row?.user_id !== user.userId) return fail('NOT_FOUND')
    requireVersion(body.version, row.version, ownView(row))
    if (!mayWithdraw(standingOf(row))) throw new AppError('REQUEST_CLOSED')
    const now = env.now()
    await writeRequest(db, now, row.id, { state: 'WITHDRAWN', closed_at: now, closed_by: user.userId, erase_at: null })
    if (row.state === 'DONE') await limitUse(db, context, user.userId)
    await logRequest(db, context, actorOf(user, user.userId), row, 'WITHDRAWN')
    await tellPerson(db, context, row, 'withdrawn', { kind: row.kind })
    return ownView((await lockRequest(db, row.id))!)
  },
}
