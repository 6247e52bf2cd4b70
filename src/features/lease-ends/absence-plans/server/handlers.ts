import { fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { absencePlans } from '../contract.ts'
import { recordCollected } from './collect.ts'
import { listPlans } from './list.ts'
import { stepPlan } from './process.ts'
import { proposePlan } from './propose.ts'
import { findPlan, lockPlan } from './record.ts'
import { moverOfRow, planView } from './view.ts'

export const absencePlanHandlers: Handlers<typeof absencePlans> = {
  list: ({ query }, { db, scope, env }) => listPlans(db, scope, env.now(), query),
  async create({ body }, context) {
    return new Answer(201, await proposePlan(context, body))
  },
  async get({ params }, { db, scope, user, env }) {
    const row = (await findPlan(db, scope, params.id)) ?? fail('NOT_FOUND')
    return planView(db, row, user, env.now())
  },
  collect: ({ params, body }, context) => recordCollected(context, params.id, body),
  async update({ params, body }, context) {
    const { db, scope, user, env } = context
    const row = (await lockPlan(db, scope, params.id)) ?? fail('NOT_FOUND')
    requireVersion(body.version, row.version, await planView(db, row, user, env.now()))
    const mover = moverOfRow(user, row)
    const isChange = body.step === 'change'
    const now = await stepPlan(db, context, row, {
      step: body.step,
      mover,
      actor: actorOf(user, row.owner_id),
      reason: body.reason ?? null,
      ...(isChange
        ? {
            changes: {
              asked_to_day: body.toDay ?? null,
              asked_by: mover.capacities.has('SELF') ? 'EMPLOYEE' : 'EMPLOYER',
            },
          }
        : {}),
    })
    return planView(db, now, user, env.now())
  },
}
