import { sql } from 'kysely'
import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { closeTaxReview } from '#features/leases/agreements/server/changes.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf, QueryOf } from '#platform/contract/contract.ts'
import { AppError, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf, pageOf } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addDays, firstOfMonth, formatMonth, monthOf } from '#platform/values/days.ts'
import type { leaseChanges } from '../contract.ts'
import { lockStarted, type RunningLease } from './record.ts'

const columns = {
  createdAt: { filled: sql.ref('a.created_at') },
  commitmentDate: sql.ref('a.commitment_day'),
  endDay: sql.ref('a.end_day'),
  employeeName: personNameOf('a.beneficiary_employee_id'),
  companyName: companyNameOf('a.company_id'),
}

/** A page of the agreements whose taxation is to be reviewed. */
export async function listReviews(
  db: Db,
  scope: Scope,
  { page = 1, limit = 20, id, sort }: QueryOf<typeof leaseChanges.reviews>,
) {
  const order = sortedBy(sort, columns, sql.ref('a.id')) ?? sql`a.created_at desc, a.id desc`
  const marked = db
    .selectFrom('leasing_agreements as a')
    .where(within(scope, { company: 'a.company_id', employee: 'a.beneficiary_employee_id' }))
    .where('a.tax_regime_review', 'is not', null)
    .$if(id !== undefined, (q) => q.where('a.id', '=', id!))
  const chosen = marked
    .select('a.id')
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('beneficiary_employees as e', 'e.id', 'a.beneficiary_employee_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .where('a.id', 'in', chosen)
    .selectAll('a')
    .select(['u.first_name', 'u.last_name', 'c.name as company_name'])
    .orderBy(order)
    .execute()
  const items = rows.map((row) => ({
    leasingAgreementId: row.id,
    version: row.version,
    agreementNumber: row.agreement_number,
    employeeName: `${row.last_name} ${row.first_name}`,
    companyName: row.company_name,
    taxRegime: row.tax_regime,
    commitmentDate: row.commitment_day,
    startDay: row.start_day,
    endDay: row.end_day,
    review: row.tax_regime_review ?? '',
  }))
  return pageOf(items, { page, limit, total: await countOf(db, marked) })
}

/** Closes a review: the exemption stays, or ends before a month; payroll counts with what is decided. */
export async function closeReview(context: SignedInContext, id: string, body: BodyOf<typeof leaseChanges.review>) {
  const { db, env, user } = context
  const row = await lockStarted(context, id, body.version)
  if (row.tax_regime_review === null)
    throw new AppError('LEASE_CHANGE_NOT_ALLOWED', { details: { unmet: ['NOT_MARKED'] } })
  const from = body.taxableFrom ?? null
  if (from !== null && (from < monthOf(row.start_day) || from > monthOf(row.end_day)))
    failFieldText('taxableFrom', 'lease-changes:fieldErrors.NOT_OF_THE_LEASE')
  const exemptUntil = from === null ? null : addDays(firstOfMonth(from), -1)
  await closeTaxReview(db, context, { agreementId: row.id, exemptUntil })
  await logEvent(db, env, actorOf(user), 'PROCESS_STEP', {
    subject: { type: 'agreement', id: row.id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    shared: false,
    data: {
      process: 'tax-review',
      step: from === null ? 'exemptionStays' : 'taxable',
      from,
      reason: body.reason.trim(),
    },
  })
  const values = { agreement: row.agreement_number, month: from ? formatMonth(from) : '–', reason: body.reason.trim() }
  await tellOfReview(context, row, from === null ? 'exemptionStays' : 'taxable', values)
}

/** The person whose benefit it is and the employer whose payroll follows hear how a review ended. */
async function tellOfReview(
  context: SignedInContext,
  row: RunningLease,
  kind: 'exemptionStays' | 'taxable',
  told: Record<string, string>,
) {
  const { db } = context
  const values = { ...told, name: `${row.first_name} ${row.last_name}` }
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
