import { clearEnd, closeEnding } from '#features/leases/agreements/server/endings.ts'
import { giveBackByExit } from '#features/payroll/reporting/server/payers.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Effect, type ProcessServer, type StepInput, takeStep } from '#platform/server/process/take-step.ts'
import { helsinkiDay, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import { type ExitWords, exitProcess } from '../rules/table.ts'
import { bearAfter } from './bear.ts'
import { exitEvent, tellOfExit, tellSettled } from './mark.ts'
import {
  type ExitCaseRecord,
  type ExitLeaseRecord,
  type ExitRecord,
  factsOfExit,
  leaseRows,
  stateOfExit,
} from './queries.ts'

type Columns = Pick<ExitRecord, 'last_deduction_month' | 'confirmed_by' | 'withdrawn_reason'>
type Run = Effect<ExitWords, ExitCaseRecord, Columns, object>

/** From which month on the pay bears again what was moved to the employer; null where nothing was. */
const payAgainFrom = ({ env }: Services, row: ExitCaseRecord): Month | null =>
  row.last_deduction_month === null ? null : nextMonth(monthOf(helsinkiDay(env.now())))

/** Ended by the exit itself, not by what a person has chosen. */
const isOfExit = ({ ending, ends_by, ending_id }: ExitLeaseRecord) => ending === 'TAKEBACK' || ends_by === ending_id

const giveBack: Run = async ({ db, services, row }) => {
  for (const lease of await leaseRows(db, row).execute()) {
    if (lease.lease_state !== 'ACTIVE' || lease.ends_by === null || !isOfExit(lease)) continue
    await clearEnd(db, services, lease.ends_by)
    await closeEnding(db, services, lease.ends_by)
  }
  const fromMonth = payAgainFrom(services, row)
  if (fromMonth) await giveBackByExit(db, services, { exitId: row.id, companyId: row.company_id, fromMonth })
}

const effects = {
  async BEAR_AFTER({ db, services, row, input }) {
    const exit = { exitId: row.id, lastMonth: row.last_deduction_month as Month, by: input.actor.userId }
    for (const lease of await leaseRows(db, row).execute()) await bearAfter(db, services, lease, exit)
  },
  GIVE_BACK: giveBack,
  TELL: ({ db, services, row }) => tellOfExit(db, services, row, 'withdrawn', payAgainFrom(services, row)),
  TELL_EMPLOYERS: ({ db, services, row }) => tellSettled(db, services, row),
} satisfies Record<ExitWords['effect'], Run>

const exitServer: ProcessServer<ExitWords, ExitCaseRecord, Columns> = {
  process: exitProcess,
  effects,
  idOf: (row) => row.id,
  stateOf: stateOfExit,
  changed: (row, changes) => ({ ...row, ...changes }),
  facts: factsOfExit,
  turnFacts: factsOfExit,
  event: (row, step) => ({
    type: 'PROCESS_STEP',
    ...exitEvent(row, step.name, step.name === 'confirmDeductions' ? { lastMonth: row.last_deduction_month } : {}),
  }),
  async write(db, { env }, row, { state }, changes) {
    const now = env.now()
    const columns = {
      ...changes,
      worked_off_at: state === 'WORKED_OFF' ? (row.worked_off_at ?? now) : null,
      withdrawn_at: state === 'WITHDRAWN' ? now : null,
      updated_at: now,
      version: row.version + 1,
    }
    await db
      .updateTable('company_exits')
      .set(columns)
      .where('id', '=', row.id)
      .where('company_id', '=', row.company_id)
      .execute()
    return { ...row, ...columns }
  },
  // The mark and the step back tell everybody in one message each.
  notify: async () => undefined,
  refuse: (row, _input, reason, unmet) =>
    reason === 'NOT_PERMITTED'
      ? new AppError('FORBIDDEN')
      : new AppError('COMPANY_EXIT_NOT_ALLOWED', {
          details: { unmet: reason === 'NO_STEP' ? [stateOfExit(row)] : unmet },
        }),
}

export type ExitStepInput = StepInput<ExitWords, object, Columns>

/** Takes one step of an exit that its caller has locked. @throws COMPANY_EXIT_NOT_ALLOWED with the unmet guards */
export const stepExit = (db: Db, services: Services, row: ExitCaseRecord, input: ExitStepInput) =>
  takeStep(exitServer, db, services, row, input)
