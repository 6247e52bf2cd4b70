import { employerReceivers, notify } from '#features/ground/notifications/server/notify.ts'
import { lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { closeLost, requireNoEnding, setBikePlace } from '#features/leases/agreements/server/endings.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { redemptions } from '../contract.ts'
import { type AgreementToRedeem, agreementsToRedeem, isChoiceOver } from './record.ts'

const refuse = (step: string, unmet: string) =>
  new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { step, unmet: [unmet] } })

/** A lease that is over, held for the staff; nobody decides on a bicycle of their own. */
async function lockOver({ db, scope, user }: SignedInContext, leasingAgreementId: string): Promise<AgreementToRedeem> {
  const agreement = await lockAgreementToEnd(agreementsToRedeem(db, scope), { leasingAgreementId })
  if (agreement.user_id === user.userId) fail('NOT_FOR_ONESELF')
  await requireNoEnding(db, agreement.id)
  return agreement
}

/** Logs what the staff have found out of a lost bicycle; its person and the employer hear of it. */
async function tell(
  context: SignedInContext,
  agreement: AgreementToRedeem,
  step: 'markLost' | 'foundLost' | 'closeLost',
  reason: string,
) {
  const { db, env, user } = context
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'agreement', id: agreement.id },
    companyId: agreement.company_id,
    orderId: agreement.order_id,
    employeeId: agreement.beneficiary_employee_id,
    data: { process: 'redemption', step, reason: reason.trim() },
  })
  const values = {
    name: `${agreement.first_name} ${agreement.last_name}`,
    agreement: agreement.agreement_number,
    reason: reason.trim(),
  }
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: agreement.company_id, mail: true, values } as const
  await notify(db, context, [agreement.user_id], {
    ...notice,
    template: `redemptions:notice.${step}`,
    head: await headBeside(db, context, { agreementId: agreement.id, isOwn: true }),
    link: pages.myBike,
  })
  await notify(db, context, await employerReceivers(db, agreement.company_id, 'redemption:read'), {
    ...notice,
    template: `redemptions:employerNotice.${step}`,
    head: await headBeside(db, context, { agreementId: agreement.id, isOwn: false }),
    link: pages.employerRedemptions,
  })
}

/**
 * The staff mark the bicycle of a lease that is over as lost, with the reason.
 * @throws REDEMPTION_STEP_NOT_ALLOWED while the person still chooses, NOT_FOR_ONESELF
 */
export async function markLost(context: SignedInContext, body: BodyOf<typeof redemptions.markLost>) {
  const agreement = await lockOver(context, body.leasingAgreementId)
  if (agreement.bike_at === 'LOST' || !isChoiceOver(agreement, helsinkiDay(context.env.now())))
    throw refuse('markLost', 'TIME_TO_CHOOSE_LEFT')
  await setBikePlace(context.db, context, { agreementId: agreement.id, bikeAt: 'LOST' })
  await tell(context, agreement, 'markLost', body.reason)
  return { leasingAgreementId: agreement.id, bikeAt: 'LOST' as const }
}

/** The matter of a lost bicycle ends: it has been found at its person's, or nothing more is asked for it. */
export async function settleLost(context: SignedInContext, body: BodyOf<typeof redemptions.settleLost>) {
  const { db } = context
  const agreement = await lockOver(context, body.leasingAgreementId)
  if (agreement.bike_at !== 'LOST' || agreement.lost_closed_at !== null) throw refuse('settleLost', 'NOT_LOST')
  const isFound = body.outcome === 'FOUND'
  if (isFound) await setBikePlace(db, context, { agreementId: agreement.id, bikeAt: 'EMPLOYEE' })
  else await closeLost(db, context, agreement.id)
  await tell(context, agreement, isFound ? 'foundLost' : 'closeLost', body.reason)
  return { leasingAgreementId: agreement.id, bikeAt: isFound ? ('EMPLOYEE' as const) : ('LOST' as const) }
}
