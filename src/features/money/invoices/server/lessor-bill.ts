import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import { AppError, fail, fieldText } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { insertLines } from '../ledger/server/issue.ts'
import { priceLines } from '../rules/lines.ts'

interface LessorBill {
  readonly companyId: string
  readonly orderId: string | null
  readonly agreementId: string
  readonly lessorId: string
  readonly number: string
  readonly totalCents: Cents
  /** By how much it differs from what was expected, and why. */
  readonly differenceCents: Cents
  readonly reason: string | null
  readonly issueDay: Day
  readonly dueDay: Day
  readonly description: string
}

/** The bill's own columns. */
const columnsOf = (bill: LessorBill) => ({
  company_id: bill.companyId,
  // The one invoice that is matched to the order is the store's: this one belongs to the agreement.
  agreement_id: bill.agreementId,
  direction: 'PURCHASE' as const,
  purpose: 'REDEMPTION' as const,
  party: 'LESSOR' as const,
  stage: 'RECEIVED' as const,
  status: 'RECEIVED' as const,
  leasing_company_id: bill.lessorId,
  number: bill.number,
  issue_day: bill.issueDay,
  due_day: bill.dueDay,
  difference_cents: bill.differenceCents,
  difference_reason: bill.reason,
})

/** Enters what a lessor bills for a bicycle that is redeemed, matched as it comes. @throws NAME_EXISTS at its number */
export async function enterLessorBill(context: SignedInContext, bill: LessorBill): Promise<string> {
  const { db, env, user } = context
  const rate = (await findVatOn(db, 'FI', bill.issueDay)) ?? fail('NOT_FOUND')
  const priced = priceLines([
    {
      purpose: 'REDEMPTION' as const,
      description: bill.description,
      grossCents: bill.totalCents,
      vatBasisPoints: rate.basis_points,
    },
  ])
  const id = env.id()
  await db
    .insertInto('invoices')
    .values({
      id,
      ...columnsOf(bill),
      net_cents: priced.totals.netCents,
      vat_cents: priced.totals.vatCents,
      total_cents: priced.totals.grossCents,
      matched_at: env.now(),
      matched_by: user.userId,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error, 'invoices_lessor_number_key')) throw error
      throw new AppError('NAME_EXISTS', {
        fields: [fieldText('lessorInvoice.number', 'invoices:fieldErrors.EXISTS')],
      })
    })
  await insertLines(db, env, { companyId: bill.companyId, invoiceId: id, lines: priced.lines })
  await logEvent(db, env, actorOf(user), 'INVOICE_RECEIVED', {
    subject: { type: 'invoice', id },
    companyId: bill.companyId,
    orderId: bill.orderId,
    shared: false,
    data: { number: bill.number, totalCents: bill.totalCents, differenceCents: bill.differenceCents },
  })
  return id
}
