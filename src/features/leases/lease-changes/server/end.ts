import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { clearEnd, closeEnding, openEnding, setBikePlace, setEnd } from '#features/leases/agreements/server/endings.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addMonths, firstOfMonth, formatDay, helsinkiDay, lastOfMonth, monthOf } from '#platform/values/days.ts'
import type { leaseChanges } from '../contract.ts'
import { guardChange } from './guard.ts'
import { changesView, lockRunning, type RunningLease } from './record.ts'

const eventOf = (row: RunningLease, step: string) => ({
  subject: { type: 'agreement' as const, id: row.id },
  companyId: row.company_id,
  orderId: row.order_id,
  employeeId: row.beneficiary_employee_id,
  data: { process: 'staff-end', step },
})

async function tell(context: SignedInContext, row: RunningLease, kind: 'ends' | 'goesOn', reason: string, day: string) {
  const { db } = context
  const values = {
    name: `${row.first_name} ${row.last_name}`,
    agreement: row.agreement_number,
    day: formatDay(day),
    reason,
  }
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: row.company_id, mail: true, values } as const
  await notify(db, context, [row.user_id], {
    ...notice,
    template: `lease-changes:notice.${kind}`,
    head: await headBeside(db, context, { agreementId: row.id, isOwn: true }),
    link: pages.myBike,
  })
  await notify(db, context, await employerUserIds(db, row.company_id), {
    ...notice,
    template: `lease-changes:employerNotice.${kind}`,
    head: await headBeside(db, context, { agreementId: row.id, isOwn: false }),
    link: pages.employer,
  })
}

/** Sets a running lease to end with a month, as what and why. The end-leases job ends it; no money moves by it. */
export async function endByStaff(context: SignedInContext, id: string, body: BodyOf<typeof leaseChanges.end>) {
  const { db, env, user } = context
  const row = await lockRunning(context, id, body.version)
  const month = body.endMonth
  if (month < monthOf(helsinkiDay(env.now())) || month >= monthOf(row.end_day))
    failFieldText('endMonth', 'lease-changes:fieldErrors.NOT_BEFORE_THE_END')
  const reason = body.reason.trim()
  const exemptFrom = monthOf(addMonths(firstOfMonth(month), 1))
  await guardChange(db, context, row, { month: exemptFrom, typed: body.confirmation, reason })
  const endingId = env.id()
  const ending = { endingId, companyId: row.company_id, agreementId: row.id }
  const endsOn = lastOfMonth(firstOfMonth(month))
  await openEnding(db, context, { ...ending, kind: 'STAFF', reason })
  await setEnd(db, context, { ...ending, endsOn, endsAs: body.endsAs })
  if (body.bikeAt) await setBikePlace(db, context, { agreementId: row.id, bikeAt: body.bikeAt })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', eventOf(row, 'end'))
  await tell(context, row, 'ends', reason, endsOn)
}

/** Takes back an end that staff have set. @throws LEASE_CHANGE_NOT_ALLOWED where they have set none */
export async function takeBackEnd(context: SignedInContext, id: string, version: number) {
  const { db, env, user } = context
  const row = await lockRunning(context, id, version)
  const { end } = await changesView(db, row, helsinkiDay(env.now()))
  if (end === null || row.ends_by === null)
    throw new AppError('LEASE_CHANGE_NOT_ALLOWED', { details: { unmet: ['NO_END_SET'] } })
  await clearEnd(db, context, row.ends_by)
  await closeEnding(db, context, row.ends_by)
  // The end had said where the bicycle would be; the lease that goes on has it again.
  await setBikePlace(db, context, { agreementId: row.id, bikeAt: row.kept_from === null ? 'EMPLOYEE' : 'EMPLOYER' })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', eventOf(row, 'takeBack'))
  await tell(context, row, 'goesOn', end.reason, end.endsOn)
}
