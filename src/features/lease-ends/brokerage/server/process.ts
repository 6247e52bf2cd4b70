import { employerReceivers, notify, settleNotices } from '#features/ground/notifications/server/notify.ts'
import { mailHead } from '#features/story/lease-story/server/head.ts'
import { AppError } from '#platform/contract/errors.ts'
import { dueDayOf } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type ProcessServer, reminderOf, type StepInput, takeStep } from '#platform/server/process/take-step.ts'
import type { Day } from '#platform/values/days.ts'
import { brokerageProcess } from '../rules/table.ts'
import type { BrokerageWords } from '../rules/words.ts'
import { effects, type StepExtra } from './effects.ts'
import { brokerageEvent, employerLink, linkOf, messageValues } from './messages.ts'
import { type BrokerageColumns, type BrokerageRecord, factsOf, lockBrokerage, updateBrokerage } from './record.ts'

/** The refusal of a step that cannot be taken. */
export const refusal = (reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET', details: object) =>
  new AppError(reason === 'NOT_PERMITTED' ? 'BROKERAGE_STEP_NOT_PERMITTED' : 'BROKERAGE_STEP_NOT_ALLOWED', { details })

/** Whom a turn concerns, and where they answer. */
async function recipientsOf(db: Db, row: BrokerageRecord, awaited: BrokerageWords['awaited']) {
  if (awaited === 'SELLER') return { userIds: [row.owner_id], companyId: row.company_id, link: linkOf(row) }
  if (awaited === 'TAKER') {
    // Whoever is named may have no open account: they hear once they have one, and the rider reads until when it stands.
    const userId = row.taker_user_id ?? row.named_user_id
    return { userIds: userId ? [userId] : [], companyId: row.taker_company_id, link: linkOf(row) }
  }
  // The desk and a company outside the service hear nothing here.
  const companyId = awaited === 'SELLER_EMPLOYER' ? row.company_id : row.taker_company_id!
  return { userIds: await employerReceivers(db, companyId, 'brokerage:read'), companyId, link: employerLink(row) }
}

type Turn = NonNullable<(typeof brokerageProcess.turns)[BrokerageRecord['step']]>[number]

/** The head of the giver's lease as the subject for the giver and their employer; the other side has a lease of its own. */
const headOf = async (db: Db, services: Services, row: BrokerageRecord, awaited: BrokerageWords['awaited']) =>
  awaited === 'SELLER' || awaited === 'SELLER_EMPLOYER'
    ? mailHead(db, services, {
        agreementId: row.agreement_id,
        kind: 'TRANSFER',
        id: row.id,
        isOwn: awaited === 'SELLER',
        bike: row.bike,
        name: `${row.first_name} ${row.last_name}`,
      })
    : null

/** Tells those whose turn it is; whoever has brought it about knows. */
async function tellTurn(
  db: Db,
  services: Services,
  row: BrokerageRecord,
  turn: Turn,
  by: { readonly userId: string | null; readonly reason?: string | null | undefined; readonly due: Day | null },
): Promise<void> {
  if (turn.notice === null || turn.notice === 'DESK') return
  const { userIds, companyId, link } = await recipientsOf(db, row, turn.awaited)
  await notify(
    db,
    services,
    userIds.filter((id) => id !== by.userId),
    {
      type: 'ORDER_STATUS_CHANGE',
      template: turn.notice.template,
      turn: { subjectId: row.id, awaited: turn.awaited, action: turn.action, due: by.due },
      link,
      companyId,
      mail: true,
      head: await headOf(db, services, row, turn.awaited),
      values: messageValues(row, by.reason),
    },
  )
}

/** Tells whom an offer names, who had no open account when it was made. */
export async function tellNamed(db: Db, services: Services, row: BrokerageRecord): Promise<void> {
  const facts = factsOf(row, services.env.now())
  for (const turn of brokerageProcess.turns[row.step])
    await tellTurn(db, services, row, turn, {
      userId: row.owner_id,
      due: dueDayOf<BrokerageWords>(turn, row.step_changed_at, facts),
    })
}

const brokerageServer: ProcessServer<BrokerageWords, BrokerageRecord, BrokerageColumns, StepExtra> = {
  process: brokerageProcess,
  effects,
  idOf: (row) => row.id,
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
  notify: (db, services, row, turn, { input, due }) =>
    tellTurn(db, services, row, turn, { userId: input.actor.userId, reason: input.reason, due }),
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) => refusal(reason, { from: row.step, step: input.step ?? null, unmet }),
}

/** Tells the person of a turn of an offer once more. */
export const remindOfOffer = reminderOf(brokerageServer, (db, id) => lockBrokerage(db, scopeOfAll, id))

export type BrokerageStepInput = StepInput<BrokerageWords, StepExtra, BrokerageColumns>

/**
 * Takes one step of an offer that its caller has locked.
 * @throws BROKERAGE_STEP_NOT_PERMITTED, BROKERAGE_STEP_NOT_ALLOWED with the unmet guards
 */
export const stepBrokerage = (db: Db, services: Services, row: BrokerageRecord, input: BrokerageStepInput) =>
  takeStep(brokerageServer, db, services, row, input)
