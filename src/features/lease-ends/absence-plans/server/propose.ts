import { sql } from 'kysely'
import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { requireBeside } from '#features/story/lease-story/server/beside.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { planStep } from '#platform/process/plan.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import type { absencePlans } from '../contract.ts'
import { arePossibleDays, employerDaysOf } from '../rules/months.ts'
import { CONFIRM_DAYS, type PlanFacts, planProcess } from '../rules/table.ts'
import { planEvent, tellOfProposal } from './process.ts'
import { type AgreementToPlan, agreementsToPlan, leaseOf, lockPlan } from './record.ts'
import { planView } from './view.ts'

type Wanted = Pick<BodyOf<typeof absencePlans.create>, 'fromDay' | 'toDay'>

function requireProposal({ env, user }: SignedInContext, agreement: AgreementToPlan, { fromDay, toDay }: Wanted) {
  const mover = moverBeside(user, { companyId: agreement.company_id, ownerId: agreement.user_id })
  const facts = {
    today: helsinkiDay(env.now()),
    isRunning: agreement.lease_state === 'ACTIVE',
    arePossibleDays: arePossibleDays(leaseOf(agreement), fromDay, toDay),
  } as PlanFacts
  const plan = planStep(planProcess, facts, null, { step: 'propose' }, mover)
  if (plan.ok) return mover
  throw new AppError(
    plan.reason === 'NOT_PERMITTED' ? 'ABSENCE_PLAN_STEP_NOT_PERMITTED' : 'ABSENCE_PLAN_STEP_NOT_ALLOWED',
    { details: { step: 'propose', unmet: plan.unmet } },
  )
}

/** What another reason is; the usual ones say it themselves. */
function textOf({ kind, text }: BodyOf<typeof absencePlans.create>): string | null {
  if (kind !== 'OTHER') return null
  return text?.trim() || failFieldText('text', 'absence-plans:fieldErrors.OTHER_WITHOUT_TEXT')
}

/** Opens a plan that the other side is to confirm; whoever proposes it has signed it with that. */
export async function proposePlan(context: SignedInContext, body: BodyOf<typeof absencePlans.create>) {
  const { db, env, user } = context
  const agreement = await lockAgreementToEnd(agreementsToPlan(db, scopeOf(user, 'absence-plan:make')), body)
  await requireBeside(db, context, { agreementId: agreement.id, begins: 'PLAN' })
  const mover = requireProposal(context, agreement, body)
  const isOwn = mover.capacities.has('SELF')
  const id = env.id()
  const made = await db
    .insertInto('absence_plans')
    .values({
      id,
      company_id: agreement.company_id,
      beneficiary_employee_id: agreement.beneficiary_employee_id,
      agreement_id: agreement.id,
      state: 'PROPOSED',
      absence_kind: body.kind,
      absence_text: textOf(body),
      from_day: body.fromDay,
      to_day: body.toDay,
      asked_by: isOwn ? 'EMPLOYEE' : 'EMPLOYER',
      employer_days: employerDaysOf(body.kind),
      ...(isOwn
        ? { employee_signed_at: env.now() }
        : { employer_signed_at: env.now(), employer_signed_by: user.userId }),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .onConflict((conflict) =>
      conflict.column('agreement_id').where(sql<boolean>`state in ('PROPOSED', 'CONFIRMED', 'CHANGED')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) fail('ABSENCE_PLAN_EXISTS')
  const row = (await lockPlan(db, scopeOfAll, id))!
  const actor = actorOf(user, row.owner_id)
  await logEvent(db, env, actor, 'PROCESS_STEP', {
    ...planEvent(row),
    data: { process: 'absence-plan', step: 'propose', to: 'PROPOSED', edge: 'A1' },
  })
  await tellOfProposal(db, context, row, actor)
  if (isOwn)
    await sendReceipt(db, context, user.userId, {
      kind: 'absencePlan',
      number: row.agreement_number,
      next: addDays(helsinkiDay(env.now()), CONFIRM_DAYS),
      link: pages.myBike,
      companyId: row.company_id,
      head: await headBeside(db, context, { agreementId: row.agreement_id, isOwn: true, kind: 'ABSENCE' }),
    })
  return planView(db, row, user, env.now())
}
