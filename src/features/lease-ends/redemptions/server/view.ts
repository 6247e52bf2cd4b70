import { payPath } from '#features/money/payments/server/pay-links.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isStaff, permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import type { Services } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { RedemptionRow, RedemptionView } from '../contract.ts'
import { WITHDRAWAL_DAYS } from '../rules/guards.ts'
import { dueDayOf } from '../rules/price.ts'
import { redemptionProcess } from '../rules/table.ts'
import type { RedemptionWords } from '../rules/words.ts'
import { statusOfState } from '../rules.ts'
import { mostTaxOf } from './most-tax.ts'
import { factsOf, type RedemptionRecord, turnFactsOf } from './record.ts'

const placeOf = (row: RedemptionRecord) => ({ companyId: row.company_id, ownerId: row.owner_id })

/** A redemption as a list shows it; who only reads reports is shown no price. */
export function rowView(row: RedemptionRecord, user: SignedIn, now: Date): RedemptionRow {
  const seesMoney = permissionsOver(user, placeOf(row)).has('redemption:request')
  const money = (cents: number | null) => (seesMoney && cents !== null ? eurosFromCents(cents) : null)
  const { price_cents: price, fee_cents: fee } = row
  return {
    id: row.id,
    version: row.version,
    status: statusOfState(row.step),
    step: row.step,
    reason: row.reason,
    buyer: row.buyer,
    companyId: row.company_id,
    companyName: row.company_name,
    beneficiaryEmployeeId: row.beneficiary_employee_id,
    employeeName: `${row.last_name} ${row.first_name}`,
    leasingAgreementId: row.agreement_id,
    agreementNumber: row.agreement_number,
    leasingCompany: row.lessor_name,
    bike: nameOfBike(row) || null,
    endMonth: row.end_month,
    endsOn: row.ends_on,
    paymentMethod: row.payment_method,
    price: money(price),
    fee: money(fee),
    total: money(price === null ? null : price + fee),
    fairValue: money(row.fair_value_cents),
    taxableDifference: money(row.taxable_cents),
    offerValidUntil: row.offer_valid_until,
    waitingFor: awaitedIn<RedemptionWords>(redemptionProcess, row.step, turnFactsOf(row, now)),
    createdAt: row.created_at.toISOString(),
  }
}

async function offersOf(db: Db, row: RedemptionRecord) {
  const rows = await db
    .selectFrom('redemption_offers')
    .select(['id', 'file_name', 'created_at'])
    .where('redemption_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .orderBy('created_at')
    .execute()
  return rows.map((offer) => ({
    redemptionOfferId: offer.id,
    bikeRedemptionId: row.id,
    fileName: offer.file_name,
    createdAt: offer.created_at.toISOString(),
  }))
}

/** A redemption with its steps, offers and invoice. */
export async function redemptionView(
  db: Db,
  services: Services,
  row: RedemptionRecord,
  user: SignedIn,
): Promise<RedemptionView> {
  const now = services.env.now()
  const staff = isStaff(user)
  const seesMoney = permissionsOver(user, placeOf(row)).has('redemption:request')
  return {
    ...rowView(row, user, now),
    orderId: row.order_id,
    ownPriceReason: staff ? row.own_price_reason : null,
    closedReason: staff ? row.closed_reason : null,
    redemptionPaymentId: row.redemption_payment_id,
    payrollMonthsLeft: factsOf(row, now).payrollMonths.left,
    payrollMonths: row.payroll_months,
    wouldBeDue: dueDayOf(row.end_month, { isOver: row.lease_state === 'ENDED', today: helsinkiDay(now) }),
    mostTax: seesMoney ? await mostTaxOf(db, row.taxable_cents, helsinkiDay(now)) : null,
    invoice: seesMoney ? await billFor(db, services, row, user) : null,
    hasLessorInvoice: row.lessor_invoice_id !== null,
    hasTransferDocument: row.transfer_file_id !== null,
    doneDay: row.done_day,
    withdrawUntil: row.step === 'DONE' && row.done_day ? addDays(row.done_day, WITHDRAWAL_DAYS) : null,
    redemptionOffers: await offersOf(db, row),
    allowedSteps: allowedSteps(redemptionProcess, factsOf(row, now), row.step, moverBeside(user, placeOf(row))),
  }
}

/** The bill that its reader pays: the person's own, of the whole or of the rest; for anybody else the one of the whole. */
async function billFor(db: Db, services: Services, row: RedemptionRecord, user: SignedIn) {
  const isOwner = row.owner_id === user.userId
  const isRest = isOwner && row.rest_invoice_id !== null
  const id = isRest ? row.rest_invoice_id : row.invoice_id
  if (!id) return null
  const open = (isRest ? row.rest_open_cents : row.open_cents) ?? 0
  const stage = isRest ? row.rest_stage : row.invoice_stage
  const mayPay = isOwner && stage === 'SENT' && open > 0 && row.buyer === 'EMPLOYEE'
  return {
    number: isRest ? row.rest_number : row.invoice_number,
    dueDay: (isRest ? row.rest_due_day : row.invoice_due_day)!,
    open: eurosFromCents(open),
    payPath: mayPay ? await keptPayPath(db, services, { id, companyId: row.company_id }) : null,
  }
}

/** The link that a bill was sent with; a read makes no new one. */
async function keptPayPath(
  db: Db,
  services: Services,
  bill: { id: string; companyId: string },
): Promise<string | null> {
  const hasLink = await db
    .selectFrom('link_tokens')
    .select('id')
    .where('subject_id', '=', bill.id)
    .where('purpose', '=', 'pay')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', services.env.now())
    .executeTakeFirst()
  return hasLink ? payPath(db, services, bill) : null
}
