import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { AppError, failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { addDays, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { frameNumberOver } from '#platform/values/frame-numbers.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import { orderPorts } from '../moves/ports.ts'
import { type OrderRecord, orderEvent, updateOrder } from '../moves/record.ts'
import { keepDeliveryCertificate } from './certificate.ts'

interface Correction {
  readonly frameNumber: string
  readonly deliveryDay: string
  /** In euros, when the correction names one. */
  readonly price?: number
  readonly reason: string
}

/**
 * Corrects frame number or delivery day after the lessor was billed, also while the lease runs: the change is noted, a
 * new certificate is made, and an invoice that was sent is credited and sent anew. The lease's days stand.
 * @throws DELIVERY_NOT_ALLOWED, FRAME_NUMBER_EXISTS, VALIDATION at the date, at a price other than the signed
 * one, or where nothing changes
 */
export async function correctDelivery(
  db: Db,
  services: Services,
  record: OrderRecord,
  actor: Actor,
  { frameNumber: typed, deliveryDay, price, reason }: Correction,
): Promise<OrderRecord> {
  const { order } = record
  requireCorrectable(record, deliveryDay, helsinkiDay(services.env.now()))
  if (price !== undefined && centsFromEuros(price) !== record.related.agreement_price_cents)
    failFieldText('price', 'orders:fieldErrors.PRICE_IS_SIGNED')
  const frameNumber = frameNumberOver(order.frame_number, typed)
  const changed = { number: frameNumber !== order.frame_number, day: deliveryDay !== order.delivery_day }
  if (!changed.number && !changed.day) failFieldText('frameNumber', 'orders:fieldErrors.UNCHANGED')
  const corrected = await updateOrder(db, services, record, { frame_number: frameNumber, delivery_day: deliveryDay })
  const note = (type: 'SERIAL_NUMBER_UPDATED' | 'DELIVERY_DATE_UPDATED', from: string | null, to: string) =>
    logEvent(db, services.env, actor, type, { ...orderEvent(order), data: { from, to, reason, afterBilling: true } })
  if (changed.number) await note('SERIAL_NUMBER_UPDATED', order.frame_number, frameNumber)
  if (changed.day) await note('DELIVERY_DATE_UPDATED', order.delivery_day, deliveryDay)
  const certified = await keepDeliveryCertificate(db, services, corrected)
  return billAnew(db, services, certified, { actor, reason })
}

function requireCorrectable({ order, related: s }: OrderRecord, deliveryDay: string, today: string): void {
  const isBilled = order.status === 'GRENKE_INVOICE_SENT' || order.status === 'ACTIVE_LEASING'
  if (!isBilled || s.agreement_lease_state === 'ENDED')
    throw new AppError('DELIVERY_NOT_ALLOWED', { details: { status: order.status } })
  // A bicycle that replaces another is handed over while the lease runs.
  const isBefore = order.kind !== 'REPLACEMENT' && s.agreement_start_day !== null
  const beforeStart = isBefore ? addDays(s.agreement_start_day!, -1) : today
  const latest = beforeStart < today ? beforeStart : today
  if (!order.commitment_day || deliveryDay < order.commitment_day || deliveryDay > latest)
    failField('deliveryDay', 'DELIVERY_DAY_OUT_OF_RANGE', `has to lie between ${order.commitment_day} and ${latest}`)
}

/**
 * Credits the lessor's invoice whole and sends it anew with the corrected facts; each goes to the lessor by mail. Where
 * none of ours stands, the lessor is told of the facts alone.
 */
async function billAnew(
  db: Db,
  services: Services,
  record: OrderRecord,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<OrderRecord> {
  const { sales_invoice_id: invoiceId, sales_invoice_open: isOpen } = record.related
  if (!isOpen || !invoiceId) {
    await tellLessor(db, services, record)
    return record
  }
  const anew = await orderPorts().billLessorAgain(db, services, { orderId: record.order.id, invoiceId, reason, actor })
  return { ...record, related: { ...record.related, sales_invoice_id: anew, sales_invoice_being_made: true } }
}

async function tellLessor(db: Db, services: Services, { order }: OrderRecord): Promise<void> {
  const found = await db
    .selectFrom('leasing_agreements as a')
    .innerJoin('leasing_companies as l', 'l.id', 'a.leasing_company_id')
    .select(['a.agreement_number', 'l.id as lessor_id', 'l.name', 'l.kind', 'l.invoice_email'])
    .where('a.id', '=', order.agreement_id)
    .where('a.company_id', '=', order.company_id)
    .executeTakeFirst()
  if (!found?.invoice_email || found.kind === 'OPERATOR') return
  await sendMail(db, services, {
    to: found.invoice_email,
    language: 'fi',
    template: 'orders:mail.deliveryCorrected',
    link: await lessorLink(db, services, { lessorId: found.lessor_id }),
    companyId: order.company_id,
    values: {
      lessor: found.name,
      agreement: found.agreement_number,
      frame: order.frame_number ?? '',
      day: order.delivery_day ? formatDay(order.delivery_day) : '',
    },
  })
}
