import { withServiceShare } from '#features/pricing/leasing/rules/payments.ts'
import type { BodyOf, QueryOf } from '#platform/contract/contract.ts'
import { fail, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, firstOfMonth, helsinkiDay, type Month } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { leaseChanges } from '../contract.ts'
import { exemptionIn } from '../rules/change-guard.ts'
import { changedMonths } from '../rules/months.ts'
import { guardChange } from './guard.ts'
import { latestPayment, makeChange } from './make-change.ts'
import {
  exemptionView,
  findLastChange,
  findLease,
  guardedOf,
  lockRunning,
  monthRefusal,
  paidLease,
  type RunningLease,
  requireRunning,
} from './record.ts'

async function nextPayment(db: Db, row: RunningLease, serviceShare: number) {
  const { last, number } = await findLastChange(db, row)
  const before = latestPayment(row, last?.service_share_cents ?? row.service_share_cents)
  const after = withServiceShare(before, centsFromEuros(serviceShare))
  if (after.serviceShareCents === before.serviceShareCents)
    failFieldText('serviceShare', 'lease-changes:fieldErrors.UNCHANGED')
  return { before, after, number }
}

function requireMonth(row: RunningLease, month: Month, today: Day): void {
  const refusal = monthRefusal(row, month, today)
  if (refusal) failFieldText('fromMonth', `lease-changes:fieldErrors.${refusal}`)
}

/** What a change would make of each month. @throws NOT_FOUND, LEASE_CHANGE_NOT_ALLOWED, VALIDATION at the field */
export async function previewPayment(
  context: SignedInContext,
  id: string,
  query: QueryOf<typeof leaseChanges.preview>,
) {
  const { db, scope, env } = context
  const row = requireRunning((await findLease(db, scope, id)) ?? fail('NOT_FOUND'))
  const exemption = exemptionIn(guardedOf(row), query.fromMonth)
  requireMonth(row, query.fromMonth, helsinkiDay(env.now()))
  const { after } = await nextPayment(db, row, query.serviceShare)
  return {
    instalment: eurosFromCents(after.instalmentCents),
    lastInstalment: eurosFromCents(after.lastInstalmentCents),
    exemption: exemptionView(exemption),
    months: changedMonths(paidLease(row), after, query.fromMonth).map(({ month, beforeCents, afterCents }) => ({
      month,
      before: eurosFromCents(beforeCents),
      after: eurosFromCents(afterCents),
    })),
  }
}

/** Changes the payment from a month on, with its annex, event and messages; billing and payroll read the change. */
export async function changePayment(
  context: SignedInContext,
  id: string,
  body: BodyOf<typeof leaseChanges.changePayment>,
) {
  const { db, env, user } = context
  const row = await lockRunning(context, id, body.version)
  const today = helsinkiDay(env.now())
  requireMonth(row, body.fromMonth, today)
  const payments = await nextPayment(db, row, body.serviceShare)
  const reason = body.reason.trim()
  const exemption = await guardChange(db, context, row, { month: body.fromMonth, typed: body.confirmation, reason })
  const isNow = firstOfMonth(body.fromMonth) <= today
  const change = { ...payments, from: body.fromMonth, reason, exemption, isNow, vat: null }
  await makeChange(db, context, row, { ...change, actor: actorOf(user) })
}
