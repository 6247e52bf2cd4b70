import { employerReceivers, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  notifyTurns,
  type ProcessServer,
  reminderOf,
  type StepInput,
  takeStep,
} from '#platform/server/process/take-step.ts'
import { returnProcess } from '../rules/table.ts'
import type { ReturnWords } from '../rules/words.ts'
import { effects } from './effects.ts'
import { headOf, messageValues, returnEvent, type StepExtra } from './messages.ts'
import { factsOf, lockReturn, type ReturnColumns, type ReturnRecord, updateReturn } from './record.ts'

const returnServer: ProcessServer<ReturnWords, ReturnRecord, ReturnColumns, StepExtra> = {
  process: returnProcess,
  effects,
  idOf: (row) => row.id,
  stateOf: (row) => row.step,
  changed: (row, changes) => ({ ...row, ...changes }) as ReturnRecord,
  facts: factsOf,
  turnFacts: factsOf,
  event: (row) => ({ type: 'PROCESS_STEP', ...returnEvent(row), data: { process: 'return' } }),
  write: (db, services, row, { state }, changes) =>
    updateReturn(db, services, row, { ...changes, step: state, step_changed_at: services.env.now() }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK') return
    const isEmployer = turn.awaited === 'EMPLOYER'
    const recipients = isEmployer ? await employerReceivers(db, row.company_id, 'return:read') : [row.owner_id]
    await notify(
      db,
      services,
      recipients.filter((id) => id !== by.input.actor.userId),
      {
        type: 'ORDER_STATUS_CHANGE',
        template: turn.notice.template,
        turn: { subjectId: row.id, awaited: turn.awaited, action: turn.action, due: by.due },
        link: isEmployer ? pageUrl('employerReturns', {}, { open: row.id }) : pageUrl('myBike'),
        companyId: row.company_id,
        mail: true,
        head: await headOf(db, services, row, { isOwn: !isEmployer }),
        values: messageValues(services, row, isEmployer ? row.company_language : row.person_language),
      },
    )
  },
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) =>
    new AppError(reason === 'NOT_PERMITTED' ? 'RETURN_STEP_NOT_PERMITTED' : 'RETURN_STEP_NOT_ALLOWED', {
      details: { from: row.step, step: input.step ?? null, unmet },
    }),
}

/** Tells the person of a turn of a return once more. */
export const remindOfReturn = reminderOf(returnServer, (db, id) => lockReturn(db, scopeOfAll, id))

export type ReturnStepInput = StepInput<ReturnWords, StepExtra, ReturnColumns>

/**
 * Takes one step of a return that its caller has locked.
 * @throws RETURN_STEP_NOT_PERMITTED, RETURN_STEP_NOT_ALLOWED with the unmet guards
 */
export const stepReturn = (db: Db, services: Services, row: ReturnRecord, input: ReturnStepInput) =>
  takeStep(returnServer, db, services, row, input)

/** Tells those who are awaited by a return that has just been asked for. */
export const tellOfRequest = (db: Db, services: Services, row: ReturnRecord, actor: ReturnStepInput['actor']) =>
  notifyTurns(returnServer, db, services, row, [], { step: null, input: { actor } })
