import { lockAgreementToEnd } from '#features/agreements/server/agreements-to-end.ts'
import { findOpenEnding, setBikePlace, setKept } from '#features/agreements/server/endings.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { writePayer } from '#features/reporting/server/payers.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, formatMonth, helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { returns } from '../contract.ts'
import { bikeOf } from './messages.ts'
import { agreementsToReturn } from './record.ts'

/**
 * The employer keeps the bicycle from a month on: no pay bears it any more. A bicycle at the person's home stays a
 * benefit at the employer's cost; one at the employer is none.
 * @throws NOT_FOUND, BIKE_NOT_KEPT for a lease that does not run in the month, AGREEMENT_ENDING_EXISTS
 */
export async function keepBike(
  context: SignedInContext,
  { leasingAgreementId: agreementId, fromMonth, bikeAt }: BodyOf<typeof returns.keep>,
) {
  const { db, env, scope, user } = context
  const lease = await lockAgreementToEnd(agreementsToReturn(db, scope), { leasingAgreementId: agreementId })
  if (lease.user_id === user.userId) fail('NOT_FOR_ONESELF')
  const runs = lease.lease_state === 'ACTIVE' && fromMonth <= monthOf(lease.end_day as Day)
  if (!runs || fromMonth < monthOf(helsinkiDay(env.now())) || fromMonth < monthOf(lease.start_day as Day))
    fail('BIKE_NOT_KEPT')
  const other = await findOpenEnding(db, agreementId)
  if (other) throw new AppError('AGREEMENT_ENDING_EXISTS', { details: { kind: other.kind } })
  await setKept(db, context, { agreementId, fromMonth })
  await setBikePlace(db, context, { agreementId, bikeAt })
  await writePayer(db, context, {
    agreementId,
    companyId: lease.company_id,
    fromMonth,
    payer: bikeAt === 'EMPLOYER' ? 'RETURNED' : 'EMPLOYER',
    by: user.userId,
  })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'agreement', id: agreementId },
    companyId: lease.company_id,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    data: { process: 'return', step: 'keep', fromMonth, bikeAt },
  })
  await notify(db, context, [lease.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: 'returns:notice.kept',
    link: pageUrl('myBike'),
    companyId: lease.company_id,
    mail: true,
    values: { bike: bikeOf(lease) || lease.agreement_number, month: formatMonth(fromMonth) },
  })
  return { leasingAgreementId: agreementId, keptFrom: fromMonth }
}
