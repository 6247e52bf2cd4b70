import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { buyerOfCompany, issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { bikeOf } from './messages.ts'
import type { ClaimRecord } from './record.ts'

interface ClaimBill {
  readonly purpose: 'DEDUCTIBLE' | 'OTHER'
  /** The line's text in `lines` of the texts. */
  readonly line: 'closing' | 'deductible'
  readonly cents: number
  readonly actor: Actor
}

/** Bills whoever pays by the company's policy; compensation of a damage has no VAT. @returns the invoice's id */
export async function billClaim(db: Db, services: Services, row: ClaimRecord, bill: ClaimBill): Promise<string> {
  const isPersons = row.claim_payer === 'EMPLOYEE'
  const description = services.texts.t(
    isPersons ? row.person_language : row.company_language,
    `insurance-claims:lines.${bill.line}`,
    { bike: bikeOf(row), agreement: row.agreement_number },
  )
  if (!isPersons) return billEmployer(db, services, row, { ...bill, description })
  return billPerson(db, services, {
    employeeId: row.beneficiary_employee_id,
    purpose: bill.purpose,
    lines: [{ description, grossCents: bill.cents, hasVat: false }],
    orderId: row.order_id,
    agreementId: row.agreement_id,
    actor: bill.actor,
  })
}

async function billEmployer(
  db: Db,
  services: Services,
  row: ClaimRecord,
  { purpose, description, cents, actor }: ClaimBill & { description: string },
): Promise<string> {
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const line = { purpose, description, grossCents: cents, vatBasisPoints: 0, agreementId: row.agreement_id }
  const { id } = await issueInvoice(db, services, {
    actor,
    invoice: {
      companyId: row.company_id,
      purpose,
      party: 'EMPLOYER',
      orderId: row.order_id,
      agreementId: row.agreement_id,
      dueDay: addDays(helsinkiDay(services.env.now()), company.payment_terms_days),
      buyer: buyerOfCompany(company),
      lines: [line],
    },
  })
  await deliverInvoice(db, services, id)
  return id
}
