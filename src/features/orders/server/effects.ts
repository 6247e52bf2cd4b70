import { openAgreement, startLease, voidAgreement } from '#features/agreements/server/agreements.ts'
import { sendLessorInvoice } from '#features/invoices/billing/server/lessor-invoice.ts'
import { regimeOf } from '#features/tax/rules/benefit-regime.ts'
import { type EventType, logEvent } from '#platform/server/database/events.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { agreementFactsOf } from './agreement-facts.ts'
import {
  deliveryLinkMails,
  employeeOrderToEmployer,
  noticeToEmployee,
  noticeToEmployer,
  reasonToEmployee,
  signingMails,
  storeOrderMail,
} from './effect-messages.ts'
import { startDayOf } from './facts.ts'
import type { Effect } from './move.ts'

type Run = (effect: Effect) => Promise<void>

/** Writes one of the specification's events on the order's chain. */
const event =
  (type: EventType): Run =>
  async ({ db, services, record: { order }, input }) => {
    await logEvent(db, services.env, input.actor, type, {
      subject: { type: 'order', id: order.id },
      companyId: order.company_id,
      orderId: order.id,
      employeeId: order.beneficiary_employee_id,
      ...(input.reason ? { data: { reason: input.reason } } : {}),
    })
  }

const voidTheAgreement: Run = async ({ db, services, record: { order } }) => {
  if (!order.agreement_id) return
  await voidAgreement(db, services, order.agreement_id)
  await db.updateTable('orders').set({ agreement_id: null }).where('id', '=', order.id).execute()
}

const freezeCommitmentDay: Run = async ({ db, services, record: { order } }) => {
  const now = services.env.now()
  const day = helsinkiDay(now)
  await db
    .updateTable('orders')
    .set({
      confirmed_at: now,
      commitment_day: day,
      is_order_confirmed: true,
      security_code_sealed: services.vault.seal(services.env.code()),
    })
    .where('id', '=', order.id)
    .execute()
  await db
    .updateTable('leasing_agreements')
    .set((eb) => ({ commitment_day: day, tax_regime: regimeOf(day), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', order.agreement_id!)
    .execute()
}

/** Processing also makes the two delivery links, sealed until they are mailed: without them the order cannot go on. */
const processed: Run = async (effect) => {
  const {
    db,
    services,
    record: { order, surroundings },
  } = effect
  await db.updateTable('orders').set({ processed_at: services.env.now() }).where('id', '=', order.id).execute()
  for (const userId of [null, surroundings.owner_id]) {
    await createLinkToken(db, services.env, {
      purpose: 'delivery',
      days: 180,
      companyId: order.company_id,
      subjectId: order.id,
      userId,
      seal: services.vault.seal,
    })
  }
  await event('ORDER_PROCESSED')(effect)
}

const leaseStarted: Run = async ({ db, services, record, input }) => {
  const { order, surroundings: s } = record
  await startLease(db, services, {
    agreementId: order.agreement_id!,
    startDay: startDayOf(record)!,
    months: s.agreement_lease_months!,
    actor: input.actor,
  })
}

const done: Run = async () => undefined

/**
 * What an edge does besides moving the status, by the names that the table uses. The three that belong to order
 * cancellations come with that feature; until then no edge that names them can be taken.
 */
export const effects: Readonly<Record<string, Run>> = {
  // The package and the invoice are stored by the command that asks for the move, before it is judged.
  COST_SNAPSHOT: done,
  LINK_INVOICE: done,
  KEEP_ANSWER: async ({ db, record: { order }, input }) =>
    void (await db
      .updateTable('orders')
      .set({ hold_answer: input.answer ?? null })
      .where('id', '=', order.id)
      .execute()),
  OPEN_QUESTION: async ({ db, record: { order }, input }) =>
    void (await db
      .updateTable('orders')
      .set({ hold_question: input.question ?? null, hold_answer: null })
      .where('id', '=', order.id)
      .execute()),
  CLOSE_QUESTION: async ({ db, record: { order } }) =>
    void (await db.updateTable('orders').set({ hold_question: null }).where('id', '=', order.id).execute()),
  VOID_SNAPSHOT: async ({ db, record: { order } }) =>
    void (await db.updateTable('orders').set({ snapshot: null }).where('id', '=', order.id).execute()),
  OPEN_AGREEMENT: async ({ db, services, record }) => {
    const agreementId = await openAgreement(db, services, agreementFactsOf(record, services))
    await db.updateTable('orders').set({ agreement_id: agreementId }).where('id', '=', record.order.id).execute()
  },
  // The document is made with the agreement's row, which carries its hash.
  AGREEMENT_DOCUMENT: done,
  SIGNING_MAILS: signingMails,
  EMPLOYEE_ORDER_TO_EMPLOYER: employeeOrderToEmployer,
  VOID_AGREEMENT: voidTheAgreement,
  EVENT_LEASING_AGREEMENT_REJECTED: event('LEASING_AGREEMENT_REJECTED'),
  REASON_TO_EMPLOYEE: reasonToEmployee,
  FREEZE_COMMITMENT_DAY: freezeCommitmentDay,
  EVENT_ORDER_CONFIRMED: event('ORDER_CONFIRMED'),
  STORE_ORDER_MAIL: storeOrderMail,
  EVENT_ORDER_SENT: event('ORDER_SENT'),
  EVENT_ORDER_PROCESSED: processed,
  ORDER_STATUS_CHANGE_TO_EMPLOYEE: noticeToEmployee,
  NOTICE_TO_EMPLOYEE: noticeToEmployee,
  NOTICE_TO_EMPLOYER: noticeToEmployer,
  DELIVERY_LINK_MAILS: deliveryLinkMails,
  // The facts, their events and the certificate are written when they are reported, which may be earlier.
  EVENT_SERIAL_NUMBER_UPDATED: done,
  EVENT_DELIVERY_DATE_UPDATED: done,
  DELIVERY_CERTIFICATE: done,
  SEND_SALES_INVOICE: async ({ db, services, record: { order }, input }) =>
    sendLessorInvoice(db, services, { orderId: order.id, actor: input.actor }),
  EVENT_GRENKE_INVOICE_SENT: event('GRENKE_INVOICE_SENT'),
  EVENT_LEASING_AGREEMENT_STARTED: leaseStarted,
}
