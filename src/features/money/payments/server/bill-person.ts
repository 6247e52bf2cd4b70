import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import {
  draftInvoice,
  issueInvoice,
  type NewInvoice,
  type NewInvoiceLine,
} from '#features/money/invoices/ledger/server/issue.ts'
import { sendDraft } from '#features/money/invoices/ledger/server/send.ts'
import { stepInvoice } from '#features/money/invoices/ledger/server/steps.ts'
import type { InvoicePurpose } from '#features/money/invoices/rules.ts'
import { standardVat, vatOfPurpose } from '#features/money/invoices/server/billing-settings.ts'
import { lockInvoice } from '#features/money/invoices/server/queries.ts'
import { AppError, fail, fieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day, helsinkiDay } from '#platform/values/days.ts'
import { present } from '#platform/values/present.ts'
import { payPath } from './pay-links.ts'

const TERM_DAYS = 14

export interface PersonBill {
  readonly employeeId: string
  readonly purpose: InvoicePurpose
  readonly lines: readonly { description: string; grossCents: number; hasVat?: boolean; sourceKey?: string }[]
  readonly dueDay?: Day
  readonly supplyDay?: Day
  readonly orderId?: string | null
  readonly agreementId?: string | null
  /** Only drafted (UNFINISHED): nothing is sent. */
  readonly isDraft?: boolean
  readonly actor: Actor
}

/** Nobody is billed who has not said yes to being there. @throws PERSON_INVITED */
function refuseInvited(status: string): void {
  if (status !== 'INVITED') return
  const fields = [fieldText('beneficiaryEmployeeId', 'payments:fieldErrors.PERSON_INVITED')]
  throw new AppError('PERSON_INVITED', { fields })
}

/** The person of a bill, who stays as they are until it is written. @throws NOT_FOUND, PERSON_INVITED */
async function personToBill(db: Db, employeeId: string) {
  const person =
    (await db
      .selectFrom('beneficiary_employees as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.company_id', 'e.status', 'u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.language'])
      .where('e.id', '=', employeeId)
      .forShare('e')
      .executeTakeFirst()) ?? fail('NOT_FOUND')
  refuseInvited(person.status)
  return person
}

/**
 * Bills a person: invoice, PDF, and a mail with the page to pay on.
 * @returns the invoice's id
 * @throws NOT_FOUND, PERSON_INVITED
 */
export async function billPerson(db: Db, services: Services, bill: PersonBill): Promise<string> {
  const person = await personToBill(db, bill.employeeId)
  const today = helsinkiDay(services.env.now())
  const supplyDay = bill.supplyDay ?? today
  const usual = await vatOfPurpose(db, bill.purpose, supplyDay)
  const standard = await standardVat(db, supplyDay)
  const lines: NewInvoiceLine[] = bill.lines.map((line) => ({
    purpose: bill.purpose,
    description: line.description,
    grossCents: line.grossCents,
    vatBasisPoints: line.hasVat === undefined ? usual : line.hasVat ? standard : 0,
    sourceKey: line.sourceKey ?? null,
    agreementId: bill.agreementId ?? null,
  }))
  const invoice: NewInvoice = {
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
  }
  if (bill.isDraft) return draftInvoice(db, services, { invoice, stage: 'UNFINISHED' })
  const { id } = await issueInvoice(db, services, { actor: bill.actor, invoice })
  await notifyPerson(db, services, { id, companyId: person.company_id, userId: person.user_id })
  return id
}

/** Orders the document of a sent bill and mails its person the page to pay on. */
async function notifyPerson(
  db: Db,
  services: Services,
  { id, companyId, userId }: { id: string; companyId: string; userId: string },
): Promise<void> {
  const link = await payPath(db, services, { id, companyId })
  await deliverInvoice(db, services, id, { link, userId })
}

/**
 * Finishes and sends a person's draft.
 * @throws NOT_FOUND, PERSON_INVITED, INVOICE_STEP_NOT_ALLOWED for what is no draft of a person's bill
 */
export async function sendPersonDraft(
  db: Db,
  services: Services,
  { invoiceId, scope, actor }: { invoiceId: string; scope: Scope; actor: Actor },
): Promise<void> {
  const draft = (await lockInvoice(db, scope, invoiceId)) ?? fail('NOT_FOUND')
  if (draft.party !== 'PERSON' || (draft.stage !== 'UNFINISHED' && draft.stage !== 'NOT_SENT'))
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: draft.status } })
  const { user_id, status } = await db
    .selectFrom('beneficiary_employees')
    .select(['user_id', 'status'])
    .where('id', '=', present(draft.beneficiary_employee_id))
    .where('company_id', '=', draft.company_id)
    .executeTakeFirstOrThrow()
  refuseInvited(status)
  if (draft.stage === 'UNFINISHED') await stepInvoice(db, services, draft, { to: 'NOT_SENT', by: 'STAFF', actor })
  await sendDraft(db, services, { id: invoiceId, actor })
  await notifyPerson(db, services, { id: invoiceId, companyId: draft.company_id, userId: user_id })
}
