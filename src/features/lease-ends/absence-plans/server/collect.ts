import { writeCollection } from '#features/payroll/reporting/server/collections.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { absencePlans } from '../contract.ts'
import { instalmentIn } from '../rules/months.ts'
import { changeMonth, keepPaid } from './keep-months.ts'
import { planEvent, tellPlan } from './process.ts'
import { findPlan, leaseOf, lockPlan, mayCollect, monthsOfPlan, updatePlan } from './record.ts'
import { moverOfRow, planView } from './view.ts'

/**
 * Where another lessor bills the employer: what the employer has collected of a month that the person bears. The rest
 * is the employer's, and payroll reports it so.
 * @throws ABSENCE_PLAN_STEP_NOT_PERMITTED for anybody but the employer, ABSENCE_PLAN_STEP_NOT_ALLOWED where we bill the
 *   person or the month is still to come, VALIDATION at `paid` for more than the instalment
 */
export async function recordCollected(context: SignedInContext, id: string, body: BodyOf<typeof absencePlans.collect>) {
  const { db, scope, user, env } = context
  const row = (await lockPlan(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await planView(db, row, user, env.now()))
  if (!moverOfRow(user, row).capacities.has('EMPLOYER')) throw new AppError('ABSENCE_PLAN_STEP_NOT_PERMITTED')
  if (!mayCollect(row)) throw new AppError('ABSENCE_PLAN_STEP_NOT_ALLOWED', { details: { from: row.state } })
  const month = (await monthsOfPlan(db, row)).find((one) => one.month === body.month && one.payer === 'EMPLOYEE')
  if (!month) return fail('NOT_FOUND')
  if (month.month > monthOf(helsinkiDay(env.now()))) throw new AppError('ABSENCE_PLAN_STEP_NOT_ALLOWED')
  const cents = instalmentIn(leaseOf(row), month.month)
  const paid = centsFromEuros(body.paid)
  if (paid > cents) failField('paid', 'TOO_LARGE', 'is more than the instalment', eurosFromCents(cents))
  await changeMonth(db, context, month, { person_cents: paid, handed_back_at: paid < cents ? env.now() : null })
  await keepPaid(db, context, month, paid)
  const { agreement_id: agreementId, company_id: companyId } = month
  if (paid > 0)
    await writeCollection(db, context, {
      agreementId,
      companyId,
      month: month.month,
      isCollected: true,
      by: user.userId,
    })
  const actor = actorOf(user, row.owner_id)
  await logEvent(db, env, actor, 'PROCESS_STEP', {
    ...planEvent(row),
    data: { process: 'absence-plan', step: 'collect', month: month.month, paidCents: paid },
  })
  await updatePlan(db, context, row, {})
  await tellPlan(db, context, row, { who: 'EMPLOYEE', template: 'absence-plans:notice.collected', but: user.userId })
  return planView(db, (await findPlan(db, scope, id))!, user, env.now())
}
