import {
  employerReceivers,
  type NoticeTurn,
  notify,
  settleNotices,
} from '#features/ground/notifications/server/notify.ts'
import { headBeside, mailHead } from '#features/story/lease-story/server/head.ts'
import { AppError } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  type Effect,
  notifyTurns,
  type ProcessServer,
  reminderOf,
  type StepInput,
  takeStep,
} from '#platform/server/process/take-step.ts'
import { formatDay } from '#platform/values/days.ts'
import { type PlanEffect, type PlanWords, planProcess } from '../rules/table.ts'
import { keepMonths, removeMonths } from './keep-months.ts'
import { factsOf, lockPlan, type PlanColumns, type PlanRecord, updatePlan } from './record.ts'

type Run = Effect<PlanWords, PlanRecord, PlanColumns, object>

/** Chain and ids of a plan's events: those of its agreement; never why somebody is absent. */
export const planEvent = (
  row: Pick<PlanRecord, 'agreement_id' | 'company_id' | 'order_id' | 'beneficiary_employee_id'>,
) => ({
  subject: { type: 'agreement' as const, id: row.agreement_id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
})

const valuesOf = (row: PlanRecord) => ({
  name: `${row.first_name} ${row.last_name}`,
  agreement: row.agreement_number,
  from: formatDay(row.from_day),
  to: formatDay(row.to_day),
  asked: row.asked_to_day ? formatDay(row.asked_to_day) : '',
})

/** The head of the lease as the subject of a mail that asks for the plan's confirmation. */
const headOf = (db: Db, services: Services, row: PlanRecord, isOwn: boolean) =>
  mailHead(db, services, {
    agreementId: row.agreement_id,
    kind: 'ABSENCE',
    id: row.id,
    isOwn,
    bike: row.agreement_number,
    name: `${row.first_name} ${row.last_name}`,
  })

interface PlanNotice {
  readonly who: 'EMPLOYEE' | 'EMPLOYER'
  readonly template: string
  /** Whoever has just acted hears nothing. */
  readonly but: string | null
  /** The turn that the message asks for; without one it only informs. */
  readonly turn?: Pick<NoticeTurn, 'awaited' | 'action' | 'due'>
}

export async function tellPlan(
  db: Db,
  services: Services,
  row: PlanRecord,
  { who, template, but, turn }: PlanNotice,
): Promise<void> {
  const recipients =
    who === 'EMPLOYER' ? await employerReceivers(db, row.company_id, 'absence-plan:read') : [row.owner_id]
  await notify(
    db,
    services,
    recipients.filter((id) => id !== but),
    {
      type: 'ORDER_STATUS_CHANGE',
      template,
      link: who === 'EMPLOYER' ? pageUrl('employerAbsences', {}, { open: row.id }) : pageUrl('myBike'),
      companyId: row.company_id,
      mail: true,
      head:
        turn && row.state === 'PROPOSED'
          ? await headOf(db, services, row, who === 'EMPLOYEE')
          : await headBeside(db, services, {
              agreementId: row.agreement_id,
              isOwn: who === 'EMPLOYEE',
              kind: 'ABSENCE',
            }),
      values: valuesOf(row),
      ...(turn ? { turn: { subjectId: row.id, ...turn } } : {}),
    },
  )
}

const effects = {
  KEEP_MONTHS: async ({ db, services, row, changes }) =>
    keepMonths(db, services, row, (changes.to_day as string | undefined) ?? row.to_day),
  REMOVE_MONTHS: async ({ db, services, row }) => removeMonths(db, services, row),
  TAKE_CHANGE: async ({ row }) => ({ to_day: row.asked_to_day!, asked_to_day: null }),
  DROP_CHANGE: async () => ({ asked_to_day: null }),
  SIGN: async ({ services, input }) =>
    input.mover.capacities.has('SELF')
      ? { employee_signed_at: services.env.now() }
      : { employer_signed_at: services.env.now(), employer_signed_by: input.actor.userId },
  KEEP_REASON: async ({ input }) => ({ closed_reason: input.reason ?? null }),
  async TELL_BOTH({ db, services, row, changes, to, input, step }) {
    const told = { ...row, ...changes } as PlanRecord
    const what = step.name === 'dropChange' ? 'changeDropped' : to
    const but = input.actor.userId
    await tellPlan(db, services, told, { who: 'EMPLOYEE', template: `absence-plans:notice.${what}`, but })
    await tellPlan(db, services, told, { who: 'EMPLOYER', template: `absence-plans:employerNotice.${what}`, but })
  },
} satisfies Record<PlanEffect, Run>

const planServer: ProcessServer<PlanWords, PlanRecord, PlanColumns> = {
  process: planProcess,
  effects,
  idOf: (row) => row.id,
  stateOf: (row) => row.state,
  changed: (row, changes) => ({ ...row, ...changes }) as PlanRecord,
  facts: factsOf,
  turnFacts: factsOf,
  event: (row) => ({ type: 'PROCESS_STEP', ...planEvent(row), data: { process: 'absence-plan' } }),
  write: (db, services, row, { state }, changes) => updatePlan(db, services, row, { ...changes, state }),
  async notify(db, services, row, turn, by) {
    if (turn.notice === null || turn.notice === 'DESK') return
    const { template } = turn.notice
    const { awaited, action } = turn
    await tellPlan(db, services, row, {
      who: awaited,
      template,
      but: by.input.actor.userId,
      turn: { awaited, action, due: by.due },
    })
  },
  settle: (db, { env }, row, open) => settleNotices(db, env.now(), row.id, open),
  refuse: (row, input, reason, unmet) =>
    new AppError(reason === 'NOT_PERMITTED' ? 'ABSENCE_PLAN_STEP_NOT_PERMITTED' : 'ABSENCE_PLAN_STEP_NOT_ALLOWED', {
      details: { from: row.state, step: input.step ?? null, unmet },
    }),
}

/** Tells the person of a turn of a plan once more. */
export const remindOfPlan = reminderOf(planServer, (db, id) => lockPlan(db, scopeOfAll, id))

export type PlanStepInput = StepInput<PlanWords, object, PlanColumns>

/** Takes one step of a plan that its caller has locked. @throws ABSENCE_PLAN_STEP_NOT_ALLOWED, ABSENCE_PLAN_STEP_NOT_PERMITTED */
export const stepPlan = (db: Db, services: Services, row: PlanRecord, input: PlanStepInput) =>
  takeStep(planServer, db, services, row, input)

/** Tells the side that is to confirm a plan that has just been proposed. */
export const tellOfProposal = (db: Db, services: Services, row: PlanRecord, actor: PlanStepInput['actor']) =>
  notifyTurns(planServer, db, services, row, [], { step: null, input: { actor } })
