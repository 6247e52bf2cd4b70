import { sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { ClaimRow, ClaimView } from '../contract.ts'
import { closingOf } from '../rules/cover.ts'
import { claimProcess } from '../rules/table.ts'
import { type ClaimWords, OBJECTION_DAYS } from '../rules/words.ts'
import { type ProofPiece, statusOfState } from '../rules.ts'
import { buyOutOf, claimEndOf } from './ending.ts'
import { coverOf } from './new-bike.ts'
import { type ClaimRecord, factsOf, hasLease, isExempt, lastDayOf, missingOf, turnFactsOf } from './record.ts'

const placeOf = (row: ClaimRecord) => ({ companyId: row.company_id, ownerId: row.owner_id })

/** Whether somebody reads what happened: the claim's person and the staff; an employer does not. */
const readsContent = (user: SignedIn, row: ClaimRecord) =>
  permissionsOver(user, placeOf(row)).has('insurance-claim:create')

/** A claim as a list shows it. */
export const rowView = (row: ClaimRecord, user: SignedIn): ClaimRow => ({
  insuranceId: row.id,
  version: row.version,
  type: readsContent(user, row) ? row.type : null,
  status: statusOfState(row.step),
  step: row.step,
  companyId: row.company_id,
  companyName: row.company_name,
  beneficiaryEmployeeId: row.beneficiary_employee_id,
  employeeName: `${row.last_name} ${row.first_name}`,
  leasingAgreementId: row.agreement_id,
  agreementNumber: row.agreement_number,
  bike: nameOfBike(row) || null,
  leaseEffect: row.lease_state === 'ENDED' ? 'ENDED' : row.ends_by === row.id ? 'ENDS' : 'GOES_ON',
  leaseEndsOn: lastDayOf(row),
  waitingFor: awaitedIn<ClaimWords>(claimProcess, row.step, turnFactsOf(row)),
  createdAt: row.created_at.toISOString(),
})

async function photosOf(db: Db, row: ClaimRecord) {
  const rows = await db
    .selectFrom('insurance_claim_photos')
    .select(['id', 'created_at'])
    .where('claim_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((photo) => ({ photoId: photo.id, createdAt: photo.created_at.toISOString() }))
}

/** The insurer's payments, the oldest first. */
async function paymentsOf(db: Db, row: ClaimRecord): Promise<ClaimView['payments']> {
  const rows = await db
    .selectFrom('payments as p')
    .select(['p.id', 'p.amount_cents', 'p.paid_day', 'p.entry_id', 'p.reverses_payment_id'])
    .select(sql<boolean>`exists (select 1 from payments r where r.reverses_payment_id = p.id)`.as('is_reversed'))
    .where('p.payer_kind', '=', 'INSURER')
    .where('p.payer_id', '=', row.id)
    .where('p.company_id', '=', row.company_id)
    .where('p.invoice_id', 'is', null)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
  return rows.map((payment) => ({
    paymentId: payment.id,
    amount: eurosFromCents(payment.amount_cents),
    paidDay: payment.paid_day,
    isFromBank: payment.entry_id !== null,
    isReversed: payment.is_reversed || payment.reverses_payment_id !== null,
  }))
}

const nothingTold = {
  happenedDay: null,
  place: null,
  description: null,
  policeReportNumber: null,
  lock: null,
  thirdParty: null,
  requiredPieces: [],
  missingPieces: [],
  waivedPieces: [],
  photos: [],
  insurerReference: null,
  denialReason: null,
  objection: null,
  objectUntil: null,
  hasPaidRedemption: null,
  decidedDay: null,
  isTotalLoss: null,
  compensation: null,
  received: null,
  payments: [],
  cover: null,
  newBike: null,
  closing: null,
  repair: null,
  deductible: null,
}

const contentOf = async (db: Db, row: ClaimRecord, { now, user }: { now: Date; user: SignedIn }) => ({
  happenedDay: row.happened_day,
  place: row.place,
  description: row.description,
  policeReportNumber: row.police_report_number,
  lock: row.lock_used,
  thirdParty: row.third_party,
  requiredPieces: row.required_pieces as ProofPiece[],
  missingPieces: missingOf(row),
  waivedPieces: row.waived_pieces as ProofPiece[],
  photos: await photosOf(db, row),
  insurerReference: row.insurer_reference,
  denialReason: row.denial_reason,
  objection: row.objection,
  objectUntil: row.step === 'DENIED' && row.denied_day ? addDays(row.denied_day, OBJECTION_DAYS) : null,
  hasPaidRedemption: row.has_paid_redemption,
  decidedDay: row.decided_day,
  isTotalLoss: row.is_total_loss,
  compensation: row.compensation_cents === null ? null : eurosFromCents(row.compensation_cents),
  received: row.compensation_cents === null ? null : eurosFromCents(row.received_cents),
  payments: permissionsOver(user, placeOf(row)).has('insurance-claim:manage') ? await paymentsOf(db, row) : [],
  ...(await coverView(db, row, now)),
  closing: closingView(row, helsinkiDay(now)),
  repair: repairView(row),
  deductible: deductibleView(row),
})

const euros = (cents: number | null) => (cents === null ? null : eurosFromCents(cents))

/** What the insurance covers, and what a new bicycle may cost by it. */
async function coverView(db: Db, row: ClaimRecord, now: Date) {
  const { coverCents, deductibleCents } = await coverOf(db, row, now)
  const released =
    row.released_cents ?? (row.compensation_cents === null ? null : row.compensation_cents + deductibleCents)
  return {
    cover: eurosFromCents(coverCents),
    newBike: {
      released: euros(released),
      orderId: row.replacement_order_id,
      orderNumber: row.new_bike_order_number,
      mayEndExemption: isExempt(row),
    },
  }
}

const repairView = (row: ClaimRecord): ClaimView['repair'] =>
  row.repair_store_id === null
    ? null
    : {
        storeName: row.repair_store_name,
        limit: euros(row.repair_limit_cents),
        cost: euros(row.repair_cost_cents),
        isReceipt: row.repair_invoice_party === 'PERSON',
        hasReceipt: row.receipt_file_id !== null,
        invoiceNumber: row.repair_invoice_number,
      }

const deductibleView = (row: ClaimRecord): ClaimView['deductible'] =>
  row.deductible_cents === null
    ? null
    : {
        amount: eurosFromCents(row.deductible_cents),
        payer: row.claim_payer,
        invoiceNumber: row.deductible_number,
      }

/** The end that the claim could bring now, or has brought. */
function closingView(row: ClaimRecord, today: Day): ClaimView['closing'] {
  const isPossible = row.step === 'INSURER_DECIDED' && hasLease(row)
  if (row.compensation_cents === null || !(isPossible || row.step === 'LEASE_ENDED')) return null
  const buyOut = row.buy_out_cents ?? buyOutOf(row, today)
  const { leftCents, surplusCents } = closingOf(buyOut, row.compensation_cents)
  return {
    endsOn: row.step === 'LEASE_ENDED' ? (row.ends_on ?? row.ended_day!) : claimEndOf(row, today),
    buyOut: eurosFromCents(buyOut),
    left: eurosFromCents(leftCents),
    surplus: eurosFromCents(surplusCents),
    payer: row.claim_payer,
    invoiceNumber: row.closing_number,
  }
}

/** A claim as its reader may see it. */
export async function claimView(db: Db, row: ClaimRecord, user: SignedIn, now: Date): Promise<ClaimView> {
  return {
    ...rowView(row, user),
    ...(readsContent(user, row) ? await contentOf(db, row, { now, user }) : nothingTold),
    allowedSteps: allowedSteps(claimProcess, factsOf(row, now), row.step, moverBeside(user, placeOf(row))),
  }
}
