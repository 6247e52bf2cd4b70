import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import { leasedCents } from '#features/pricing/leasing/rules/price-card.ts'
import { tellTerms } from '#features/pricing/leasing/server/told-terms.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import { type EventType, logEvent } from '#platform/server/events/events.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OrderEffect, OrderWords } from '../../rules/words.ts'
import { storeLink } from '../store/store-key.ts'
import {
  answerToStore,
  confirmationMail,
  deliveryLinkMail,
  noticeOfCancellation,
  noticeOfWithdrawnQuestion,
  noticeToEmployee,
  noticeToEmployer,
  storeOrderMail,
} from './effect-messages.ts'
import { startDayOf } from './facts.ts'
import type { MoveTexts, OrderChange, OrderEffectContext } from './move.ts'
import { orderPorts } from './ports.ts'
import { noAgreement, type OrderRecord, orderEvent, type RelatedRows } from './record.ts'

type Run = Effect<OrderWords, OrderRecord, OrderChange, MoveTexts>

/** Beside the columns, what an effect has changed around the order: added to what earlier ones changed. */
const changing = ({ changes }: OrderEffectContext, around: Partial<RelatedRows>) => ({
  around: { ...changes.around, ...around },
})

/** Writes one of the specification's events on the order's chain. */
const event =
  (type: EventType): Run =>
  async ({ db, services, row, input }) => {
    await logEvent(db, services.env, input.actor, type, {
      ...orderEvent(row.order),
      ...(input.reason ? { data: { reason: input.reason } } : {}),
    })
  }

const voidTheAgreement: Run = async (context) => {
  const { agreement_id: agreementId } = context.row.order
  if (!agreementId || context.row.order.kind === 'REPLACEMENT') return
  await orderPorts().voidAgreement(context.db, context.services, agreementId)
  return { agreement_id: null, ...changing(context, noAgreement) }
}

const freezeCommitmentDay: Run = async (context) => {
  const { db, services, row } = context
  const now = services.env.now()
  const day = helsinkiDay(now)
  const confirmed = {
    confirmed_at: now,
    commitment_day: day,
    is_order_confirmed: true,
    // Nobody at an online shop without a store asks for a code.
    security_code_sealed: row.order.bike_store_id ? services.vault.seal(services.env.code()) : null,
  }
  // The agreement keeps the day on which its people first committed themselves.
  if (row.order.kind === 'REPLACEMENT') return confirmed
  const regime = regimeOf(day)
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ commitment_day: day, tax_regime: regime, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', row.order.agreement_id!)
    .execute()
  await tellTerms(db, services, [row.order.agreement_id!], ['commitmentDay', 'taxRegime'])
  return {
    ...confirmed,
    ...changing(context, { tax_regime: regime, agreement_version: row.related.agreement_version! + 1 }),
  }
}

/**
 * The buyer's delivery link, sealed until it is mailed, and the right to report for the store's link: without them the
 * order cannot go on.
 */
const issueDeliveryLinks: Run = async (context) => {
  const { db, services, row } = context
  const { id: subjectId, bike_store_id: storeId, company_id: companyId } = row.order
  if (storeId) await storeLink(db, services, { orderId: subjectId }, storeId, { purpose: 'delivery', subjectId })
  await createLinkToken(db, services.env, {
    purpose: 'delivery',
    days: 180,
    companyId,
    subjectId,
    userId: row.related.owner_id,
    seal: services.vault.seal,
  })
  return changing(context, { delivery_token_issued: true })
}

const openTheAgreement: Run = async (context) => {
  const { db, services, row } = context
  if (row.order.kind === 'REPLACEMENT') return
  const opened = await orderPorts().openAgreement(db, services, row)
  return {
    agreement_id: opened.id,
    ...changing(context, {
      ...noAgreement,
      agreement_status: 'PENDING',
      agreement_number: opened.agreementNumber,
      agreement_version: 1,
      agreement_terms: row.related.terms_in_force,
      agreement_document_sha256: opened.documentSha256,
      agreement_lease_state: 'NOT_STARTED',
      agreement_price_cents: leasedCents(row.order.snapshot!),
      agreement_excess_cents: row.order.snapshot!.excessCents ?? 0,
      agreement_lease_months: row.order.snapshot!.leaseMonths,
      agreement_instalment_cents: row.order.snapshot!.instalmentCents,
    }),
  }
}

/** Bills the employee for what the package costs over the limit. */
const billExcess: Run = async ({ db, services, row, input }) => {
  const excessCents = row.order.snapshot?.excessCents ?? 0
  if (excessCents > 0) await orderPorts().billExcess(db, services, { record: row, excessCents, actor: input.actor })
}

const startTheLease: Run = async (context) => {
  const { db, services, row, input } = context
  const startDay = startDayOf(row)!
  const months = row.related.agreement_lease_months!
  await orderPorts().startLease(db, services, {
    agreementId: row.order.agreement_id!,
    startDay,
    months,
    actor: input.actor,
  })
  return changing(context, {
    agreement_lease_state: 'ACTIVE',
    agreement_start_day: startDay,
    agreement_end_day: leaseEnd(startDay, months),
    agreement_version: row.related.agreement_version! + 1,
  })
}

/** The invoice without its number, which `moveOrder` takes last. */
const draftSalesInvoice: Run = async (context) => {
  const { db, services, row } = context
  const invoiceId = await orderPorts().draftLessorInvoice(db, services, row.order.id)
  return changing(context, {
    sales_invoice_open: true,
    sales_invoice_id: invoiceId,
    sales_invoice_being_made: true,
  })
}

/** Unties the store's invoice, which may then be matched to the order again, or another one in its place. */
const clearInvoiceMatch: Run = async (context) => {
  const { db, services, row, input } = context
  const invoiceId = row.order.purchase_invoice_id
  if (!invoiceId) return
  await db
    .updateTable('invoices')
    .set((eb) => ({
      matched_at: null,
      matched_by: null,
      difference_cents: null,
      difference_reason: null,
      version: eb('version', '+', 1),
      updated_at: services.env.now(),
    }))
    .where('id', '=', invoiceId)
    .execute()
  await logEvent(db, services.env, input.actor, 'INVOICE_UNMATCHED', {
    ...orderEvent(row.order),
    subject: { type: 'invoice', id: invoiceId },
    shared: false,
    data: { reason: input.reason ?? null },
  })
  return {
    purchase_invoice_id: null,
    order_paid_day: null,
    ...changing(context, {
      invoice_id: null,
      invoice_status: null,
      invoice_difference_cents: null,
      invoice_difference_reason: null,
    }),
  }
}

/** What a step does besides moving the status: one for each name that the table uses, and none besides. */
export const effects = {
  VOID_SNAPSHOT: async () => ({ snapshot: null }),
  OPEN_AGREEMENT: openTheAgreement,
  VOID_AGREEMENT: voidTheAgreement,
  EVENT_LEASING_AGREEMENT_REJECTED: event('LEASING_AGREEMENT_REJECTED'),
  FREEZE_COMMITMENT_DAY: freezeCommitmentDay,
  EVENT_ORDER_CONFIRMED: event('ORDER_CONFIRMED'),
  STORE_ORDER_MAIL: storeOrderMail,
  BILL_EXCESS: billExcess,
  START_PURCHASE_ORDER: async ({ db, services, row, input }) => {
    await orderPorts().startPurchaseOrder(db, services, { order: row.order, actor: input.actor })
  },
  VOID_PURCHASE_ORDER: ({ db, services, row, input }) =>
    orderPorts().voidPurchaseOrder(db, services, { orderId: row.order.id, actor: input.actor }),
  CONFIRMATION_MAIL: confirmationMail,
  NOTICE_OF_CANCELLATION: noticeOfCancellation,
  NOTICE_OF_WITHDRAWN_QUESTION: noticeOfWithdrawnQuestion,
  EVENT_ORDER_SENT: event('ORDER_SENT'),
  KEEP_PROCESSED_TIME: async ({ services }) => ({ processed_at: services.env.now() }),
  ISSUE_DELIVERY_LINKS: issueDeliveryLinks,
  EVENT_ORDER_PROCESSED: event('ORDER_PROCESSED'),
  NOTICE_TO_EMPLOYEE: noticeToEmployee,
  NOTICE_TO_EMPLOYER: noticeToEmployer,
  DELIVERY_LINK_MAILS: deliveryLinkMail,
  SEND_SALES_INVOICE: draftSalesInvoice,
  EVENT_GRENKE_INVOICE_SENT: event('GRENKE_INVOICE_SENT'),
  START_LEASE: startTheLease,
  REPLACE_BIKE: ({ db, services, row, input }) =>
    orderPorts().replaceBike(db, services, { orderId: row.order.id, actor: input.actor }),
  OPEN_QUESTION: async ({ input }) => ({
    hold_question: input.extra?.question ?? null,
    hold_answer: null,
    question_by: input.actor.kind === 'STORE' ? 'STORE' : 'STAFF',
  }),
  KEEP_ANSWER: async ({ input }) => ({ hold_answer: input.extra?.answer ?? null }),
  ANSWER_TO_STORE: answerToStore,
  CLOSE_QUESTION: async () => ({ hold_question: null }),
  CLEAR_INVOICE_MATCH: clearInvoiceMatch,
  KEEP_CASE_REASON: async ({ input }) => ({ case_reason: input.reason ?? null }),
} satisfies Record<OrderEffect, Run>
