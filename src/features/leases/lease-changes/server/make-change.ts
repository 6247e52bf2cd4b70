import { employerUserIds, notify } from '#features/ground/notifications/server/notify.ts'
import { setPayment, touchAgreement } from '#features/leases/agreements/server/changes.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { firstOfMonth, formatDay, formatMonth, type Month } from '#platform/values/days.ts'
import type { Exemption } from '../rules/change-guard.ts'
import type { Payment, SetPayment } from '../rules/reckon.ts'
import { keepAnnex } from './annex.ts'
import { leaseChangePorts } from './ports.ts'
import type { RunningLease } from './record.ts'

interface Told {
  readonly before: Payment
  readonly after: Payment
  readonly from: Month
  /** As the staff typed it, or a text that each reader reads in their own language. */
  readonly reason: string | TextValue
  readonly exemption: Exemption | null
}

interface Planned extends Told {
  readonly number: number
  readonly isNow: boolean
  /** The VAT rate that the change follows, and the one before it; null for a change of the staff. */
  readonly vat: { readonly to: number; readonly from: number } | null
  /** What the staff had set, where it is counted anew at another rate. */
  readonly agreed?: SetPayment
}

/** The payment as the latest change or the agreement has it: what the next change starts from. */
export function latestPayment(row: RunningLease, share: number): Payment {
  const last = row.changes.at(-1) ?? row
  const { instalmentCents, lastInstalmentCents } =
    'from' in last ? last : { instalmentCents: row.instalment_cents, lastInstalmentCents: row.last_instalment_cents }
  return { instalmentCents, lastInstalmentCents, serviceShareCents: share }
}

/** Makes a change of a locked lease's payment, with its annex, event and messages; billing and payroll read it. */
export async function makeChange(
  db: Db,
  services: Services,
  row: RunningLease,
  { actor, ...change }: Planned & { readonly actor: Actor },
): Promise<void> {
  await keepChange(db, services, row, change)
  await logChange(db, services, row, { actor, ...change })
  await tell(db, services, row, change)
}

/** Notes in the event log what is paid from a month on instead of what would have been. */
export async function logChange(
  db: Db,
  services: Services,
  row: RunningLease,
  change: Pick<Told, 'before' | 'after' | 'from'> & { readonly actor: Actor },
): Promise<void> {
  await logEvent(db, services.env, change.actor, 'LEASING_MONTHLY_PAYMENT_UPDATED', {
    subject: { type: 'agreement', id: row.id },
    companyId: row.company_id,
    orderId: row.order_id,
    employeeId: row.beneficiary_employee_id,
    data: {
      fromMonth: change.from,
      fromCents: change.before.instalmentCents,
      toCents: change.after.instalmentCents,
    },
  })
}

/** The reason as the person of the lease reads it, for papers and reviews. */
export const inWords = ({ texts }: Services, row: RunningLease, reason: Told['reason']): string =>
  typeof reason === 'string' ? reason : texts.t(row.person_language, reason.text, reason.values)

/** Keeps a change with its annex; what has begun already is shown at once. */
async function keepChange(db: Db, services: Services, row: RunningLease, change: Planned): Promise<void> {
  const { env } = services
  const { before, after, number, from, isNow, vat, agreed } = change
  const reason = inWords(services, row, change.reason)
  const shown = {
    ...row,
    service_share_cents: before.serviceShareCents,
    instalment_cents: before.instalmentCents,
    last_instalment_cents: before.lastInstalmentCents,
  }
  const documentId = await keepAnnex(db, services, shown, { ...change, ...after, reason })
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
      ...earlierColumns(before),
      reason,
      vat_basis_points: vat?.to ?? null,
      earlier_vat_basis_points: vat?.from ?? null,
      agreed: agreed ? JSON.stringify(agreed) : null,
      signed_document_id: documentId,
      applied_at: isNow ? env.now() : null,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  await (isNow
    ? setPayment(db, services, { agreementId: row.id, ...after, vatBasisPoints: vat?.to ?? null })
    : touchAgreement(db, services, row.id))
  await leaseChangePorts().paymentChanged(db, services, row)
}

export const earlierColumns = (before: Payment) => ({
  earlier_service_share_cents: before.serviceShareCents,
  earlier_instalment_cents: before.instalmentCents,
  earlier_last_instalment_cents: before.lastInstalmentCents,
})

/** Tells the person and the employer what is paid from when on, and what it may do to an exemption. */
export async function tell(
  db: Db,
  services: Services,
  row: RunningLease,
  { before, after, from, reason, exemption }: Told,
  kind: 'changed' | 'changedExempt' | 'withdrawn' = exemption ? 'changedExempt' : 'changed',
) {
  const values = {
    name: `${row.first_name} ${row.last_name}`,
    agreement: row.agreement_number,
    month: formatMonth(from),
    before: { cents: before.instalmentCents },
    after: { cents: after.instalmentCents },
    reason,
    until: exemption ? formatDay(exemption.until) : '',
  }
  const notice = { type: 'ORDER_STATUS_CHANGE', companyId: row.company_id, mail: true, values } as const
  await notify(db, services, [row.user_id], {
    ...notice,
    template: `lease-changes:notice.${kind}`,
    head: await headBeside(db, services, { agreementId: row.id, isOwn: true }),
    link: pages.myBike,
  })
  await notify(db, services, await employerUserIds(db, row.company_id), {
    ...notice,
    template: `lease-changes:employerNotice.${kind}`,
    head: await headBeside(db, services, { agreementId: row.id, isOwn: false }),
    link: row.order_id ? pageUrl('employerOrder', { orderId: row.order_id }) : pages.employer,
  })
}
