import { markTaxReview } from '#features/leases/agreements/server/changes.ts'
import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { cancelReplacement, startReplacement } from '#features/orders/orders/server/replacement/replacement.ts'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import type { Db } from '#platform/server/database/db.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { coverCents, deductibleCents, monthOfLease } from '../rules/cover.ts'
import { billClaim } from './bill.ts'
import { replacedValues } from './messages.ts'
import type { Run } from './process.ts'
import { type ClaimRecord, isExempt } from './record.ts'
import { claimTerms } from './terms.ts'

/** What the insurance covers in the month of the event, counted from when the bicycle was new, and the part of it that is not insured. */
export async function coverOf(db: Db, row: ClaimRecord, now: Date) {
  const terms = await claimTerms(db, row)
  const today = helsinkiDay(now)
  const cover = coverCents(row.new_price_cents, monthOfLease(row.first_day ?? today, row.happened_day ?? today), terms)
  return { coverCents: cover, deductibleCents: deductibleCents(cover, terms) }
}

/** What a new bicycle may cost without anything to pay beside the deductible. */
const releasedOf = async (db: Db, row: ClaimRecord, now: Date): Promise<number> =>
  (row.compensation_cents ?? 0) + (await coverOf(db, row, now)).deductibleCents

export const orderNewBike: Run = async ({ db, services, row, input }) => ({
  replacement_order_id: await startReplacement(db, services, {
    companyId: row.company_id,
    employeeId: row.beneficiary_employee_id,
    agreementId: row.agreement_id,
    releasedCents: await releasedOf(db, row, services.env.now()),
    actor: input.actor,
  }),
})

/** A new bicycle may end an exemption; whether it does, the staff find out. */
export const reviewTax: Run = async ({ db, services, row }) => {
  if (!isExempt(row)) return
  const reason = services.texts.t(row.company_language, 'insurance-claims:taxReview')
  await markTaxReview(db, services, { agreementId: row.agreement_id, reason })
}

/** Calls the new bicycle off; what the person has paid beside the insurance is credited. */
export const cancelNewBike: Run = async ({ db, services, row, input }) => {
  const orderId = row.replacement_order_id!
  const reason = input.reason ?? null
  await cancelReplacement(db, services, { orderId, actor: input.actor, reason })
  const excess = await db
    .selectFrom('invoices')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'EXCESS')
    .where('credited_invoice_id', 'is', null)
    .where('credited_cents', '=', 0)
    .executeTakeFirst()
  if (excess) {
    const credit = await creditInvoice(db, services, {
      invoiceId: excess.id,
      reason: reason ?? '',
      actor: input.actor,
    })
    await deliverInvoice(db, services, credit.id)
  }
  return { replacement_order_id: null }
}

/** Bills the deductible of a lost bicycle once the new one is there. */
export const billDeductibleOfLoss: Run = async ({ db, services, row, input }) => {
  if (row.deductible_invoice_id !== null) return
  const { deductibleCents: cents } = await coverOf(db, row, services.env.now())
  if (cents === 0) return { deductible_cents: 0 }
  const bill = { purpose: 'DEDUCTIBLE', line: 'deductible', cents, actor: input.actor } as const
  return { deductible_cents: cents, deductible_invoice_id: await billClaim(db, services, row, bill) }
}

/** Tells another lessor which bicycle its agreement is about from now on. */
export const tellLessorOfBike: Run = async ({ db, services, row }) => {
  if (row.lessor_kind === 'OPERATOR' || row.lessor_email === null) return
  await sendMail(db, services, {
    to: row.lessor_email,
    language: 'fi',
    template: 'insurance-claims:mail.replaced',
    link: await lessorLink(db, services, { agreementId: row.agreement_id }),
    companyId: row.company_id,
    values: replacedValues(row),
  })
}
