import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { insertStoreInvoice, ownNumber } from '#features/money/invoices/server/store-invoice.ts'
import { storeLink } from '#features/orders/orders/server/store/store-key.ts'
import { failField, failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { payeeIban } from '#platform/server/http/identifier-fields.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { compactIban, isReferenceNumber } from '#platform/values/identifiers.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent } from '#platform/values/percent.ts'
import { deductibleCents } from '../rules/cover.ts'
import type { RepairBill } from '../step-contract.ts'
import { billClaim } from './bill.ts'
import { bikeOf, repairValues } from './messages.ts'
import type { Run } from './process.ts'
import type { ClaimColumns, ClaimRecord } from './record.ts'
import { claimTerms } from './terms.ts'

/** An active store that repairs. @throws VALIDATION at `repairStoreId` */
export async function requireRepairStore(db: Db, id: string): Promise<void> {
  const store = await db
    .selectFrom('bike_stores')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .where('is_online', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!store) failFieldText('repairStoreId', 'insurance-claims:fieldErrors.NO_ACTIVE_STORE')
}

/** Sends the shop a link to what it may repair. */
export const mailRepairStore: Run = async ({ db, services, row }) => {
  const store = await db
    .selectFrom('bike_stores')
    .select(['email', 'language'])
    .where('id', '=', row.repair_store_id!)
    .executeTakeFirstOrThrow()
  const part = { purpose: 'repair', subjectId: row.id } as const
  await sendMail(db, services, {
    to: store.email,
    language: store.language,
    template: 'insurance-claims:mail.repair',
    link: await storeLink(db, services, { agreementId: row.agreement_id }, row.repair_store_id!, part),
    companyId: row.company_id,
    values: repairValues(row),
  })
}

/** The link of the shop before opens nothing any more. */
export const closeRepairLink: Run = async ({ db, services, row }) =>
  revokeLinkTokens(db, 'repair', { subjectId: row.id }, services.env.now())

/** The shop that waits for the bicycle hears that another one repairs it. */
export const tellFormerShop: Run = async ({ db, services, row, input }) => {
  const formerId = input.extra?.formerStoreId
  if (!formerId || formerId === row.repair_store_id) return
  const former = await db
    .selectFrom('bike_stores')
    .select(['email', 'language'])
    .where('id', '=', formerId)
    .executeTakeFirstOrThrow()
  await sendMail(db, services, {
    to: former.email,
    language: former.language,
    template: 'insurance-claims:mail.repairElsewhere',
    companyId: row.company_id,
    values: repairValues(row),
  })
}

const checkBill = (bill: RepairBill, today: Day, services: Pick<Services, 'brand'>): void => {
  if (bill.issueDay > today) failField('bill.issueDay', 'TOO_LARGE', 'is in the future', today)
  if (bill.dueDay < bill.issueDay) failField('bill.dueDay', 'TOO_SMALL', 'is before the invoice date', bill.issueDay)
  if (bill.iban) payeeIban(bill.iban, services, 'bill.iban')
  if (bill.referenceNumber && !isReferenceNumber(bill.referenceNumber))
    failFieldText('bill.referenceNumber', 'insurance-claims:fieldErrors.REFERENCE_WRONG')
}

/**
 * Checks what a repair has cost.
 * @throws VALIDATION at the field of the bill, or at `reason` for a cost over the limit without one
 */
export function costOf(
  row: ClaimRecord,
  { bill, reason }: { bill: RepairBill; reason: string | null },
  { env, brand }: Pick<Services, 'env' | 'brand'>,
): ClaimColumns {
  checkBill(bill, helsinkiDay(env.now()), { brand })
  const cents = centsFromEuros(bill.total)
  if (cents <= 0) failField('bill.total', 'REQUIRED', 'is nothing')
  if (cents > (row.repair_limit_cents ?? 0) && !reason)
    failFieldText('reason', 'insurance-claims:fieldErrors.OVER_LIMIT')
  return { repair_cost_cents: cents }
}

/** Keeps the shop's invoice, or the person's receipt, as ours to pay; it is checked and approved as any other. */
const keepBill =
  (party: 'STORE' | 'PERSON'): Run =>
  async ({ db, services, row, input }) => {
    const bill = input.extra!.bill!
    const line = {
      purpose: 'OTHER' as const,
      description: `${bikeOf(row)}, ${row.agreement_number}`,
      grossCents: row.repair_cost_cents!,
      vatBasisPoints: basisPointsFromPercent(bill.vatPercent),
    }
    const ofStore = party === 'STORE'
    const id = await insertStoreInvoice(
      { db, env: services.env },
      { id: null, company_id: row.company_id, bike_store_id: ofStore ? row.repair_store_id : null },
      {
        stage: 'RECEIVED',
        issueDay: bill.issueDay,
        dueDay: bill.dueDay,
        priced: priceLines([line]),
        given: {
          number: bill.number.trim(),
          reference_number: bill.referenceNumber?.replaceAll(' ', '') || null,
          iban: bill.iban ? compactIban(bill.iban) : null,
          agreement_id: row.agreement_id,
          matched_at: services.env.now(),
          matched_by: input.actor.userId,
          difference_reason: input.reason ?? null,
          ...(ofStore
            ? {}
            : { party, beneficiary_employee_id: row.beneficiary_employee_id, file_id: row.receipt_file_id! }),
        },
        // A receipt has no store whose number it could bear twice.
        unique: {
          ...ownNumber(input.actor.kind === 'STORE' ? 'number' : 'bill.number'),
          ...(ofStore ? {} : { indexes: ['invoices_receipt_number_key'] }),
        },
      },
    )
    await logEvent(db, services.env, input.actor, 'INVOICE_RECEIVED', {
      subject: { type: 'invoice', id },
      companyId: row.company_id,
      shared: false,
      data: { number: bill.number, totalCents: row.repair_cost_cents },
    })
    return { repair_invoice_id: id }
  }

export const keepRepairInvoice = keepBill('STORE')
export const keepReceipt = keepBill('PERSON')

/** Bills the part of the cost that is not insured, once for a claim. */
export const billDeductible: Run = async ({ db, services, row, input }) => {
  if (row.deductible_invoice_id !== null) return
  const cents = deductibleCents(row.repair_cost_cents!, await claimTerms(db, row))
  if (cents === 0) return { deductible_cents: 0 }
  const bill = { purpose: 'DEDUCTIBLE', line: 'deductible', cents, actor: input.actor } as const
  return { deductible_cents: cents, deductible_invoice_id: await billClaim(db, services, row, bill) }
}

/** Invoices that have been checked: their due day is when they are paid. */
const checked: ReadonlySet<string> = new Set(['VERIFIED', 'APPROVED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK'])

/** The shop's own invoice; a person's receipt for a repair that they have paid themselves is none. */
function invoiceOf(row: ClaimRecord, today: Day) {
  if (row.repair_invoice_party !== 'STORE') return null
  const dueDay = row.repair_due_day!
  return {
    number: row.repair_invoice_number ?? '',
    total: eurosFromCents(row.repair_total_cents!),
    issueDay: row.repair_issue_day!,
    expectedPayDay: checked.has(row.repair_invoice_status ?? '') && dueDay >= today ? dueDay : null,
    paidDay: row.repair_paid_day,
  }
}

/**
 * What a repair shop's link opens: the bicycle, its damage and the limit; nothing of the person but a first name. Once
 * the repair is settled it opens the bicycle alone.
 */
export function repairPage(row: ClaimRecord, today: Day) {
  const isOpen = row.step === 'AT_REPAIR'
  return {
    isOpen,
    storeName: row.repair_store_name,
    bike: bikeOf(row),
    agreementNumber: row.agreement_number,
    frameNumber: isOpen ? row.frame_number : null,
    firstName: isOpen ? row.first_name : null,
    damage: isOpen ? row.description : null,
    limit: isOpen ? eurosFromCents(row.repair_limit_cents ?? 0) : null,
    decidedDay: row.decided_day,
    today,
    invoice: invoiceOf(row, today),
  }
}
