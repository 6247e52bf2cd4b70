import { costsWhenLate } from '#features/money/invoices/late/rules/late-interest.ts'
import type { InvoicePurpose } from '#features/money/invoices/rules.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { billPerson } from './bill-person.ts'

/** An invoice that is reminded of a second time. */
interface Reminded {
  readonly id: string
  readonly number: string
  readonly purpose: InvoicePurpose
  readonly company_id: string
  readonly party: 'PERSON' | 'EMPLOYER'
  readonly beneficiary_employee_id: string | null
  readonly language: 'fi' | 'en' | 'sv'
}

const keyOf = (invoiceId: string) => `REMINDER:${invoiceId}`

/** Whether an invoice bills a reminder itself: there is no fee upon a fee. */
async function isReminderFee(db: Db, invoiceId: string): Promise<boolean> {
  const line = await db
    .selectFrom('invoice_lines')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('source_key', 'like', keyOf('%'))
    .executeTakeFirst()
  return line !== undefined
}

/** Whether the fee of an invoice has been billed before its due day was moved. */
async function isBilled(db: Db, { id, company_id }: Reminded): Promise<boolean> {
  const line = await db
    .selectFrom('invoice_lines')
    .select('id')
    .where('company_id', '=', company_id)
    .where('source_key', '=', keyOf(id))
    .executeTakeFirst()
  return line !== undefined
}

/**
 * Bills a person the fee of a second reminder by an invoice of its own, without VAT: what has been sent is never changed. An
 * invoice has one such fee at most; a company owes 40 € instead, which staff bill.
 */
export async function billReminderFee(db: Db, services: Services, late: Reminded, feeCents: Cents): Promise<void> {
  if (late.party !== 'PERSON' || feeCents <= 0 || !costsWhenLate(late.purpose)) return
  if ((await isReminderFee(db, late.id)) || (await isBilled(db, late))) return
  const description = services.texts.t(late.language, 'payments:reminderFee', { number: late.number })
  await billPerson(db, services, {
    employeeId: present(late.beneficiary_employee_id),
    purpose: 'LATE',
    lines: [{ description, grossCents: feeCents, sourceKey: keyOf(late.id), hasVat: false }],
    actor: systemActor,
  })
}
