import { clearEnd, closeEnding, setBikePlace } from '#features/agreements/server/endings.ts'
import { bearByExit, giveBackByExit } from '#features/reporting/server/payers.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { addMonths, firstOfMonth, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { exitEvent, tellOfExit } from './mark.ts'
import {
  countOrdersUnderWay,
  type ExitLeaseRecord,
  type ExitRecord,
  leaseRows,
  leaseView,
  lockExit,
} from './queries.ts'
import { detailOf } from './view.ts'

type Change = Partial<
  Pick<ExitRecord, 'last_deduction_month' | 'confirmed_by' | 'worked_off_at' | 'withdrawn_at' | 'withdrawn_reason'>
>

const refuse = (unmet: string) => new AppError('COMPANY_EXIT_NOT_ALLOWED', { details: { unmet: [unmet] } })
const nextMonth = (month: Month): Month => monthOf(addMonths(firstOfMonth(month), 1))

/** An exit of the scope that stands, held until its change is written. @throws NOT_FOUND, VERSION_CONFLICT, COMPANY_EXIT_NOT_ALLOWED */
async function lockStanding(context: SignedInContext, id: string, version: number | undefined): Promise<ExitRecord> {
  const { db, scope } = context
  const exit = (await lockExit(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, exit.version, await detailOf(db, context, exit))
  if (exit.withdrawn_at !== null) throw refuse('WITHDRAWN')
  return exit
}

async function change({ db, env }: SignedInContext, exit: ExitRecord, columns: Change): Promise<void> {
  await db
    .updateTable('company_exits')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('id', '=', exit.id)
    .where('company_id', '=', exit.company_id)
    .execute()
}

type Bearing = Pick<ExitLeaseRecord, 'id' | 'company_id' | 'ended_day' | 'ends_on' | 'end_day'>

/** The employer bears the months of a lease after the last one of which something is kept. */
export async function bearAfter(
  db: Db,
  services: Pick<Services, 'env'>,
  lease: Bearing,
  { exitId, lastMonth, by }: { exitId: string; lastMonth: Month; by: string | null },
): Promise<void> {
  const fromMonth = nextMonth(lastMonth)
  const last = lease.ended_day ?? lease.ends_on ?? lease.end_day
  if (last === null || monthOf(last) < fromMonth) return
  await bearByExit(db, services, { agreementId: lease.id, companyId: lease.company_id, fromMonth, exitId, by })
}

/** The last month of which something is kept from the pay; from the next one on the employer bears what still runs. */
export async function confirmDeductions(
  context: SignedInContext,
  id: string,
  { lastMonth, version }: { lastMonth: Month; version: number },
) {
  const { db, env, user } = context
  const exit = await lockStanding(context, id, version)
  if (exit.kind === 'MERGED') throw refuse('LEASES_GO_ON')
  if (exit.last_deduction_month !== null) throw refuse('DEDUCTIONS_CONFIRMED')
  const first = monthOf(addMonths(helsinkiDay(exit.created_at), -12))
  if (lastMonth < first || lastMonth > nextMonth(monthOf(helsinkiDay(env.now()))))
    failField('lastMonth', 'NOT_VALID', 'is not a month of the last year or the next one')
  const actor = actorOf(user)
  await change(context, exit, {
    last_deduction_month: lastMonth,
    confirmed_by: actor.kind === 'STAFF' ? 'ESTATE' : 'EMPLOYER',
  })
  for (const lease of await leaseRows(db, exit).execute())
    await bearAfter(db, context, lease, { exitId: exit.id, lastMonth, by: user.userId })
  await logEvent(db, env, actor, 'PROCESS_STEP', exitEvent(exit, 'confirmDeductions', { lastMonth }))
}

/** The lessor or a store has the bicycle of a lease that has ended. */
export async function markCollected(
  context: SignedInContext,
  of: { id: string; leasingAgreementId: string },
  { bikeAt, version }: { bikeAt: 'LESSOR' | 'STORE'; version: number },
) {
  const { db, env, user } = context
  const exit = await lockStanding(context, of.id, undefined)
  const lease = await findLease(db, exit, of.leasingAgreementId)
  requireVersion(version, lease.version, leaseView(lease, exit))
  const { stage, choice } = leaseView(lease, exit)
  if (stage !== 'ENDED') throw refuse('LEASE_RUNS')
  if (choice !== 'TAKEN_BACK') throw refuse('NOT_TAKEN_BACK')
  await setBikePlace(db, context, { agreementId: lease.id, bikeAt })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'agreement', id: lease.id },
    companyId: lease.company_id,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    data: { process: 'company-exit', step: 'collected', bikeAt },
  })
  return leaseView(await findLease(db, exit, of.leasingAgreementId), exit)
}

async function findLease(db: Db, exit: ExitRecord, agreementId: string) {
  const row = leaseRows(db, exit).where('a.id', '=', agreementId).forUpdate('a')
  return (await row.executeTakeFirst()) ?? fail('NOT_FOUND')
}

/** Closes the list when nothing is left to do. */
export async function workOff(context: SignedInContext, id: string, version: number) {
  const { db, env, user } = context
  const exit = await lockStanding(context, id, version)
  if (exit.worked_off_at !== null) throw refuse('WORKED_OFF')
  const leases = await leaseRows(db, exit).execute()
  if (leases.some((lease) => leaseView(lease, exit).stage !== 'SETTLED')) throw refuse('LEASES_LEFT')
  if ((await countOrdersUnderWay(db, exit)) > 0) throw refuse('ORDERS_UNDER_WAY')
  await change(context, exit, { worked_off_at: env.now() })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', exitEvent(exit, 'workOff'))
}

/** Ended by the exit itself, not by what a person has chosen. */
const isOfExit = ({ ending, ends_by, ending_id }: ExitLeaseRecord) => ending === 'TAKEBACK' || ends_by === ending_id

/** Gone over to the other company of a merger, or on its way there. */
const isGone = ({ lease_state, ending_id, end_reason }: ExitLeaseRecord) =>
  lease_state === 'ENDED' && ending_id !== null && end_reason === 'TRANSFERRED'

/**
 * The company stays: what the lessor was to take back goes on, and the pay bears the months to come again, where the last
 * deductions were confirmed. What people have chosen themselves stands.
 */
export async function withdrawExit(
  context: SignedInContext,
  id: string,
  { version, reason }: { version: number; reason: string },
) {
  const { db, env, user } = context
  const exit = await lockStanding(context, id, version)
  if (exit.worked_off_at !== null) throw refuse('WORKED_OFF')
  const leases = await leaseRows(db, exit).execute()
  if (leases.some(isGone)) throw refuse('LEASES_MOVED')
  for (const lease of leases) {
    if (lease.lease_state !== 'ACTIVE' || lease.ends_by === null || !isOfExit(lease)) continue
    await clearEnd(db, context, lease.ends_by)
    await closeEnding(db, context, lease.ends_by)
  }
  const payAgain = exit.last_deduction_month === null ? null : nextMonth(monthOf(helsinkiDay(env.now())))
  if (payAgain) await giveBackByExit(db, context, { exitId: exit.id, companyId: exit.company_id, fromMonth: payAgain })
  await change(context, exit, { withdrawn_at: env.now(), withdrawn_reason: reason.trim() })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', exitEvent(exit, 'withdraw', { reason: reason.trim() }))
  await tellOfExit(db, context, exit, 'withdrawn', payAgain)
}
