import { settleNotices } from '#features/ground/notifications/server/notify.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type SignedIn, scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type EffectContext,
  type ProcessServer,
  reminderOf,
  type StepWrite,
} from '#platform/server/process/take-step.ts'
import { type CancellationWords, cancellationProcess } from '../rules/process.ts'
import { openItems } from '../rules/settlement.ts'
import { effects } from './effects.ts'
import { caseFactsOf, factsOf, turnFactsOf } from './facts.ts'
import { notifyTurn } from './messages.ts'
import { type CaseRecord, lockCase } from './record.ts'

/** Columns that effects write with the state. */
export interface CaseChange {
  settlement_file_id: string
  employee_file_id: string | null
  employer_file_id: string | null
}

/** Who takes the step: a move of the order is taken by the same person. */
export interface CaseExtra {
  readonly user: SignedIn
}

export type CaseEffectContext = EffectContext<CancellationWords, CaseRecord, CaseChange, CaseExtra>

/** Chain and ids of a case's events: they stand on the order's timeline. */
export const caseEvent = ({ row }: Pick<CaseRecord, 'row'>) => ({
  subject: { type: 'order' as const, id: row.order_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
  data: { process: cancellationProcess.name, orderCancellationId: row.id },
})

export const caseServer: ProcessServer<CancellationWords, CaseRecord, CaseChange, CaseExtra> = {
  process: cancellationProcess,
  effects,
  idOf: ({ row }) => row.id,
  stateOf: ({ row }) => row.status,
  changed: (record, changes) => ({ ...record, row: { ...record.row, ...changes } }),
  facts: factsOf,
  turnFacts: turnFactsOf,
  event: (record) => ({ type: 'PROCESS_STEP', ...caseEvent(record) }),
  write: writeStep,
  notify: notifyTurn,
  settle: (db, { env }, { row }, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (record, _input, reason, unmet) => refusal(record, reason, unmet),
}

/** Tells the person of a turn of a case once more. */
export const remindOfCase = reminderOf(caseServer, (db, id) => lockCase(db, scopeOfAll, id))

/** How a step that cannot be taken is refused: what is open is told item by item. */
export function refusal(
  record: CaseRecord,
  reason: 'NO_STEP' | 'NOT_PERMITTED' | 'UNMET',
  unmet: readonly string[],
): AppError {
  if (reason === 'NOT_PERMITTED') return new AppError('ORDER_STEP_NOT_PERMITTED')
  const items = openItems(caseFactsOf(record))
  const isOpen = unmet.some((guard) => items.some(({ item }) => item === guard))
  if (isOpen) return new AppError('ORDER_CANCELLATION_OPEN_ITEMS', { details: { items } })
  return new AppError('ORDER_CANCELLATION_STEP_NOT_ALLOWED', { details: { status: record.row.status, unmet } })
}

async function writeStep(
  db: Db,
  { env }: Services,
  { row }: CaseRecord,
  { state }: StepWrite<CancellationWords>,
  changes: Partial<CaseChange>,
): Promise<CaseRecord> {
  await db
    .updateTable('order_cancellations')
    .set((eb) => ({
      ...changes,
      status: state,
      closed_at: env.now(),
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', row.id)
    .execute()
  return (await lockCase(db, scopeOfAll, row.id))!
}
