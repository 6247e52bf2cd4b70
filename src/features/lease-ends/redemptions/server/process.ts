import { employerReceivers, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { EventType } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type ProcessServer, reminderOf, type StepInput, takeStep } from '#platform/server/process/take-step.ts'
import { redemptionProcess } from '../rules/table.ts'
import type { RedemptionStep, RedemptionWords } from '../rules/words.ts'
import { effects } from './effects.ts'
import { headOf, messageValues, redemptionEvent, type StepTexts } from './messages.ts'
import {
  factsOf,
  lockRedemption,
  type RedemptionColumns,
  type RedemptionRecord,
  turnFactsOf,
  updateRedemption,
} from './record.ts'

/** The steps that are events of their own; any other is a step of the process. */
const eventOfStep: Partial<Record<RedemptionStep, EventType>> = {
  sendPayment: 'BIKE_REDEMPTION_USER_PAYMENT_SENT',
  recordPaid: 'BIKE_REDEMPTION_USER_PAYMENT_PAID',
  complete: 'BIKE_REDEMPTION_COMPLETED',
}

/** The operator is nobody's lessor to be told: its own lease only waits for its end. */
const eventTypeOf = ({ lessor_kind }: RedemptionRecord, step: RedemptionStep): EventType =>
  step === 'sendNotice' && lessor_kind !== 'OPERATOR'
    ? 'BIKE_REDEMPTION_GRENKE_INVOICE_SENT'
    : (eventOfStep[step] ?? 'PROCESS_STEP')

const redemptionServer: ProcessServer<RedemptionWords, RedemptionRecord, RedemptionColumns, StepTexts> = {
  process: redemptionProcess,
  effects,
  idOf: (row) => row.id,
  stateOf: (row) => row.step,
  changed: (row, changes) => ({ ...row, ...changes }) as RedemptionRecord,
  facts: factsOf,
  turnFacts: turnFactsOf,
  event: (row, { name }) => ({
    type: eventTypeOf(row, name),
    ...redemptionEvent(row),
    data: { process: 'redemption' },
  }),
  write: (db, services, row, { state }, changes) =>
    updateRedemption(db, services, row, { ...changes, step: state, step_changed_at: services.env.now() }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK' || by.input.extra?.isPassing) return
    const isEmployer = turn.awaited === 'EMPLOYER'
    const recipients = isEmployer ? await employerReceivers(db, row.company_id, 'redemption:read') : [row.owner_id]
    // An offer is the consumer's to keep, so it is written to whoever asked for it, too.
    const isKept = turn.action === 'accept'
    await notify(
      db,
      services,
      recipients.filter((id) => isKept || id !== by.input.actor.userId),
      {
        type: 'ORDER_STATUS_CHANGE',
        template: turn.notice.template,
        turn: { subjectId: row.id, awaited: turn.awaited, action: turn.action, due: by.due },
        link: isEmployer ? pages.employerRedemptions : pages.myBike,
        companyId: row.company_id,
        // The bill is a mail of its own to its payer. Whoever decides for an employer may not read its bills, and what is
        // kept from the pay has been told with its months.
        mail: turn.action !== 'pay' || (isEmployer && row.payment_method !== 'PAYROLL'),
        head: await headOf(db, services, row, { isOwn: !isEmployer }),
        values: messageValues(row),
      },
    )
  },
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) =>
    new AppError(reason === 'NOT_PERMITTED' ? 'REDEMPTION_STEP_NOT_PERMITTED' : 'REDEMPTION_STEP_NOT_ALLOWED', {
      details: { from: row.step, step: input.step ?? null, unmet },
    }),
}

/** Tells the person of a turn of a redemption once more. */
export const remindOfRedemption = reminderOf(redemptionServer, (db, id) => lockRedemption(db, scopeOfAll, id))

export type RedemptionStepInput = StepInput<RedemptionWords, StepTexts, RedemptionColumns>

/**
 * Takes one step of a redemption that its caller has locked.
 * @throws REDEMPTION_STEP_NOT_PERMITTED, REDEMPTION_STEP_NOT_ALLOWED with the unmet guards
 */
export const stepRedemption = (db: Db, services: Services, row: RedemptionRecord, input: RedemptionStepInput) =>
  takeStep(redemptionServer, db, services, row, input)
