import { notify } from '#features/ground/notifications/server/notify.ts'
import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { isWebLink } from '#platform/contract/validation.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { frameNumberOver } from '#platform/values/frame-numbers.ts'
import { centsFromEuros, sumCents } from '#platform/values/money.ts'
import type { orders } from '../../contract.ts'
import { type Mover, planMove, unmetOfProcessing } from '../../rules/transitions.ts'
import { mayReportDelivery } from '../../rules.ts'
import type { Package } from '../../shapes.ts'
import { keepDeliveryCertificate } from '../delivery/certificate.ts'
import { priceOrder } from '../price/pricing.ts'
import { type ChosenSeller, chosenSeller } from '../store/seller.ts'
import { factsOf, startDayOf } from './facts.ts'
import { moveOrder, notifyOrderTurns } from './move.ts'
import { orderHead } from './order-head.ts'
import { orderPorts } from './ports.ts'
import { type OrderRecord, orderEvent, type RelatedRows, updateOrder } from './record.ts'

export interface By {
  readonly mover: Mover
  readonly actor: Actor
}

/** The chosen bicycle as the order's columns. @throws VALIDATION at the link */
function bikeColumns(wanted: Package) {
  if (wanted.productLink && !isWebLink(wanted.productLink))
    failField('package.productLink', 'WEB_ADDRESS', 'is not a web address')
  return {
    bike_brand: wanted.brand.trim(),
    bike_model: wanted.model.trim(),
    bike_kind: wanted.kind,
    frame_size: wanted.frameSize?.trim() || null,
    bike_colour: wanted.colour?.trim() || null,
    product_link: wanted.productLink?.trim() || null,
    bike_price_cents: centsFromEuros(wanted.bikePrice),
    accessories: wanted.accessories.map(({ name, price }) => ({
      name: name.trim(),
      priceCents: centsFromEuros(price),
    })),
  }
}

/** Lets an order that has been processed wait for its invoice; where something is missing yet it stays, and says so itself. */
export async function awaitInvoice(db: Db, services: Services, record: OrderRecord, by: By): Promise<OrderRecord> {
  const to = 'WAITING_FOR_INVOICE_MATCH'
  const plan = planMove(factsOf(record, services.env.now()), record.order.status, to, by.mover)
  return plan.ok ? moveOrder(db, services, record, { to, ...by }) : record
}

/** Stores the package and prices it; the moves O2, O4 and O3 happen on the way as the status asks. */
export async function setPackage(
  db: Db,
  services: Services,
  found: OrderRecord,
  by: By,
  input: ChosenSeller & { package: Package; useCampaign?: boolean | undefined },
): Promise<OrderRecord> {
  if (found.order.delivery_day !== null) throw new AppError('ACCESSORIES_AFTER_DELIVERY')
  let record = found
  if (record.order.status === 'NOT_STARTED' || record.order.status === 'PACKAGE_PROVIDED')
    record = await moveOrder(db, services, record, { to: 'PENDING', ...by })
  else if (record.order.status !== 'PENDING')
    throw new AppError('ORDER_STEP_NOT_ALLOWED', {
      details: { from: record.order.status, to: 'PACKAGE_PROVIDED', unmet: [] },
    })
  const seller = await chosenSeller(db, input)
  const bike = bikeColumns(input.package)
  const card = await priceOrder(db, services, record, {
    bikePriceCents: bike.bike_price_cents,
    accessoriesCents: sumCents(bike.accessories.map((one) => one.priceCents)),
    useCampaign: input.useCampaign,
  })
  await logEvent(db, services.env, by.actor, 'ORDER_PACKAGE_UPDATED', {
    ...orderEvent(record.order),
    data: {
      totalPriceCents: card.totalPriceCents,
      leaseMonths: card.leaseMonths,
      bikeStoreId: seller.columns.bike_store_id,
    },
  })
  // The clerk of the store before has no more to see or to fill in.
  if (record.order.bike_store_id !== null && record.order.bike_store_id !== seller.columns.bike_store_id)
    await revokeLinkTokens(db, 'counter', { subjectId: record.order.id }, services.env.now())
  return moveOrder(db, services, record, {
    to: 'PACKAGE_PROVIDED',
    ...by,
    columns: {
      ...seller.columns,
      ...bike,
      total_price_cents: card.totalPriceCents,
      snapshot: card,
    },
    around: seller.around,
  })
}

/** The insurance terms that the answers accept: those in force, which the caller has to name. */
function acceptedInsurance({ insurance_in_force: inForce }: RelatedRows, input: BodyOf<typeof orders.setAnswers>) {
  if (!inForce) return null
  if (!input.acceptInsurance) failField('acceptInsurance', 'REQUIRED', 'has to be accepted')
  if (input.insuranceTermsId !== inForce.id)
    throw new AppError('VERSION_CONFLICT', { details: { current: { insuranceTermsId: inForce.id } } })
  return inForce
}

/** Stores the remaining answers and sends the agreement out for signing (O5). */
export async function setAnswers(
  db: Db,
  services: Services,
  record: OrderRecord,
  by: By,
  input: BodyOf<typeof orders.setAnswers>,
): Promise<OrderRecord> {
  const { order, related: s } = record
  if (order.status !== 'PACKAGE_PROVIDED')
    throw new AppError('ORDER_STEP_NOT_ALLOWED', {
      details: { from: order.status, to: 'ALL_INFO_PROVIDED', unmet: [] },
    })
  const address = input.deliveryAddress?.trim() || null
  if (input.delivery === 'HOME_DELIVERY' && !s.policy_home_delivery)
    failField('delivery', 'NOT_IN_LIST', 'is not allowed by the policy')
  if (input.delivery === 'HOME_DELIVERY' && !address)
    failField('deliveryAddress', 'REQUIRED', 'is needed for home delivery')
  if (input.policyId !== s.policy_id) failFieldText('policyId', 'orders:fieldErrors.POLICY_CHANGED')
  const insurance = acceptedInsurance(s, input)
  const now = services.env.now()
  return moveOrder(db, services, record, {
    to: 'ALL_INFO_PROVIDED',
    ...by,
    columns: {
      delivery_method: input.delivery,
      delivery_address: input.delivery === 'PICKUP' ? null : address,
      insurance_accepted_at: insurance && now,
      insurance_terms_id: insurance?.id ?? null,
      insurance_terms_sha256: insurance && Buffer.from(insurance.sha256, 'hex'),
      policy_id: s.policy_id,
      policy_accepted_at: now,
      policy_sha256: s.policy_id ? sha256(s.policy_body) : null,
    },
    around: { accepted_insurance: insurance },
  })
}

/**
 * Stores the delivery facts, fixes the lease period, orders the certificate, and moves on where the order waited for it.
 * @throws DELIVERY_NOT_ALLOWED, FRAME_NUMBER_EXISTS, VALIDATION at the date
 */
export async function reportDelivery(
  db: Db,
  services: Services,
  record: OrderRecord,
  by: By & { reportedBy: 'EMPLOYEE' | 'STORE' | 'STAFF' },
  input: { frameNumber: string; deliveryDay: string },
): Promise<OrderRecord> {
  const { order } = record
  const now = services.env.now()
  requireDeliveryOpen(record, by.reportedBy, now)
  const today = helsinkiDay(now)
  if (input.deliveryDay > today || !order.commitment_day || input.deliveryDay < order.commitment_day)
    failField('deliveryDay', 'DELIVERY_DAY_OUT_OF_RANGE', `has to lie between ${order.commitment_day} and ${today}`)
  const frameNumber = frameNumberOver(order.frame_number, input.frameNumber)
  const reported = await updateOrder(db, services, record, {
    frame_number: frameNumber,
    delivery_day: input.deliveryDay,
    delivery_reported_by: by.reportedBy,
    delivery_known_at: order.delivery_known_at ?? now,
  })
  if (order.frame_number !== frameNumber)
    await logEvent(db, services.env, by.actor, 'SERIAL_NUMBER_UPDATED', {
      ...orderEvent(order),
      data: { from: order.frame_number, to: frameNumber },
    })
  if (order.delivery_day !== input.deliveryDay)
    await logEvent(db, services.env, by.actor, 'DELIVERY_DATE_UPDATED', {
      ...orderEvent(order),
      data: { from: order.delivery_day, to: input.deliveryDay },
    })
  const known = await fixLease(db, services, reported)
  if (!record.related.agreement_start_day) await notifyLeaseDay(db, services, known)
  const certified = await keepDeliveryCertificate(db, services, known)
  const mover = order.status === 'WAITING_FOR_DELIVERY_DATE' ? by.mover : systemMover
  const to = 'READY_FOR_BILLING' as const
  if (planMove(factsOf(certified, now), order.status, to, mover).ok)
    return moveOrder(db, services, certified, { to, mover, actor: by.actor })
  await notifyOrderTurns(db, services, record, certified, by.actor)
  return certified
}

/**
 * A store hands over from the confirmed order on, when nothing stands in the way of processing it; everybody else reports
 * from the processed order on.
 */
function requireDeliveryOpen({ order, related }: OrderRecord, reportedBy: string, now: Date): void {
  if (mayReportDelivery(order.status, order.resume_status)) return
  const isEarly = reportedBy === 'STORE' && order.status === 'CONFIRMED' && order.security_code_sealed !== null
  const unmet = isEarly ? unmetOfProcessing(factsOf({ order, related }, now)) : []
  if (isEarly && unmet.length === 0) return
  throw new AppError('DELIVERY_NOT_ALLOWED', { details: { status: order.status, ...(isEarly ? { unmet } : {}) } })
}

/** Tells the person from which day the lease runs. */
async function notifyLeaseDay(db: Db, services: Services, record: OrderRecord): Promise<void> {
  const { order, related: s } = record
  const template = 'orders:notice.leaseDay'
  await notify(db, services, [s.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template,
    head: orderHead(record, { viewer: 'EMPLOYEE', template }),
    link: pages.myBike,
    companyId: order.company_id,
    mail: true,
    values: { bike: `${order.bike_brand} ${order.bike_model}`, day: formatDay(s.agreement_start_day!) },
  })
}

/** Fixes the lease's first and last day, unless they stand already. */
async function fixLease(db: Db, services: Services, record: OrderRecord): Promise<OrderRecord> {
  const { order, related: s } = record
  const start = startDayOf(record) ?? fail('DELIVERY_NOT_ALLOWED')
  if (s.agreement_start_day) return record
  const end = leaseEnd(start, s.agreement_lease_months!)
  await orderPorts().setLeasePeriod(db, services, order.agreement_id!, start, end)
  return {
    ...record,
    related: {
      ...s,
      agreement_start_day: start,
      agreement_end_day: end,
      agreement_version: s.agreement_version! + 1,
    },
  }
}
