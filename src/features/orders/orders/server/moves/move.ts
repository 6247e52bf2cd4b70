import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import { turnsIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type EffectContext,
  notifyTurns,
  type ProcessServer,
  type StepWrite,
  takeStep,
} from '#platform/server/process/take-step.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type Mover, orderProcess, planMove, refusalCode } from '../../rules/transitions.ts'
import type { OrderWords } from '../../rules/words.ts'
import type { OrderStatus } from '../../rules.ts'
import { effects } from './effects.ts'
import { factsOf, turnFactsOf } from './facts.ts'
import { orderPorts } from './ports.ts'
import { type OrderColumns, type OrderRecord, orderEvent, type RelatedRows, updateOrder } from './record.ts'
import { notifyTurn } from './turn-notices.ts'

/** What the command of a move brings along. */
export interface MoveTexts {
  readonly question?: string | null
  readonly answer?: string | null
}

/** What an effect changes: columns of the order, and what it has changed around it. */
export type OrderChange = OrderColumns & { around: Partial<RelatedRows> }
export type OrderEffectContext = EffectContext<OrderWords, OrderRecord, OrderChange, MoveTexts>

export interface MoveInput extends MoveTexts {
  readonly to: OrderStatus
  readonly mover: Mover
  readonly actor: Actor
  readonly reason?: string | null
  /** What the command writes together with the move; judged as if it were stored already. */
  readonly columns?: OrderColumns
  readonly around?: Partial<RelatedRows>
}

const orderServer: ProcessServer<OrderWords, OrderRecord, OrderChange, MoveTexts> = {
  process: orderProcess,
  effects,
  idOf: (record) => record.order.id,
  stateOf: (record) => record.order.status,
  changed: ({ order, related }, { around, ...columns }) => ({
    order: { ...order, ...columns },
    related: { ...related, ...around },
  }),
  facts: factsOf,
  turnFacts: (record, now) => turnFactsOf(record, helsinkiDay(now)),
  event: (record) => ({ type: 'ORDER_STATUS_UPDATED', ...orderEvent(record.order) }),
  write: writeMove,
  notify: notifyTurn,
  settle: (db, { env }, { order }, open) => settleNotices(db, env.now(), order.id, open),
  refuse: ({ order }, input, reason, unmet) =>
    new AppError(refusalCode(reason, unmet), { details: { from: order.status, to: input.to, unmet } }),
}

async function writeMove(
  db: Db,
  services: Services,
  record: OrderRecord,
  { state, resumeState, lastStep }: StepWrite<OrderWords>,
  { around, ...columns }: Partial<OrderChange>,
): Promise<OrderRecord> {
  return updateOrder(
    db,
    services,
    record,
    {
      ...columns,
      status: state,
      resume_status: resumeState,
      status_changed_at: services.env.now(),
      ...(lastStep === undefined ? {} : { last_edge: lastStep }),
    },
    around,
  )
}

/**
 * Moves an order by one step of its table. The record must come from `lockOrder` in the same transaction.
 * @returns the order as it stands now
 * @throws ORDER_STEP_NOT_PERMITTED, ORDER_STEP_NOT_ALLOWED or ORDER_CANCELLATION_REQUIRED with the unmet guards
 */
export async function moveOrder(
  db: Db,
  services: Services,
  record: OrderRecord,
  { question, answer, columns, around, ...input }: MoveInput,
): Promise<OrderRecord> {
  const moved = await takeStep(orderServer, db, services, record, {
    ...input,
    changes: { ...columns, ...(around ? { around } : {}) },
    given: {
      ...(question === undefined ? {} : { questionText: question }),
      ...(answer === undefined ? {} : { answerText: answer }),
    },
    extra: { ...(question === undefined ? {} : { question }), ...(answer === undefined ? {} : { answer }) },
  })
  const whole = await startLateLease(db, services, moved)
  const { sales_invoice_id: invoiceId } = whole.related
  // The counter of the numbers is everybody's, so it is taken when nothing else is left to do.
  if (invoiceId && invoiceId !== record.related.sales_invoice_id)
    await orderPorts().sendInvoice(db, services, { id: invoiceId, actor: input.actor })
  return whole
}

/** Tells whose turn it is after a change beside the table, such as a signature. */
export async function notifyOrderTurns(
  db: Db,
  services: Services,
  before: OrderRecord,
  after: OrderRecord,
  actor: Actor,
): Promise<void> {
  const open = turnsIn<OrderWords>(
    orderProcess,
    before.order.status,
    turnFactsOf(before, helsinkiDay(services.env.now())),
  )
  await notifyTurns(orderServer, db, services, after, open, { step: null, input: { actor } })
}

/** A lease whose start day has passed while billing was late starts at once; otherwise the job starts it on its day. */
async function startLateLease(db: Db, services: Services, record: OrderRecord): Promise<OrderRecord> {
  const { status } = record.order
  if (status !== 'GRENKE_INVOICE_SENT' && status !== 'READY_FOR_BILLING') return record
  const facts = factsOf(record, services.env.now())
  if (!planMove(facts, status, 'ACTIVE_LEASING', systemMover).ok) return record
  return moveOrder(db, services, record, { to: 'ACTIVE_LEASING', mover: systemMover, actor: systemActor })
}
