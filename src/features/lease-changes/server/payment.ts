import { setPayment, touchAgreement } from '#features/agreements/server/changes.ts'
import { type MonthlyPayment, withServiceShare } from '#features/leasing/rules/payments.ts'
import { employerUserIds, notify } from '#features/notifications/server/notify.ts'
import type { BodyOf, QueryOf } from '#platform/contract/contract.ts'
import { fail, failFieldText } from '#platform/contract/errors.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { actorOf, logEvent } from '#platform/server/database/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { firstOfMonth, formatDay, formatMonth, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents, formatEuros } from '#platform/values/money.ts'
import type { leaseChanges } from '../contract.ts'
import { type Exemption, exemptionIn } from '../rules/change-guard.ts'
import { changedMonths, earliestChange } from '../rules/months.ts'
import { keepAnnex } from './annex.ts'
import { guardChange } from './guard.ts'
import { leaseChangePorts } from './ports.ts'
import {
  exemptionView,
  findLastChange,
  findLease,
  guardedOf,
  lastDayOf,
  lockRunning,
  paidLease,
  type RunningLease,
  requireRunning,
} from './record.ts'

type Change = MonthlyPayment & { readonly serviceShareCents: number }

/** The payment as the latest change or the agreement has it: what the next change starts from. */
function latestPayment(row: RunningLease, share: number): Change {
  const last = row.changes.at(-1) ?? row
  const { instalmentCents, lastInstalmentCents } =
    'from' in last ? last : { instalmentCents: row.instalment_cents, lastInstalmentCents: row.last_instalment_cents }
  return { instalmentCents, lastInstalmentCents, serviceShareCents: share }
}

async function nextPayment(db: Db, row: RunningLease, serviceShare: number) {
  const last = await findLastChange(db, row)
  const before = latestPayment(row, last?.service_share_cents ?? row.service_share_cents)
  const after = withServiceShare(before, centsFromEuros(serviceShare))
  if (after.serviceShareCents === before.serviceShareCents)
    failFieldText('serviceShare', 'lease-changes:fieldErrors.UNCHANGED')
  return { before, after, number: (last?.number ?? 0) + 1 }
}

/** A change begins within the lease, after the last one; of an exempt agreement not before everybody has been told. */
function requireMonth(row: RunningLease, month: Month, today: string, exemption: Exemption | null): void {
  if (month < earliestChange(paidLease(row)) || month > monthOf(lastDayOf(row)))
    failFieldText('fromMonth', 'lease-changes:fieldErrors.NOT_CHANGEABLE')
  if (exemption !== null && month <= monthOf(today)) failFieldText('fromMonth', 'lease-changes:fieldErrors.NOT_COMING')
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
  requireMonth(row, query.fromMonth, helsinkiDay(env.now()), exemption)
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

interface Planned extends Told {
  readonly number: number
  readonly isNow: boolean
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
  requireMonth(row, body.fromMonth, today, exemptionIn(guardedOf(row), body.fromMonth))
  const payments = await nextPayment(db, row, body.serviceShare)
  const reason = body.reason.trim()
  const exemption = await guardChange(db, context, row, { month: body.fromMonth, typed: body.confirmation, reason })
  const isNow = firstOfMonth(body.fromMonth) <= today
  await keepChange(context, row, { ...payments, from: body.fromMonth, reason, exemption, isNow })
  await logEvent(db, env, actorOf(user), 'LEASING_MONTHLY_PAYMENT_UPDATED', {
    subject: { type: 'agreement', id: row.id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: {
      fromMonth: body.fromMonth,
      fromCents: payments.before.instalmentCents,
      toCents: payments.after.instalmentCents,
    },
  })
  await tell(context, row, { ...payments, from: body.fromMonth, reason, exemption })
}

/** Keeps a change with its annex; what has begun already is shown at once. */
async function keepChange(context: SignedInContext, row: RunningLease, change: Planned): Promise<void> {
  const { db, env } = context
  const { before, after, number, from, reason, isNow } = change
  const shown = {
    ...row,
    service_share_cents: before.serviceShareCents,
    instalment_cents: before.instalmentCents,
    last_instalment_cents: before.lastInstalmentCents,
  }
  const documentId = await keepAnnex(db, context, shown, { ...change, ...after })
  await db
    .insertInto('payment_changes')
    .values({
      id: env.id(),
      company_id: row.company_id,
      agreement_id: row.id,
      number,
      from_day: firstOfMonth(from),
      service_share_cents: after.serviceShareCents,
      instalment_cents: after.instalmentCents,
      last_instalment_cents: after.lastInstalmentCents,
      earlier_service_share_cents: before.serviceShareCents,
      earlier_instalment_cents: before.instalmentCents,
      earlier_last_instalment_cents: before.lastInstalmentCents,
      reason,
      signed_document_id: documentId,
      applied_at: isNow ? env.now() : null,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await (isNow ? setPayment(db, context, { agreementId: row.id, ...after }) : touchAgreement(db, context, row.id))
  await leaseChangePorts().paymentChanged(db, context, row)
}

interface Told {
  readonly before: Change
  readonly after: Change
  readonly from: Month
  readonly reason: string
  readonly exemption: Exemption | null
}

/** Tells the person and the employer what is paid from when on, and what it may do to an exemption. */
async function tell(context: SignedInContext, row: RunningLease, { before, after, from, reason, exemption }: Told) {
  const { db } = context
  const kind = exemption ? 'changedExempt' : 'changed'
  const values = {
    name: `${row.first_name} ${row.last_name}`,
    agreement: row.agreement_number,
    month: formatMonth(from),
    before: formatEuros(before.instalmentCents, row.person_language),
    after: formatEuros(after.instalmentCents, row.person_language),
    reason,
    until: exemption ? formatDay(exemption.until) : '',
  }
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: row.company_id, mail: true, values } as const
  await notify(db, context, [row.user_id], {
    ...notice,
    template: `lease-changes:notice.${kind}`,
    link: pages.myBike,
  })
  await notify(db, context, await employerUserIds(db, row.company_id), {
    ...notice,
    template: `lease-changes:employerNotice.${kind}`,
    link: row.order_id ? pageUrl('employerOrder', { orderId: row.order_id }) : pages.employer,
  })
}
