import { closeEnding, reopenEnding } from '#features/agreements/server/endings.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent, systemActor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type Effect,
  notifyTurns,
  type ProcessServer,
  type StepInput,
  takeStep,
} from '#platform/server/process/take-step.ts'
import { type ClaimEffect, type ClaimWords, claimProcess } from '../rules/table.ts'
import { claimEvent, messageValues, ownPage } from './messages.ts'
import { type ClaimColumns, type ClaimRecord, factsOf, missingOf, updateClaim } from './record.ts'

type Run = Effect<ClaimWords, ClaimRecord, ClaimColumns, object>

const effects = {
  CLOSE: async ({ db, services, row }) => closeEnding(db, services, row.id),
  REOPEN: async ({ db, services, row }) => reopenEnding(db, services, row.id),
  /** The person hears of what somebody else has made of the claim. */
  TELL_PERSON: async ({ db, services, row, to, input }) => {
    if (input.actor.userId === row.owner_id) return
    await notify(db, services, [row.owner_id], {
      type: 'ORDER_STATUS_CHANGE',
      template: `insurance-claims:notice.became.${to}`,
      link: ownPage(row),
      companyId: row.company_id,
      mail: true,
      values: messageValues(row),
    })
  },
  EVENT_COMPLETED: async ({ db, services, row, input }) =>
    logEvent(db, services.env, input.actor, 'INSURANCE_CASE_COMPLETED', claimEvent(row)),
} satisfies Record<ClaimEffect, Run>

const claimServer: ProcessServer<ClaimWords, ClaimRecord, ClaimColumns> = {
  process: claimProcess,
  effects,
  stateOf: (row) => row.step,
  changed: (row, changes) => ({ ...row, ...changes }) as ClaimRecord,
  facts: factsOf,
  turnFacts: () => ({}),
  // The employer reads that a claim was opened and closed; each step in between is the person's and the staff's.
  event: (row) => ({ type: 'PROCESS_STEP', ...claimEvent(row), shared: false, data: { process: 'insurance-claim' } }),
  write: (db, services, row, { state }, changes) =>
    updateClaim(db, services, row, {
      ...changes,
      ...(state === row.step ? {} : { step: state, step_changed_at: services.env.now() }),
    }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK' || by.input.actor.userId === row.owner_id) return
    await notify(db, services, [row.owner_id], {
      type: 'ORDER_STATUS_CHANGE',
      template: turn.notice.template,
      link: ownPage(row),
      companyId: row.company_id,
      mail: true,
      values: messageValues(row),
    })
  },
  refuse: (row, input, reason, unmet) =>
    new AppError(reason === 'NOT_PERMITTED' ? 'CLAIM_STEP_NOT_PERMITTED' : 'CLAIM_STEP_NOT_ALLOWED', {
      details: { from: row.step, step: input.step ?? null, unmet },
    }),
}

export type ClaimStepInput = StepInput<ClaimWords, object, ClaimColumns>

/**
 * Takes one step of a claim that its caller has locked, and completes its proof when nothing is missing any more.
 * @throws CLAIM_STEP_NOT_PERMITTED, CLAIM_STEP_NOT_ALLOWED with the unmet guards
 */
export async function stepClaim(
  db: Db,
  services: Services,
  row: ClaimRecord,
  input: ClaimStepInput,
): Promise<ClaimRecord> {
  const taken = await takeStep(claimServer, db, services, row, input)
  if (taken.step !== 'OPEN' || missingOf(taken).length > 0) return taken
  return takeStep(claimServer, db, services, taken, { step: 'completeProof', mover: systemMover, actor: systemActor })
}

/** Tells the person that the claim waits for what happened, unless they have opened it themselves. */
export async function tellOpened(db: Db, services: Services, row: ClaimRecord, actor: Actor): Promise<void> {
  await notifyTurns(claimServer, db, services, row, [], { step: null, input: { actor } })
}
