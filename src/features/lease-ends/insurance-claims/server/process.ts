import {
  employerReceivers,
  type NoticeTurn,
  notify,
  settleNotices,
} from '#features/ground/notifications/server/notify.ts'
import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { closeEnding, reopenEnding } from '#features/leases/agreements/server/endings.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { systemMover } from '#platform/process/plan.ts'
import { dueDayOf } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { type Actor, type EventType, logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type Effect,
  notifyTurns,
  type ProcessServer,
  reminderOf,
  type StepInput,
  takeStep,
} from '#platform/server/process/take-step.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { claimProcess } from '../rules/table.ts'
import type { ClaimEffect, ClaimWords } from '../rules/words.ts'
import type { RepairBill } from '../step-contract.ts'
import { expectCompensation, type Received, receiveCompensation, withdrawCompensation } from './compensation.ts'
import { billClosing, claimEndOf, endLease, tellLessor } from './ending.ts'
import { giveWayToClaim } from './give-way.ts'
import { claimEvent, employerValues, headOf, messageValues, ownPage } from './messages.ts'
import { billDeductibleOfLoss, cancelNewBike, orderNewBike, reviewTax, tellLessorOfBike } from './new-bike.ts'
import {
  type ClaimColumns,
  type ClaimRecord,
  factsOf,
  lockClaim,
  missingOf,
  turnFactsOf,
  updateClaim,
} from './record.ts'
import {
  billDeductible,
  closeRepairLink,
  keepReceipt,
  keepRepairInvoice,
  mailRepairStore,
  tellFormerShop,
} from './repair.ts'

/** What the command of a step brings for its effects. */
export interface ClaimExtra {
  readonly received?: Received
  readonly bill?: RepairBill
  /** The shop from which the bicycle goes to another one. */
  readonly formerStoreId?: string
}
export type Run = Effect<ClaimWords, ClaimRecord, ClaimColumns, ClaimExtra>

const event =
  (type: EventType): Run =>
  async ({ db, services, row, input }) =>
    logEvent(db, services.env, input.actor, type, claimEvent(row))

/** What closes a claim for its person: the lease goes on without it. */
const closing: ReadonlySet<string> = new Set(
  ['DENIED', 'CANCELLED', 'REPAIRED', 'REPLACED'].map((to) => `insurance-claims:notice.became.${to}`),
)

/** Where the lease stands once the step that a mail tells of has been written. */
const headAfter = (db: Db, services: Services, row: ClaimRecord, template: string, isOwn = true) =>
  headBeside(db, services, {
    agreementId: row.agreement_id,
    isOwn,
    kind: 'CLAIM',
    becomes: ({ claims }) => (closing.has(template) ? { claims: claims.filter(({ id }) => id !== row.id) } : {}),
  })

const tellOwner = async (
  db: Db,
  services: Services,
  row: ClaimRecord,
  { template, turn }: { template: string; turn?: Pick<NoticeTurn, 'awaited' | 'action' | 'due'> | undefined },
) =>
  notify(db, services, [row.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template,
    link: ownPage(row),
    companyId: row.company_id,
    mail: true,
    // A turn asks for what the head asks for; anything else tells of an event.
    head: turn ? await headOf(db, services, row, { isOwn: true }) : await headAfter(db, services, row, template),
    values: messageValues(row),
    ...(turn ? { turn: { subjectId: row.id, ...turn } } : {}),
  })

/** The employer hears that a lease ends, and when; not what happened. */
const tellEmployer: Run = async ({ db, services, row, to, input }) => {
  const users = await employerReceivers(db, row.company_id, 'insurance-claim:read')
  const template = `insurance-claims:employerNotice.${to}`
  await notify(
    db,
    services,
    users.filter((id) => id !== input.actor.userId),
    {
      type: 'ORDER_STATUS_CHANGE',
      template,
      head: await headAfter(db, services, row, template, false),
      link: pageUrl('employerClaims', {}, { open: row.id }),
      companyId: row.company_id,
      mail: true,
      values: employerValues(row, claimEndOf(row, helsinkiDay(services.env.now()))),
    },
  )
}

const effects = {
  EXPECT_COMPENSATION: expectCompensation,
  WITHDRAW_COMPENSATION: withdrawCompensation,
  RECEIVE_COMPENSATION: receiveCompensation,
  CLOSE_REPAIR_LINK: closeRepairLink,
  TELL_FORMER_SHOP: tellFormerShop,
  MAIL_REPAIR_STORE: mailRepairStore,
  KEEP_REPAIR_INVOICE: keepRepairInvoice,
  KEEP_RECEIPT: keepReceipt,
  BILL_DEDUCTIBLE: billDeductible,
  ORDER_NEW_BIKE: orderNewBike,
  REVIEW_TAX: reviewTax,
  CANCEL_NEW_BIKE: cancelNewBike,
  BILL_DEDUCTIBLE_OF_LOSS: billDeductibleOfLoss,
  TELL_LESSOR_OF_BIKE: tellLessorOfBike,
  END_LEASE: endLease,
  BILL_CLOSING: billClosing,
  TELL_LESSOR: tellLessor,
  CLOSE: async ({ db, services, row }) => closeEnding(db, services, row.id),
  /** A claim that goes on stands where a new one would: what nobody has paid of another end gives way to it. */
  REOPEN: async ({ db, services, row }) => {
    await reopenEnding(db, services, row.id)
    await giveWayToClaim(db, services, { ...row, id: row.agreement_id })
  },
  /** The person hears of what somebody else has made of the claim. */
  TELL_PERSON: async ({ db, services, row, to, input }) => {
    if (input.actor.userId === row.owner_id) return
    const template = `insurance-claims:notice.became.${to}`
    const turn = claimProcess.turns[to].find(
      ({ notice }) => typeof notice === 'object' && notice?.template === template,
    )
    const due = turn && dueDayOf<ClaimWords>(turn, services.env.now(), turnFactsOf(row))
    await tellOwner(db, services, row, {
      template,
      turn: turn && { awaited: turn.awaited, action: turn.action, due: due ?? null },
    })
  },
  /** The insurer has what its person withdraws: the staff tell it. */
  ALERT_STAFF: async ({ row, input }) => ({
    tell_insurer: row.step === 'SENT_TO_INSURER' && input.actor.userId === row.owner_id,
  }),
  CLOSE_ALERT: async () => ({ tell_insurer: false }),
  TELL_EMPLOYER: tellEmployer,
  EVENT_REPAIR_SUBMITTED: event('INSURANCE_REPAIR_BIKE_SUBMITTED'),
  EVENT_REPAIR_INVOICE: event('INSURANCE_REPAIR_INVOICE_SENT'),
  EVENT_NEW_BIKE_SUBMITTED: event('INSURANCE_NEW_BIKE_SUBMITTED'),
  EVENT_END_COMPLETED: event('INSURANCE_END_OF_LEASING_COMPLETED'),
  EVENT_LESSOR_TOLD: event('INSURANCE_CASE_GRENKE_INVOICE_SENT'),
  EVENT_COMPLETED: event('INSURANCE_CASE_COMPLETED'),
} satisfies Record<ClaimEffect, Run>

const claimServer: ProcessServer<ClaimWords, ClaimRecord, ClaimColumns, ClaimExtra> = {
  process: claimProcess,
  effects,
  idOf: (row) => row.id,
  stateOf: (row) => row.step,
  changed: (row, changes) => ({ ...row, ...changes }) as ClaimRecord,
  facts: factsOf,
  turnFacts: turnFactsOf,
  // The employer reads that a claim was opened and closed; each step in between is the person's and the staff's.
  event: (row) => ({ type: 'PROCESS_STEP', ...claimEvent(row), shared: false, data: { process: 'insurance-claim' } }),
  write: (db, services, row, { state }, changes) =>
    updateClaim(db, services, row, {
      ...changes,
      ...(state === row.step ? {} : { step: state, step_changed_at: services.env.now() }),
    }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK' || by.input.actor.userId === row.owner_id) return
    const { awaited, action } = turn
    await tellOwner(db, services, row, { template: turn.notice.template, turn: { awaited, action, due: by.due } })
  },
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) =>
    new AppError(reason === 'NOT_PERMITTED' ? 'CLAIM_STEP_NOT_PERMITTED' : 'CLAIM_STEP_NOT_ALLOWED', {
      details: { from: row.step, step: input.step ?? null, unmet },
    }),
}

/** Tells the person of a turn of a claim once more. */
export const remindOfClaim = reminderOf(claimServer, (db, id) => lockClaim(db, scopeOfAll, id))

export type ClaimStepInput = StepInput<ClaimWords, ClaimExtra, ClaimColumns>

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
  const complete = await takeStep(claimServer, db, services, taken, {
    step: 'completeProof',
    mover: systemMover,
    actor: systemActor,
  })
  const [send] = claimProcess.turns.PROOF_COMPLETE
  if (input.actor.userId === row.owner_id)
    await sendReceipt(db, services, row.owner_id, {
      kind: 'claim',
      number: row.agreement_number,
      next: dueDayOf<ClaimWords>(send!, services.env.now(), turnFactsOf(complete)),
      link: ownPage(row),
      companyId: row.company_id,
      head: await headBeside(db, services, { agreementId: row.agreement_id, isOwn: true, kind: 'CLAIM' }),
    })
  return complete
}

/** Tells the person that the claim waits for what happened, unless they have opened it themselves. */
export async function tellOpened(db: Db, services: Services, row: ClaimRecord, actor: Actor): Promise<void> {
  await notifyTurns(claimServer, db, services, row, [], { step: null, input: { actor } })
}
