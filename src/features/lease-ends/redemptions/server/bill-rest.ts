import { creditInvoice } from '#features/money/invoices/ledger/server/credit.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay, laterDay } from '#platform/values/days.ts'
import { supplyDayOf } from './messages.ts'
import type { RedemptionRecord } from './record.ts'

/** Days that a person has to pay what was not kept from the pay. */
const REST_DAYS = 14

/** Takes what was not kept from the pay off the employer's bill and bills it to the person, who has 14 days to pay it. */
export async function billRest(db: Db, services: Services, row: RedemptionRecord, actor: Actor): Promise<void> {
  const today = helsinkiDay(services.env.now())
  const restCents = Number(row.unkept_cents)
  await creditOfBill(db, services, row, { cents: restCents, reason: 'billRest', actor })
  const dueDay = laterDay(row.payment_due_day!, addDays(today, REST_DAYS))
  const { person_language: language } = row
  const restInvoice = await billPerson(db, services, {
    employeeId: row.beneficiary_employee_id,
    purpose: 'REDEMPTION',
    lines: [
      {
        description: services.texts.t(language, 'redemptions:line.rest', {
          agreement: row.agreement_number,
          bike: nameOfBike(row),
        }),
        grossCents: restCents,
      },
    ],
    dueDay,
    supplyDay: supplyDayOf(row, today),
    orderId: row.order_id,
    agreementId: row.agreement_id,
    actor,
  })
  await db
    .updateTable('redemption_payments')
    .set((eb) => ({
      rest_invoice_id: restInvoice,
      due_day: dueDay,
      updated_at: services.env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.redemption_payment_id!)
    .where('company_id', '=', row.company_id)
    .execute()
}

/** Credits a sum of a bill, from its last line on. */
async function creditOfBill(
  db: Db,
  services: Services,
  row: RedemptionRecord,
  { cents, reason, actor }: { cents: number; reason: string; actor: Actor },
): Promise<void> {
  const lines = await db
    .selectFrom('invoice_lines')
    .select(['id', 'gross_cents'])
    .where('invoice_id', '=', row.invoice_id!)
    .where('company_id', '=', row.company_id)
    .orderBy('position', 'desc')
    .execute()
  let left = cents
  const choices = lines.flatMap((line) => {
    const grossCents = Math.min(left, line.gross_cents)
    left -= grossCents
    return grossCents > 0 ? [{ lineId: line.id, grossCents }] : []
  })
  const note = await creditInvoice(db, services, { invoiceId: row.invoice_id!, reason, actor, lines: choices })
  await deliverInvoice(db, services, note.id)
}
