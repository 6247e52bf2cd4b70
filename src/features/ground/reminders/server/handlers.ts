import { AppError, fail } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { AwaitedTurn, reminders } from '../contract.ts'
import { type OtherParty, restsUntil } from '../rules.ts'
import { awaitedWith, isReminded, type OpenTurn, readTurn, remindOf } from './remind.ts'

const lastTold = ({ told_at, nudged_at }: OpenTurn) => nudged_at ?? told_at

function viewOf(turn: OpenTurn, now: Date): AwaitedTurn {
  const toldAt = lastTold(turn)
  return {
    turnId: turn.id,
    awaited: turn.awaited as OtherParty,
    since: turn.since.toISOString(),
    due: turn.due_day,
    toldAt: toldAt?.toISOString() ?? null,
    canBeReminded: isReminded(turn),
    restsUntil: restsUntil(toldAt, now)?.toISOString() ?? null,
  }
}

export const remindersHandlers: Handlers<typeof reminders> = {
  async list({ query }, { db, env }) {
    const rows = await awaitedWith(db, query.subjectId)
    return { data: rows.map((turn) => viewOf(turn, env.now())) }
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
    return viewOf((await readTurn(db, turnId))!, env.now())
  },
}
