import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { allowedSteps } from '#platform/process/plan.ts'
import { awaitedIn } from '#platform/process/turns.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { ReturnRow, ReturnView } from '../contract.ts'
import { returnProcess } from '../rules/table.ts'
import { isFeeOnOthersWord, usualPayer } from '../rules/terms.ts'
import type { ReturnWords } from '../rules/words.ts'
import { factsOf, feeOf, type ReturnRecord } from './record.ts'

export const moverOfRow = (user: SignedIn, row: ReturnRecord) =>
  moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id })

/** A return as a list shows it. */
export const rowView = (row: ReturnRecord, now: Date): ReturnRow => ({
  id: row.id,
  version: row.version,
  step: row.step,
  reason: row.reason,
  companyId: row.company_id,
  companyName: row.company_name,
  beneficiaryEmployeeId: row.beneficiary_employee_id,
  employeeName: `${row.last_name} ${row.first_name}`,
  leasingAgreementId: row.agreement_id,
  agreementNumber: row.agreement_number,
  leasingCompany: row.lessor_name,
  bike: nameOfBike(row) || null,
  endMonth: row.end_month,
  payer: row.payer,
  fee: eurosFromCents(row.fee_cents),
  transport: eurosFromCents(row.transport_cents),
  total: eurosFromCents(row.fee_cents + row.transport_cents),
  waitingFor: awaitedIn<ReturnWords>(returnProcess, row.step, factsOf(row, now)),
  createdAt: row.created_at.toISOString(),
})

async function photosOf(db: Db, row: ReturnRecord) {
  const photos = await db
    .selectFrom('bike_return_photos')
    .select(['id', 'created_at'])
    .where('return_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return photos.map(({ id, created_at }) => ({ returnPhotoId: id, createdAt: created_at.toISOString() }))
}

/** A return with its steps, photos and damages. */
export async function returnView(db: Db, row: ReturnRecord, user: SignedIn, now: Date): Promise<ReturnView> {
  return {
    ...rowView(row, now),
    orderId: row.order_id,
    askedBy: row.asked_by,
    isFromEmployer: row.from_employer,
    usualPayer: usualPayer(row.reason, row.asked_by, row.from_employer),
    storeName: row.store_name,
    storeCity: row.store_city,
    receivedDay: row.received_day,
    receivedNote: row.received_note,
    bikeAt: row.bike_at,
    damages: row.damages.map(({ description, amountCents }) => ({ description, amount: eurosFromCents(amountCents) })),
    isFeeOnOthersWord: isFeeOnOthersWord(feeOf(row)),
    objectionUntil: row.objection_until,
    objection: row.objection,
    objectionAnswer: row.objection_answer,
    photos: await photosOf(db, row),
    hasReceipt: row.receipt_file_id !== null,
    doneDay: row.done_day,
    closedReason: row.closed_reason,
    allowedSteps: allowedSteps(returnProcess, factsOf(row, now), row.step, moverOfRow(user, row)),
  }
}
