import { notify } from '#features/ground/notifications/server/notify.ts'
import { lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { requireNoEnding, setBikePlace, setKept } from '#features/leases/agreements/server/endings.ts'
import { clearPayer, writePayer } from '#features/payroll/reporting/server/payers.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { type Day, formatMonth, helsinkiDay, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import type { returns } from '../contract.ts'
import { type AgreementToReturn, agreementsToReturn } from './record.ts'

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
  // Another month is chosen by giving it back first: two who decide at once would overwrite each other.
  if (
    lease.kept_from !== null ||
    !runs ||
    fromMonth < monthOf(helsinkiDay(env.now())) ||
    fromMonth < monthOf(lease.start_day as Day)
  )
    fail('BIKE_NOT_KEPT')
  await requireNoEnding(db, agreementId)
  // The months of an agreed absence have their payers already; the plan ends first.
  if (await hasAbsencePlan(db, agreementId)) fail('BIKE_NOT_KEPT')
  await setKept(db, context, { agreementId, fromMonth })
  await setBikePlace(db, context, { agreementId, bikeAt })
  await writePayer(db, context, {
    agreementId,
    companyId: lease.company_id,
    fromMonth,
    payer: bikeAt === 'EMPLOYER' ? 'RETURNED' : 'EMPLOYER',
    by: user.userId,
  })
  await tell(context, lease, { step: 'keep', month: fromMonth, data: { bikeAt } })
  return { leasingAgreementId: agreementId, keptFrom: fromMonth }
}

async function hasAbsencePlan(db: Db, agreementId: string): Promise<boolean> {
  const row = await db
    .selectFrom('absence_plans')
    .select('id')
    .where('agreement_id', '=', agreementId)
    .where('state', 'in', ['PROPOSED', 'CONFIRMED', 'CHANGED'])
    .executeTakeFirst()
  return row !== undefined
}

/** Logs what was decided of a kept bicycle, and the person hears of it. */
async function tell(
  context: SignedInContext,
  lease: AgreementToReturn,
  { step, month, data }: { step: 'keep' | 'release'; month: Month; data: Record<string, unknown> },
): Promise<void> {
  const { db, env, user } = context
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'agreement', id: lease.id },
    companyId: lease.company_id,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    data: { process: 'return', step, fromMonth: month, ...data },
  })
  await notify(db, context, [lease.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: step === 'keep' ? 'returns:notice.kept' : 'returns:notice.released',
    link: pageUrl('myBike'),
    companyId: lease.company_id,
    mail: true,
    head: await headBeside(db, context, { agreementId: lease.id, isOwn: true }),
    values: { bike: nameOfBike(lease) || lease.agreement_number, month: formatMonth(month) },
  })
}

/**
 * Takes back that the employer keeps a bicycle. Until its first month begins the employer may; after that the person's
 * pay bears it again only as the person has agreed with the staff, whose reason says so, and from the next month on.
 * @throws NOT_FOUND, BIKE_NOT_RELEASED, AGREEMENT_ENDING_EXISTS, RETURN_STEP_NOT_PERMITTED
 */
export async function releaseBike(
  context: SignedInContext,
  { leasingAgreementId: agreementId, reason }: BodyOf<typeof returns.release>,
) {
  const { db, env, user } = context
  const lease = await lockAgreementToEnd(agreementsToReturn(db, scopeOf(user, 'return:request')), {
    leasingAgreementId: agreementId,
  })
  const { capacities } = moverBeside(user, { companyId: lease.company_id, ownerId: lease.user_id })
  const isStaff = capacities.has('STAFF')
  if (!isStaff && !capacities.has('EMPLOYER')) fail('RETURN_STEP_NOT_PERMITTED')
  const month = monthOf(helsinkiDay(env.now()))
  const hasBegun = lease.kept_from !== null && lease.kept_from <= month
  if (lease.kept_from === null || lease.lease_state !== 'ACTIVE' || (hasBegun && !isStaff)) fail('BIKE_NOT_RELEASED')
  if (hasBegun && !reason?.trim()) failField('reason', 'REQUIRED', 'is missing')
  await requireNoEnding(db, agreementId)
  const fromMonth = hasBegun ? nextMonth(month) : lease.kept_from!
  await setKept(db, context, { agreementId, fromMonth: null })
  await setBikePlace(db, context, { agreementId, bikeAt: 'EMPLOYEE' })
  await clearPayer(db, context, { agreementId, fromMonth })
  await tell(context, lease, { step: 'release', month: fromMonth, data: reason ? { reason: reason.trim() } : {} })
  return { leasingAgreementId: agreementId, keptFrom: null }
}
