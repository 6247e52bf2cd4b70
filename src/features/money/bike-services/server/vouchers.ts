import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import type { BikeServiceView, bikeServices } from '../contract.ts'
import { VOUCHER_DAYS, voucherCode } from '../rules.ts'
import { balanceOf, findServicedLease, findVoucher, lockServicedLease, type ServicedLease } from './queries.ts'
import { isVoid, serviceView, stateOn } from './view.ts'

/** Tells the log of an act on a lease's service. */
export const logService = (
  db: Db,
  { env }: Pick<Services, 'env'>,
  lease: ServicedLease,
  { actor, step, ...data }: { readonly actor: Actor; readonly step: string; readonly [more: string]: unknown },
) =>
  logEvent(db, env, actor, 'PROCESS_STEP', {
    subject: { type: 'agreement', id: lease.id },
    companyId: lease.company_id,
    orderId: lease.order_id,
    employeeId: lease.beneficiary_employee_id,
    shared: false,
    data: { process: 'service', step, ...data },
  })

/** @throws SERVICE_NOT_IN_TERMS, SERVICE_NOT_NOW with what stands in the way */
export async function requireService(db: Db, lease: ServicedLease, day: string) {
  const balance = (await balanceOf(db, lease, day)) ?? fail('SERVICE_NOT_IN_TERMS')
  if (balance.obstacle) throw new AppError('SERVICE_NOT_NOW', { details: { obstacle: balance.obstacle } })
  return balance
}

/** What has run out makes room for the next one. */
const closeExpired = (db: Db, { env }: Pick<Services, 'env'>, leaseId: string, today: string) =>
  db
    .updateTable('service_vouchers')
    .set((eb) => ({
      state: 'EXPIRED',
      closed_at: env.now(),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('agreement_id', '=', leaseId)
    .where('state', '=', 'OPEN')
    .where('valid_until', '<', today)
    .execute()

/** A voucher of one's own lease. @throws SERVICE_VOUCHER_EXISTS while another one is open */
export async function makeVoucher(
  context: SignedInContext,
  { leasingAgreementId }: BodyOf<typeof bikeServices.make>,
): Promise<BikeServiceView> {
  const { db, scope, env, user } = context
  const today = helsinkiDay(env.now())
  const lease = (await lockServicedLease(db, scope, leasingAgreementId)) ?? fail('NOT_FOUND')
  await requireService(db, lease, today)
  await closeExpired(db, context, lease.id, today)
  const validUntil = addDays(today, VOUCHER_DAYS)
  await db
    .insertInto('service_vouchers')
    .values({
      id: env.id(),
      company_id: lease.company_id,
      agreement_id: lease.id,
      beneficiary_employee_id: lease.beneficiary_employee_id,
      code: voucherCode(env.random(8)),
      valid_until: validUntil,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'service_vouchers_open_key') ? new AppError('SERVICE_VOUCHER_EXISTS') : error
    })
  await logService(db, context, lease, { actor: actorOf(user, lease.owner_id), step: 'voucher', validUntil })
  return serviceView(db, context, lease, user)
}

/** Holds the lease of a voucher of the scope, so that its acts take turns, and reads the voucher as it then is. */
async function lockOwn(context: SignedInContext, id: string, version: number) {
  const { db, scope, user } = context
  const { agreement_id: leaseId } = (await findVoucher(db, scope, id)) ?? fail('NOT_FOUND')
  const lease = (await lockServicedLease(db, scope, leaseId)) ?? fail('NOT_FOUND')
  const voucher = (await findVoucher(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, voucher.version, await serviceView(db, context, lease, user))
  return { lease, voucher }
}

/** Takes back a voucher that nobody has billed; the link that a store has of it opens nothing any more. */
export async function cancelVoucher(context: SignedInContext, id: string, { version }: { readonly version: number }) {
  const { db, env, user } = context
  const { lease, voucher } = await lockOwn(context, id, version)
  const state = stateOn(voucher, helsinkiDay(env.now()))
  if (state !== 'OPEN' && state !== 'TAKEN') throw new AppError('SERVICE_VOUCHER_NOT_VALID', { details: { state } })
  await db
    .updateTable('service_vouchers')
    .set({ state: 'CANCELLED', closed_at: env.now(), updated_at: env.now(), version: voucher.version + 1 })
    .where('id', '=', id)
    .execute()
  await revokeLinkTokens(db, 'service-bill', { subjectId: id }, env.now())
  await logService(db, context, lease, { actor: actorOf(user, lease.owner_id), step: 'cancelVoucher' })
  return serviceView(db, context, lease, user)
}

/** The person has not had what a store has billed: the invoice waits for the staff. */
export async function disputeVoucher(
  context: SignedInContext,
  id: string,
  { reason, version }: BodyOf<typeof bikeServices.dispute>,
) {
  const { db, env, user } = context
  const { lease, voucher } = await lockOwn(context, id, version)
  if (!voucher.invoice_id || voucher.invoice_paid_day !== null || isVoid(voucher))
    throw new AppError('SERVICE_VOUCHER_NOT_VALID', { details: { state: voucher.state } })
  await db
    .updateTable('invoices')
    .set((eb) => ({ disputed_at: env.now(), version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', voucher.invoice_id)
    .execute()
  await logEvent(db, env, actorOf(user, lease.owner_id), 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id: voucher.invoice_id },
    companyId: lease.company_id,
    orderId: null,
    shared: false,
    data: { reason: reason.trim(), isDisputed: true },
  })
  return serviceView(db, context, present(await findServicedLease(db, context.scope, lease.id)), user)
}
