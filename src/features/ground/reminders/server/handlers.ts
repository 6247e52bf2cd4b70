import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { AwaitedTurn, reminders } from '../contract.ts'
import { mayEscalate, type OtherParty, restsUntil } from '../rules.ts'
import { escalate, escalationOf, receiversFor } from './escalate.ts'
import { awaitedWith, isReminded, type OpenTurn, readTurn, receiversOf, remindOf } from './remind.ts'

const lastTold = ({ told_at, nudged_at }: OpenTurn) => nudged_at ?? told_at

async function viewOf({ db, env }: Pick<SignedInContext, 'db' | 'env'>, turn: OpenTurn): Promise<AwaitedTurn> {
  const now = env.now()
  const toldAt = lastTold(turn)
  const escalation = await escalationOf(db, turn.id)
  return {
    turnId: turn.id,
    awaited: turn.awaited as OtherParty,
    since: turn.since.toISOString(),
    due: turn.due_day,
    toldAt: toldAt?.toISOString() ?? null,
    canBeReminded: isReminded(turn),
    receivers: isReminded(turn) ? await receiversOf(db, turn) : [],
    restsUntil: restsUntil(toldAt, now)?.toISOString() ?? null,
    nudges: turn.nudges,
    mayEscalate: !escalation && mayEscalate({ ...turn, due: turn.due_day }, helsinkiDay(now)),
    escalation,
  }
}

export const remindersHandlers: Handlers<typeof reminders> = {
  async list({ query }, context) {
    const rows = await awaitedWith(context.db, query.subjectId)
    return { data: await Promise.all(rows.map((turn) => viewOf(context, turn))) }
  },
  async remind({ params: { turnId } }, context) {
    const { db, env, user } = context
    const turn = await readTurn(db, turnId)
    if (!turn || turn.awaited === 'STAFF') return fail('NOT_FOUND')
    if (!isReminded(turn)) return fail('NOBODY_TO_REMIND')
    const rests = (one: OpenTurn) => restsUntil(lastTold(one), env.now())
    if (!(await remindOf(db, context, turnId, (one) => rests(one) === null))) {
      const now = await readTurn(db, turnId)
      if (!now) return fail('NOT_FOUND')
      const until = rests(now)
      throw until
        ? new AppError('REMINDED_LATELY', { details: { until: until.toISOString() } })
        : new AppError('NOBODY_TO_REMIND')
    }
    await logEvent(db, env, actorOf(user), 'TURN_NUDGED', {
      subject: { type: 'register', id: turn.subject_id },
      companyId: turn.company_id,
      shared: false,
      data: { process: turn.process, awaited: turn.awaited, action: turn.action },
    })
    return viewOf(context, (await readTurn(db, turnId))!)
  },
  receivers: (_request, context) => receiversFor(context),
  escalate: ({ params, body }, context) => escalate(context, params.turnId, body),
}
