import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { buyerOfCompany, issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { partsOf } from '../rules/terms.ts'
import type { ReturnColumns, ReturnRecord } from './record.ts'

type Language = 'fi' | 'sv' | 'en'

/** Lines of fee and transport that fall to one of the payers. */
function feeLines(services: Services, row: ReturnRecord, who: 'personCents' | 'employerCents', language: Language) {
  const line = (key: 'fee' | 'transport', cents: number) => ({
    description: services.texts.t(language, `returns:line.${key}`, {
      agreement: row.agreement_number,
      bike: nameOfBike(row),
    }),
    grossCents: partsOf(cents, row.payer)[who],
  })
  return [line('fee', row.fee_cents), line('transport', row.transport_cents)].filter(({ grossCents }) => grossCents > 0)
}

const damageLines = (row: ReturnRecord) =>
  row.damages.map(({ description, amountCents }) => ({ description, grossCents: amountCents }))

/** Bills fee and transport to whoever pays, and what was found broken to whoever had the bicycle; nothing of zero. */
export async function billReturn(
  db: Db,
  services: Services,
  row: ReturnRecord,
  actor: Actor,
): Promise<Pick<ReturnColumns, 'person_invoice_id' | 'employer_invoice_id'>> {
  const fees = feeLines(services, row, 'personCents', row.person_language)
  // Compensation is outside the scope of the tax.
  const damages = row.from_employer ? [] : damageLines(row).map((line) => ({ ...line, hasVat: false }))
  const lines = [...fees, ...damages]
  const personInvoice =
    lines.length === 0
      ? null
      : await billPerson(db, services, {
          employeeId: row.beneficiary_employee_id,
          purpose: 'RETURN_FEE',
          lines,
          orderId: row.order_id,
          agreementId: row.agreement_id,
          actor,
        })
  return { person_invoice_id: personInvoice, employer_invoice_id: await billEmployer(db, services, row, actor) }
}

async function billEmployer(db: Db, services: Services, row: ReturnRecord, actor: Actor): Promise<string | null> {
  const fees = feeLines(services, row, 'employerCents', row.company_language)
  const damages = row.from_employer ? damageLines(row) : []
  if (fees.length + damages.length === 0) return null
  const today = helsinkiDay(services.env.now())
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const vatBasisPoints = await vatOfPurpose(db, 'RETURN_FEE', today)
  const { id } = await issueInvoice(db, services, {
    actor,
    invoice: {
      companyId: row.company_id,
      purpose: 'RETURN_FEE',
      party: 'EMPLOYER',
      orderId: row.order_id,
      agreementId: row.agreement_id,
      dueDay: addDays(today, company.payment_terms_days),
      buyer: buyerOfCompany(company),
      lines: [
        ...fees.map((line) => ({ ...line, vatBasisPoints })),
        ...damages.map((line) => ({ ...line, vatBasisPoints: 0 })),
      ].map((line) => ({ ...line, purpose: 'RETURN_FEE' as const, agreementId: row.agreement_id })),
    },
  })
  await deliverInvoice(db, services, id)
  return id
}
