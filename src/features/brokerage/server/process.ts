import { employerUserIds, notify, settleNotices } from '#features/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type ProcessServer, type StepInput, takeStep } from '#platform/server/process/take-step.ts'
import { type BrokerageWords, brokerageProcess } from '../rules/table.ts'
import { effects, type StepExtra } from './effects.ts'
import { brokerageEvent, employerLink, linkOf, messageValues } from './messages.ts'
import { type BrokerageColumns, type BrokerageRecord, factsOf, updateBrokerage } from './record.ts'

/** The refusal of a step that cannot be taken. */
export const refusal = (reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET', details: object) =>
  new AppError(reason === 'NOT_PERMITTED' ? 'BROKERAGE_STEP_NOT_PERMITTED' : 'BROKERAGE_STEP_NOT_ALLOWED', { details })

/** Whom a turn concerns, and where they answer. */
async function recipientsOf(db: Db, row: BrokerageRecord, awaited: BrokerageWords['awaited']) {
  if (awaited === 'SELLER') return { userIds: [row.owner_id], companyId: row.company_id, link: linkOf(row) }
  if (awaited === 'TAKER') {
    // Whoever is named may have no account yet: then nobody hears, and the rider reads until when the offer stands.
    const userId = row.taker_user_id ?? row.named_user_id
    return { userIds: userId ? [userId] : [], companyId: row.taker_company_id, link: linkOf(row) }
  }
  // The desk and a company outside the service hear nothing here.
  const companyId = awaited === 'SELLER_EMPLOYER' ? row.company_id : row.taker_company_id!
  return { userIds: await employerUserIds(db, companyId), companyId, link: employerLink(row) }
}

const brokerageServer: ProcessServer<BrokerageWords, BrokerageRecord, BrokerageColumns, StepExtra> = {
  process: brokerageProcess,
  effects,
  stateOf: (row) => row.step,
  changed: (row, changes) => ({ ...row, ...changes }) as BrokerageRecord,
  facts: factsOf,
  turnFacts: factsOf,
  event: (row) => ({ type: 'PROCESS_STEP', ...brokerageEvent(row), data: { process: 'brokerage' } }),
  write: (db, services, row, { state }, changes) =>
    updateBrokerage(db, services, row, {
      ...changes,
      ...(state === row.step ? {} : { step: state, step_changed_at: services.env.now() }),
    }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK') return
    const { userIds, companyId, link } = await recipientsOf(db, row, turn.awaited)
    await notify(
      db,
      services,
      userIds.filter((id) => id !== by.input.actor.userId),
      {
        type: 'ORDER_STATUS_CHANGE',
        template: turn.notice.template,
        turn: { subjectId: row.id, awaited: turn.awaited, action: turn.action },
        link,
        companyId,
        mail: true,
        values: messageValues(row, by.input.reason),
      },
    )
  },
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) => refusal(reason, { from: row.step, step: input.step ?? null, unmet }),
}

export type BrokerageStepInput = StepInput<BrokerageWords, StepExtra, BrokerageColumns>

/**
 * Takes one step of an offer that its caller has locked.
 * @throws BROKERAGE_STEP_NOT_PERMITTED, BROKERAGE_STEP_NOT_ALLOWED with the unmet guards
 */
export const stepBrokerage = (db: Db, services: Services, row: BrokerageRecord, input: BrokerageStepInput) =>
  takeStep(brokerageServer, db, services, row, input)
