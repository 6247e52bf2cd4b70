import { setBikePlace } from '#features/leases/agreements/server/endings.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { addMonths, helsinkiDay, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import { type ExitStepInput, stepExit } from './process.ts'
import { caseOf, type ExitRecord, leaseRows, leaseView, lockExit } from './queries.ts'
import { detailOf } from './view.ts'

const refuse = (unmet: string) => new AppError('COMPANY_EXIT_NOT_ALLOWED', { details: { unmet: [unmet] } })

/** An exit of the scope, held until its change is written. @throws NOT_FOUND, VERSION_CONFLICT */
async function lockExitOf(context: SignedInContext, id: string, version: number | undefined): Promise<ExitRecord> {
  const { db, scope } = context
  const exit = (await lockExit(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, exit.version, await detailOf(db, context, exit))
  return exit
}

type Wanted = Pick<ExitStepInput, 'step' | 'changes' | 'given' | 'reason'>

/** Takes one step of an exit for a signed-in user. @throws COMPANY_EXIT_NOT_ALLOWED with the unmet guards */
async function take(context: SignedInContext, exit: ExitRecord, wanted: Wanted): Promise<void> {
  const { db, user } = context
  await stepExit(db, context, await caseOf(db, exit), {
    ...wanted,
    mover: moverOver(user, { companyId: exit.company_id, ownerId: null }),
    actor: actorOf(user),
  })
}

/** The last month of which something is kept from the pay; from the next one on the employer bears what still runs. */
export async function confirmDeductions(
  context: SignedInContext,
  id: string,
  { lastMonth, version }: { lastMonth: Month; version: number },
) {
  const { env, user } = context
  const exit = await lockExitOf(context, id, version)
  const first = monthOf(addMonths(helsinkiDay(exit.created_at), -12))
  if (lastMonth < first || lastMonth > nextMonth(monthOf(helsinkiDay(env.now()))))
    failField('lastMonth', 'NOT_VALID', 'is not a month of the last year or the next one')
  await take(context, exit, {
    step: 'confirmDeductions',
    changes: {
      last_deduction_month: lastMonth,
      confirmed_by: actorOf(user).kind === 'STAFF' ? 'ESTATE' : 'EMPLOYER',
    },
    // Judged as it stood: the month that the step brings is not one that was there.
    given: { areDeductionsConfirmed: exit.last_deduction_month !== null },
  })
}

/** The lessor or a store has the bicycle of a lease that has ended. */
export async function markCollected(
  context: SignedInContext,
  of: { id: string; leasingAgreementId: string },
  { bikeAt, version }: { bikeAt: 'LESSOR' | 'STORE'; version: number },
) {
  const { db, env, user } = context
  const exit = await lockExitOf(context, of.id, undefined)
  if (exit.withdrawn_at !== null) throw refuse('WITHDRAWN')
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
  await take(context, await lockExitOf(context, id, version), { step: 'workOff' })
}

/**
 * The company stays: what the lessor was to take back goes on, and the pay bears the months to come again, where the last
 * deductions were confirmed. What people have chosen themselves stands.
 */
export async function withdrawExit(
  context: SignedInContext,
  id: string,
  { version, reason }: { version: number; reason: string },
) {
  const exit = await lockExitOf(context, id, version)
  await take(context, exit, {
    step: 'withdraw',
    changes: { withdrawn_reason: reason.trim() },
    reason: reason.trim(),
  })
}
