import { sql } from 'kysely'
import { keepTitleDocument } from '#features/lease-ends/redemptions/server/transfer-document.ts'
import { closeEnding, setBikePlace } from '#features/leases/agreements/server/endings.ts'
import type { PaidFollower } from '#features/money/invoices/ledger/server/ports.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { stepBrokerage } from './process.ts'
import { type BrokerageRecord, factsOf, lockBrokerage, updateBrokerage } from './record.ts'

/** What money or time has made of a sale: paid, or neither agreed nor paid in time. */
export async function followSale(db: Db, services: Services, row: BrokerageRecord): Promise<boolean> {
  const { isPaid, isPaymentLate } = factsOf(row, services.env.now())
  if (row.step === 'BILLED' && !isPaid && !isPaymentLate) return false
  const step = row.step === 'BILLED' && isPaid ? 'recordSold' : 'lapseSale'
  await stepBrokerage(db, services, row, { step, mover: systemMover, actor: systemActor })
  return true
}

/** The payment's own transaction carries its sale on. */
export const paidSales: PaidFollower = {
  find: async (db, invoiceIds) => {
    const found = await sql<{ id: string }>`
      select id from bike_brokerages where step = 'BILLED' and invoice_id = any(${invoiceIds}::uuid[]) order by id`.execute(
      db,
    )
    return found.rows.map(({ id }) => id)
  },
  async follow(db, services, id) {
    const row = await lockBrokerage(db, scopeOfAll, id)
    if (row?.step === 'BILLED') await followSale(db, services, row)
  },
}

/** The lease of a bicycle that was sold is over: title passes, with a sealed document. */
export async function finishSale(db: Db, services: Services, row: BrokerageRecord): Promise<boolean> {
  await setBikePlace(db, services, { agreementId: row.agreement_id, bikeAt: 'SOLD' })
  const fileId = await keepTitleDocument(db, services, {
    companyId: row.company_id,
    agreementId: row.agreement_id,
    employeeId: row.beneficiary_employee_id,
    orderId: row.order_id,
    parentType: 'agreement',
    parentId: row.agreement_id,
    language: row.seller_language,
    day: helsinkiDay(services.env.now()),
    agreementNumber: row.agreement_number,
    seller: row.lessor_name,
    buyer: `${row.buyer_name}, ${row.buyer_business_id}`,
    bike: row.bike,
    frameNumber: row.frame_number,
    invoiceNumber: row.invoice_number,
    priceCents: row.price_cents ?? 0,
    fairValueCents: null,
  })
  await sendMail(db, services, {
    to: row.buyer_email!,
    language: row.seller_language,
    template: 'brokerage:mail.sold',
    companyId: row.company_id,
    attachmentFileId: fileId,
    values: { bike: row.bike },
  })
  await closeEnding(db, services, row.ending_id!)
  await updateBrokerage(db, services, row, { ending_id: null, document_file_id: fileId })
  return true
}
