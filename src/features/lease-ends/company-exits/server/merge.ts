import { notify } from '#features/ground/notifications/server/notify.ts'
import { carryPlan } from '#features/lease-ends/absence-plans/server/carry.ts'
import { leaseFrom } from '#features/lease-ends/brokerage/rules/transfer.ts'
import { cancelUnaccepted } from '#features/lease-ends/redemptions/server/claimed.ts'
import { startLease } from '#features/leases/agreements/server/agreements.ts'
import { markTaxReview } from '#features/leases/agreements/server/changes.ts'
import { closeEnding, findOpenEnding, openEnding, setEnd } from '#features/leases/agreements/server/endings.ts'
import {
  copyFromBefore,
  holderColumns,
  openTransferred,
  setDocument,
  signTransferred,
} from '#features/leases/agreements/server/transferred.ts'
import { carryPayments } from '#features/leases/lease-changes/server/carry.ts'
import { carryPayers } from '#features/payroll/reporting/server/payers.ts'
import { moveEmployee } from '#features/people/employees/server/move.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import {
  addDays,
  type Day,
  firstOfNextMonth,
  formatDay,
  helsinkiDay,
  lastOfMonth,
  laterDay,
} from '#platform/values/days.ts'
import { fileMerger } from './merge-paper.ts'
import { type ExitLeaseRecord, type ExitRecord, leaseRows } from './queries.ts'

const findLease = (db: Db, exit: ExitRecord, agreementId: string) =>
  leaseRows(db, exit).where('a.id', '=', agreementId).forUpdate('a').executeTakeFirst()

const eventOf = (lease: ExitLeaseRecord, step: string, data: Record<string, unknown>) => ({
  subject: { type: 'agreement' as const, id: lease.id },
  companyId: lease.company_id,
  orderId: lease.order_id,
  employeeId: lease.beneficiary_employee_id,
  data: { process: 'company-exit', step, ...data },
})

/**
 * A lease of a merging company will end as transferred the day before it goes over. One that is redeemed, returned or
 * cancelled ends that way instead, and one whose term is over by then with its term.
 */
export async function prepareLease(db: Db, services: Services, exit: ExitRecord, agreementId: string) {
  const { env } = services
  const today = helsinkiDay(env.now())
  const lease = await findLease(db, exit, agreementId)
  if (lease?.lease_state !== 'ACTIVE' || lease.ends_on !== null) return false
  // Until the last month people may still redeem, return or pass on, and a damage is settled.
  if (firstOfNextMonth(today) < exit.moves_on! || (await hasOpenClaim(db, lease))) return false
  const endsOn = laterDay(addDays(exit.moves_on!, -1), lastOfMonth(today))
  if (lease.end_day! <= endsOn) return false
  if (today >= exit.moves_on!) await cancelUnaccepted(db, services, lease)
  if (await findOpenEnding(db, agreementId)) return false
  const ending = { endingId: env.id(), companyId: lease.company_id, agreementId }
  await openEnding(db, services, { ...ending, kind: 'TRANSFER' })
  await setEnd(db, services, { ...ending, endsOn, endsAs: 'TRANSFERRED' })
  await writeRow(db, services, { exit, agreementId }, { ending_id: ending.endingId })
  await logEvent(db, env, systemActor, 'PROCESS_STEP', eventOf(lease, 'merge', { endsOn }))
  return true
}

/** A damage or loss is settled where it happened; the lease goes over in a later month. */
async function hasOpenClaim(db: Db, { id, company_id }: ExitLeaseRecord): Promise<boolean> {
  const row = await db
    .selectFrom('insurance_claims')
    .select('id')
    .where('agreement_id', '=', id)
    .where('company_id', '=', company_id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return row !== undefined
}

const writeRow = (
  db: Db,
  { env }: Pick<Services, 'env'>,
  { exit, agreementId }: { exit: ExitRecord; agreementId: string },
  columns: { ending_id?: string; new_agreement_id?: string },
) =>
  db
    .updateTable('company_exit_leases')
    .set((eb) => ({ ...columns, updated_at: env.now(), version: eb('version', '+', 1) }))
    .where('exit_id', '=', exit.id)
    .where('company_id', '=', exit.company_id)
    .where('agreement_id', '=', agreementId)
    .execute()

/** The lease goes on in the other company, with its person, lessor, prices and tax; whether its exemption stays is reviewed. */
export async function moveLease(db: Db, services: Services, exit: ExitRecord, agreementId: string) {
  const lease = await findLease(db, exit, agreementId)
  if (lease?.end_reason !== 'TRANSFERRED' || lease.ending_id === null || lease.new_agreement_id !== null) return false
  const startsOn = addDays(lease.ended_day as Day, 1)
  const employeeId = await moveEmployee(db, services, {
    employeeId: lease.beneficiary_employee_id,
    intoCompanyId: exit.into_company_id!,
  })
  const next = await openNext(db, services, { exit, lease, startsOn, employeeId })
  await closeEnding(db, services, lease.ending_id)
  await writeRow(db, services, { exit, agreementId }, { new_agreement_id: next.id })
  await logEvent(db, services.env, systemActor, 'PROCESS_STEP', eventOf(lease, 'moved', { startsOn }))
  await notify(db, services, [lease.user_id], {
    type: 'ORDER_STATUS_CHANGE',
    companyId: exit.into_company_id!,
    mail: true,
    head: await headBeside(db, services, { agreementId: next.id, isOwn: true }),
    template: 'company-exits:notice.moved',
    link: pages.myBike,
    values: { into: exit.into_company_name!, agreement: next.agreementNumber, day: formatDay(startsOn) },
  })
  return true
}

/** The staff read the marks of reviews. */
const staffLanguage = 'fi'

interface Next {
  readonly exit: ExitRecord
  readonly lease: ExitLeaseRecord
  readonly startsOn: Day
  readonly employeeId: string
}

/** Opens, files and begins the agreement that goes on. A merger passes it on by law, so nobody signs. */
async function openNext(db: Db, services: Services, { exit, lease, startsOn, employeeId }: Next) {
  const left = leaseFrom(
    {
      startDay: lease.start_day!,
      endDay: lease.end_day!,
      residualCents: lease.residual_cents,
      buyOutCents: lease.buy_out_cents.map(Number),
    },
    startsOn,
  )
  const companyId = exit.into_company_id!
  const next = await openTransferred(db, services, {
    previousId: lease.id,
    companyId,
    employeeId,
    benefitModel: lease.benefit_model,
    lease: left,
  })
  const agreementId = next.id
  await signTransferred(db, services, {
    agreementId,
    previousId: lease.id,
    companyId,
    startDay: startsOn,
    endDay: lease.end_day!,
    commitmentDay: lease.commitment_day!,
    taxRegime: lease.tax_regime!,
    lease: left,
    signatures: [],
  })
  const { agreementNumber } = next
  const file = await fileMerger(db, services, { exit, lease, startsOn, employeeId, agreementId, agreementNumber })
  await setDocument(db, services, { agreementId, file })
  await startLease(db, services, { agreementId, startDay: startsOn, months: left.months, actor: systemActor })
  const of = { agreementId, previousId: lease.id, companyId, startDay: startsOn }
  await carryPayments(db, services, of)
  await copyFromBefore(db, services, of, holderColumns)
  await carryPayers(db, services, of)
  await carryPlan(db, services, { ...of, employeeId })
  const reason = services.texts.t(staffLanguage, 'company-exits:merger.review', { company: exit.company_name })
  await markTaxReview(db, services, { agreementId, reason })
  return next
}
