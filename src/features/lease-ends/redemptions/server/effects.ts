import { sql } from 'kysely'
import { notify } from '#features/ground/notifications/server/notify.ts'
import {
  clearEnd,
  closeEnding,
  setBikePlace,
  setEnd,
  setKept,
  setReady,
  setTaxable,
} from '#features/leases/agreements/server/endings.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { isCreditedWhole } from '#features/money/invoices/server/billed.ts'
import { fairValuesInForce } from '#features/pricing/leasing/server/fair-values.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import type { LeaseFacts } from '#features/story/lease-story/facts.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import { pages } from '#platform/contract/pages.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { Effect } from '#platform/server/process/take-step.ts'
import { firstOfMonth, helsinkiDay, lastOfMonth } from '#platform/values/days.ts'
import { offerValidUntil, priceAt, taxableOf } from '../rules/price.ts'
import type { RedemptionEffect, RedemptionWords } from '../rules/words.ts'
import { billRest } from './bill-rest.ts'
import { headOf, messageValues, type StepTexts } from './messages.ts'
import { leaseOf, type RedemptionColumns, type RedemptionRecord } from './record.ts'
import { keepTransferDocument } from './transfer-document.ts'

type Run = Effect<RedemptionWords, RedemptionRecord, RedemptionColumns, StepTexts>

/** The price of the table, or what staff have set with a reason; valid until the 25th of the month at the latest. */
const makeOffer: Run = async ({ db, services, row, input }) => {
  const today = helsinkiDay(services.env.now())
  const lease = leaseOf(row)
  const table = priceAt(lease, row.end_month, (await fairValuesInForce(db)).table)
  const own = input.extra?.ownCents
  const priceCents = own?.price ?? table.priceCents
  const fairValueCents = own?.fairValue ?? table.fairValueCents
  return {
    price_cents: priceCents,
    fee_cents: table.feeCents,
    fair_value_cents: fairValueCents,
    own_price_reason: own ? (input.reason ?? null) : null,
    taxable_cents: row.buyer === 'EMPLOYEE' ? taxableOf(fairValueCents, priceCents) : 0,
    offer_valid_until: offerValidUntil(row.end_month, { isOver: lease.isOver, today }),
    payment_method: row.payment_method,
    accepted_at: null,
  }
}

/** A running lease will end as redeemed once it is paid; payroll knows the taxable difference from now on. */
const setTheEnd: Run = async ({ db, services, row }) => {
  const ending = { endingId: row.id, companyId: row.company_id, agreementId: row.agreement_id }
  if (row.lease_state === 'ACTIVE') {
    const endsOn = lastOfMonth(firstOfMonth(row.end_month))
    await setEnd(db, services, { ...ending, endsOn, endsAs: 'REDEEMED' })
    await setReady(db, services, { endingId: row.id, isReady: false })
    await setTaxable(db, services, { agreementId: row.agreement_id, cents: row.taxable_cents })
  }
  return { accepted_at: services.env.now() }
}

const sendNotice: Run = async ({ db, services, row }) => {
  if (row.lessor_kind !== 'OPERATOR' && row.lessor_email !== null)
    await sendMail(db, services, {
      to: row.lessor_email,
      language: 'fi',
      template: 'redemptions:mail.closing',
      link: await lessorLink(db, services, { agreementId: row.agreement_id }),
      companyId: row.company_id,
      values: messageValues(row),
    })
  return { notice_sent_at: services.env.now() }
}

const transferTitle: Run = async (context) => {
  const { db, services, row } = context
  await setBikePlace(db, services, {
    agreementId: row.agreement_id,
    bikeAt: row.bike_at === 'LOST' ? 'LOST' : row.buyer === 'EMPLOYEE' ? 'SOLD' : 'EMPLOYER',
  })
  if (row.buyer === 'EMPLOYER') await setKept(db, services, { agreementId: row.agreement_id, fromMonth: null })
  await setTaxable(db, services, { agreementId: row.agreement_id, cents: row.taxable_cents })
  await followPayment(context, 'COMPLETED')
  const doneDay = helsinkiDay(services.env.now())
  return { done_day: doneDay, transfer_file_id: await keepTransferDocument(db, services, row, doneDay) }
}

/** A payment is completed or cancelled when all its redemptions are. */
async function followPayment(
  { db, services, row }: Parameters<Run>[0],
  status: 'COMPLETED' | 'CANCELLED',
): Promise<void> {
  if (!row.redemption_payment_id) return
  const states = status === 'COMPLETED' ? ['DONE', 'CANCELLED', 'WITHDRAWN'] : ['CANCELLED', 'WITHDRAWN']
  await sql`update redemption_payments p set status = ${status}, version = p.version + 1, updated_at = ${services.env.now()}
    where p.id = ${row.redemption_payment_id} and p.company_id = ${row.company_id}
      and not exists (select 1 from redemptions r where r.redemption_payment_id = p.id and r.id <> ${row.id} and r.step <> all(${states}::text[]))`.execute(
    db,
  )
}

/** Credits what this redemption was billed; what has been paid of it is then to be repaid. */
const undoPayment: Run = async (context) => {
  const { row } = context
  await followPayment(context, 'CANCELLED')
  if (row.rest_invoice_id && (row.rest_credited_cents ?? 0) < (row.rest_total_cents ?? 0))
    await creditOwn(context, row.rest_invoice_id)
  if (row.invoice_id && !isCreditedWhole(row)) await creditOwn(context, row.invoice_id)
}

/** Credits the lines of a bill that are of this redemption's agreement. */
async function creditOwn({ db, services, row, input }: Parameters<Run>[0], invoiceId: string): Promise<void> {
  const lines = await db
    .selectFrom('invoice_lines')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('agreement_id', '=', row.agreement_id)
    .where('company_id', '=', row.company_id)
    // A line whose rest the person was billed may have nothing left.
    .where(
      sql<boolean>`gross_cents + coalesce((select sum(c.gross_cents) from invoice_lines c where c.credits_line_id = invoice_lines.id), 0) <> 0`,
    )
    .execute()
  const credit = await creditInvoice(db, services, {
    invoiceId,
    reason: input.reason ?? input.step ?? 'cancel',
    actor: input.actor,
    lines: lines.map(({ id }) => ({ lineId: id })),
  })
  await deliverInvoice(db, services, credit.id)
}

const clearTheEnd: Run = async ({ db, services, row, input }) => {
  await clearEnd(db, services, row.id)
  await setTaxable(db, services, { agreementId: row.agreement_id, cents: 0 })
  if (row.bike_at === 'SOLD' || row.bike_at === 'EMPLOYER')
    await setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: 'EMPLOYEE' })
  return { closed_reason: input.reason ?? null, taxable_cents: 0 }
}

/** Tells another lessor, who has been asked for its bill, that nothing comes of it. */
const tellLessor: Run = async ({ db, services, row }) => {
  if (row.lessor_kind === 'OPERATOR' || row.lessor_email === null || row.notice_sent_at === null) return
  await sendMail(db, services, {
    to: row.lessor_email,
    language: 'fi',
    template: 'redemptions:mail.calledOff',
    link: await lessorLink(db, services, { agreementId: row.agreement_id }),
    companyId: row.company_id,
    values: messageValues(row),
  })
}

const accepted = ({ buyOut }: LeaseFacts): Partial<LeaseFacts> =>
  buyOut ? { buyOut: { ...buyOut, step: 'ACCEPTED' } } : {}

/** Tells the person what has become of it, with a mail to keep. */
const tellPerson: Run = async ({ db, services, row, to, changes }) =>
  notify(db, services, [row.owner_id], {
    type: 'ORDER_STATUS_CHANGE',
    template: `redemptions:notice.became.${to}`,
    link: pages.myBike,
    companyId: row.company_id,
    mail: true,
    head:
      to === 'ACCEPTED'
        ? await headOf(db, services, row, { isOwn: true, becomes: accepted })
        : await headBeside(db, services, {
            agreementId: row.agreement_id,
            isOwn: true,
            kind: 'BUY_OUT',
            becomes: () => (to === 'CANCELLED' ? { buyOut: null } : {}),
          }),
    values: messageValues({ ...row, ...changes } as RedemptionRecord),
  })

/** What a step does besides moving the state: one for each name that the table uses, and none besides. */
export const effects = {
  MAKE_OFFER: makeOffer,
  SET_END: setTheEnd,
  BILL_REST: async ({ db, services, row, input }) => billRest(db, services, row, input.actor),
  MARK_READY: async ({ db, services, row }) => setReady(db, services, { endingId: row.id, isReady: true }),
  SEND_NOTICE: sendNotice,
  TRANSFER_TITLE: transferTitle,
  UNDO_PAYMENT: undoPayment,
  CLEAR_END: clearTheEnd,
  TELL_LESSOR: tellLessor,
  CLOSE: async ({ db, services, row }) => closeEnding(db, services, row.id),
  TELL_PERSON: tellPerson,
  BIKE_BACK: async ({ db, services, row }) =>
    setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: 'STORE' }),
} satisfies Record<RedemptionEffect, Run>
