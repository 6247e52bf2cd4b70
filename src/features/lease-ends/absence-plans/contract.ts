import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
  EurosFromZero,
  endpoint,
  grouped,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  sorting,
  stepBody,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { absenceKinds, planStates } from './rules/months.ts'
import type { PlanGuard, PlanStep } from './rules/table.ts'

const params = Shape({ id: Id })

/** Who may be awaited. */
export const planAwaited = ['EMPLOYEE', 'EMPLOYER'] as const

const Plan = Shape({
  id: Id,
  version: Version,
  state: OneOf(planStates),
  companyId: Id,
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  fromDay: DayShape,
  toDay: DayShape,
  /** Another last day that waits to be confirmed. */
  askedToDay: Nullable(DayShape),
  askedBy: OneOf(['EMPLOYEE', 'EMPLOYER']),
  waitingFor: T.Array(OneOf(planAwaited)),
  createdAt: Instant,
})
export type PlanRow = T.Static<typeof Plan>

const PlanDetail = Shape({
  ...Plan.properties,
  /** Why somebody is absent; only the person and the employer's admin read it. */
  kind: T.Optional(Nullable(OneOf(absenceKinds))),
  text: T.Optional(Nullable(T.String())),
  /** The operator bills the person; another lessor bills the employer, who collects. */
  isBilledToPerson: T.Boolean(),
  months: T.Array(
    Shape({
      month: MonthShape,
      payer: OneOf(['EMPLOYER', 'EMPLOYEE']),
      /** The month's instalment, and what of it the person bears. */
      instalment: Euros,
      personPays: Euros,
      /** The person has not paid, so the employer bears the rest. */
      handedBack: T.Boolean(),
      isBilled: T.Boolean(),
      /** The caller may say what has been collected of it. */
      mayCollect: T.Boolean(),
    }),
  ),
  employeeSignedAt: Nullable(Instant),
  employerSignedAt: Nullable(Instant),
  closedReason: Nullable(T.String()),
  allowedSteps: T.Array(
    Shape({
      step: T.Unsafe<PlanStep>(T.String()),
      to: OneOf(planStates),
      allowed: T.Boolean(),
      unmet: T.Array(T.Unsafe<PlanGuard | 'REASON_MISSING'>(T.String())),
    }),
  ),
})
export type PlanView = T.Static<typeof PlanDetail>

/** Absence plans: who bears which month of an absence without pay. */
export const absencePlans = {
  list: endpoint({
    method: 'GET',
    path: '/api/absence-plans',
    access: 'absence-plan:read',
    summary: 'Absence plans of the scope, newest first, without why somebody is absent.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'fromDay', 'employeeName', 'companyName'),
      state: T.Optional(OneOf(planStates)),
      /** Those alone that go on. */
      open: T.Optional(T.Boolean()),
      leasingAgreementId: T.Optional(Id),
      waitingFor: T.Optional(OneOf(planAwaited)),
      grouped,
      id: T.Optional(Id),
    }),
    replies: { 200: Page(Plan) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/absence-plans',
    access: 'absence-plan:make',
    summary: 'Proposes a plan for an absence without pay; the other side confirms it.',
    body: Shape({
      leasingAgreementId: T.Optional(Id),
      beneficiaryEmployeeId: T.Optional(Id),
      kind: OneOf(absenceKinds),
      text: T.Optional(Nullable(T.String({ maxLength: 200 }))),
      fromDay: DayShape,
      toDay: DayShape,
    }),
    replies: { 201: PlanDetail },
    errors: [
      'NOT_FOUND',
      'AGREEMENT_CHOICE_NEEDED',
      'ABSENCE_PLAN_EXISTS',
      'CLAIM_OPEN',
      'ABSENCE_PLAN_STEP_NOT_ALLOWED',
      'ABSENCE_PLAN_STEP_NOT_PERMITTED',
    ],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/absence-plans/:id',
    access: 'absence-plan:read',
    params,
    summary: 'One plan with its months and steps.',
    replies: { 200: PlanDetail },
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/absence-plans/:id',
    access: 'absence-plan:make',
    params,
    summary: 'Takes one step of a plan; a change brings another last day.',
    body: stepBody<'confirm' | 'change' | 'confirmChange' | 'dropChange' | 'cancel'>()(
      'step',
      {
        confirm: {},
        change: { toDay: T.Optional(DayShape) },
        confirmChange: {},
        dropChange: {},
        cancel: { reason: T.Optional(Text) },
      },
      { version: Version },
    ),
    replies: { 200: PlanDetail },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'ABSENCE_PLAN_STEP_NOT_ALLOWED', 'ABSENCE_PLAN_STEP_NOT_PERMITTED'],
  }),
  collect: endpoint({
    method: 'PUT',
    path: '/api/absence-plans/:id/months',
    access: 'absence-plan:make',
    params,
    summary: 'The employer says what it has collected of a month that another lessor bills it; the rest is its own.',
    body: Shape({ version: Version, month: MonthShape, paid: EurosFromZero }),
    replies: { 200: PlanDetail },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'ABSENCE_PLAN_STEP_NOT_ALLOWED', 'ABSENCE_PLAN_STEP_NOT_PERMITTED'],
  }),
}

/** What changes with a plan. */
export const readsOfPlans = [absencePlans.list, absencePlans.get, agreements.get, leaseStory.get] as const
