import { keepInvoicePdf } from '#features/invoices/ledger/server/invoice-document.ts'
import { mailInvoice } from '#features/invoices/ledger/server/invoice-mail.ts'
import { issueInvoice, type NewInvoiceLine } from '#features/invoices/ledger/server/issue.ts'
import { vatByPurpose } from '#features/invoices/rules/vat-by-purpose.ts'
import type { InvoicePurpose } from '#features/invoices/rules.ts'
import { findVatOn } from '#features/vat/server/queries.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/database/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { payPath } from './pay-links.ts'

const TERM_DAYS = 14

export interface PersonBill {
  readonly employeeId: string
  readonly purpose: InvoicePurpose
  readonly lines: readonly { description: string; grossCents: number; hasVat?: boolean }[]
  readonly dueDay?: Day
  readonly supplyDay?: Day
  readonly orderId?: string | null
  readonly agreementId?: string | null
  readonly actor: Actor
}

/** Bills a person: invoice, PDF, and a mail with the page to pay on. @returns the invoice's id */
export async function billPerson(db: Db, services: Services, bill: PersonBill): Promise<string> {
  const person =
    (await db
      .selectFrom('beneficiary_employees as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.company_id', 'u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.language'])
      .where('e.id', '=', bill.employeeId)
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  const today = helsinkiDay(services.env.now())
  const standard = (await findVatOn(db, 'FI', bill.supplyDay ?? today)) ?? fail('NOT_FOUND')
  const rateOf = (hasVat: boolean) => (hasVat ? standard.basis_points : 0)
  const lines: NewInvoiceLine[] = bill.lines.map((line) => ({
    purpose: bill.purpose,
    description: line.description,
    grossCents: line.grossCents,
    vatBasisPoints: rateOf(line.hasVat ?? vatByPurpose[bill.purpose] === 'STANDARD'),
    agreementId: bill.agreementId ?? null,
  }))
  const { id } = await issueInvoice(db, services, {
    actor: bill.actor,
    invoice: {
      companyId: person.company_id,
      purpose: bill.purpose,
      party: 'PERSON',
      employeeId: bill.employeeId,
      orderId: bill.orderId ?? null,
      agreementId: bill.agreementId ?? null,
      dueDay: bill.dueDay ?? addDays(today, TERM_DAYS),
      supplyDay: bill.supplyDay ?? null,
      buyer: {
        name: `${person.first_name} ${person.last_name}`,
        businessId: null,
        address: null,
        eInvoiceAddress: null,
        email: person.email,
        language: person.language,
      },
      lines,
    },
  })
  await keepInvoicePdf(db, services, id)
  const link = await payPath(db, services, { id, companyId: person.company_id })
  await mailInvoice(db, services, id, { link, userId: person.user_id })
  return id
}
