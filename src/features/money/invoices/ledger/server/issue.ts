import type { Db } from '#platform/server/database/db.ts'
import { insertRows } from '#platform/server/database/insert-rows.ts'
import type { Actor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay, type Month } from '#platform/values/days.ts'
import { type GrossInvoiceLine, invoiceTotals, type PricedLine, priceLines, type VatBasis } from '../../rules/lines.ts'
import type { InvoiceParty, InvoicePurpose } from '../../rules.ts'
import { sendDraft } from './send.ts'

/** Who is billed, as it stands on the day of sending. */
export interface Buyer {
  readonly name: string
  readonly businessId: string | null
  readonly vatNumber?: string | null
  readonly address: string | null
  readonly eInvoiceAddress: string | null
  readonly eInvoiceOperator?: string | null
  readonly email: string | null
  readonly language: 'fi' | 'en' | 'sv'
}

/** A company's row as far as a bill needs it. */
export interface BilledCompany {
  readonly name: string
  readonly business_id: string
  readonly vat_number: string | null
  readonly e_invoice_address: string | null
  readonly e_invoice_operator: string | null
  readonly street_address: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly contact_email: string | null
  readonly language: Buyer['language']
}

/** An employer as the buyer of an invoice, as it stands now. */
export const buyerOfCompany = (company: BilledCompany): Buyer => ({
  name: company.name,
  businessId: company.business_id,
  vatNumber: company.vat_number,
  address:
    [company.street_address, [company.postal_code, company.city].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', ') || null,
  eInvoiceAddress: company.e_invoice_address,
  eInvoiceOperator: company.e_invoice_operator,
  email: company.contact_email,
  language: company.language,
})

export interface NewInvoiceLine extends GrossInvoiceLine {
  readonly description: string
  readonly quantity?: number
  readonly sourceKey?: string | null
  readonly agreementId?: string | null
  readonly correctsMonth?: Month | null
  readonly creditsLineId?: string | null
  readonly unitName?: string | null
  readonly costUnit?: string | null
  /** Where it differs from that of the invoice. */
  readonly supplyDay?: Day | null
}

export interface NewInvoice {
  readonly companyId: string
  readonly purpose: InvoicePurpose
  readonly party: InvoiceParty
  /** The lessor or the person; the employer is the company itself. */
  readonly lessorId?: string | null
  readonly employeeId?: string | null
  readonly unitId?: string | null
  readonly orderId?: string | null
  readonly agreementId?: string | null
  readonly buyer: Buyer
  readonly dueDay: Day
  readonly supplyDay?: Day | null
  readonly billingMonth?: Month | null
  readonly billingRunId?: string | null
  readonly reason?: string | null
  readonly creditedInvoiceId?: string | null
  readonly lines: readonly NewInvoiceLine[]
  /** The exact lines of a credit note; counted from the gross amounts otherwise. */
  readonly priced?: readonly (NewInvoiceLine & PricedLine)[]
  /** How its VAT follows, NET unless told: a credit note follows its invoice. */
  readonly vatBasis?: VatBasis
}

/**
 * Makes a sales invoice, or a credit note, and sends it on its way: number, reference, lines with VAT and postings. Its
 * document and the message to the buyer follow (see `invoice-document.ts`).
 * @returns the invoice's id and number
 */
export async function issueInvoice(
  db: Db,
  services: Services,
  { invoice, actor }: { invoice: NewInvoice; actor: Actor },
): Promise<{ id: string; number: string }> {
  const id = await draftInvoice(db, services, { invoice, stage: 'NOT_SENT' })
  const number = await sendDraft(db, services, { id, actor })
  return { id, number }
}

/** Writes an invoice without a number and without postings. */
export async function draftInvoice(
  db: Db,
  { env, brand }: Pick<Services, 'env' | 'brand'>,
  { invoice, stage }: { invoice: NewInvoice; stage: 'UNSAVED' | 'UNFINISHED' | 'NOT_SENT' },
): Promise<string> {
  const priced = invoice.priced ?? priceLines(invoice.lines).lines
  const totals = invoiceTotals(priced, invoice.vatBasis ?? 'NET')
  const id = env.id()
  await db
    .insertInto('invoices')
    .values({
      id,
      company_id: invoice.companyId,
      order_id: invoice.orderId ?? null,
      agreement_id: invoice.agreementId ?? null,
      direction: 'SALES',
      purpose: invoice.purpose,
      party: invoice.party,
      stage,
      status: stage,
      leasing_company_id: invoice.lessorId ?? null,
      beneficiary_employee_id: invoice.employeeId ?? null,
      unit_id: invoice.unitId ?? null,
      buyer: JSON.stringify(invoice.buyer),
      number: null,
      iban: brand.iban,
      issue_day: helsinkiDay(env.now()),
      due_day: invoice.dueDay,
      supply_day: invoice.supplyDay ?? null,
      billing_month: invoice.billingMonth ?? null,
      billing_run_id: invoice.billingRunId ?? null,
      reason: invoice.reason ?? null,
      credited_invoice_id: invoice.creditedInvoiceId ?? null,
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      rounding_cents: totals.roundingCents,
      total_cents: totals.totalCents,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  const lines = priced.map((line) => ({ ...line, supplyDay: line.supplyDay ?? invoice.supplyDay ?? null }))
  await insertLines(db, env, { companyId: invoice.companyId, invoiceId: id, lines })
  return id
}

/** So that the text of an insert stays small. */
const LINES_AT_ONCE = 2_000

/** Writes the lines of an invoice in their order. */
export async function insertLines(
  db: Db,
  env: Services['env'],
  of: { companyId: string; invoiceId: string; lines: readonly (NewInvoiceLine & PricedLine)[] },
): Promise<void> {
  const rows = of.lines.map((line, index) => ({
    id: env.id(),
    company_id: of.companyId,
    invoice_id: of.invoiceId,
    position: index + 1,
    description: line.description,
    quantity: line.quantity ?? 1,
    purpose: line.purpose,
    net_cents: line.netCents,
    gross_cents: line.grossCents,
    vat_basis_points: line.vatBasisPoints,
    source_key: line.sourceKey ?? null,
    agreement_id: line.agreementId ?? null,
    corrects_month: line.correctsMonth ?? null,
    credits_line_id: line.creditsLineId ?? null,
    unit_name: line.unitName ?? null,
    cost_unit: line.costUnit ?? null,
    supply_day: line.supplyDay ?? null,
  }))
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    await insertRows('invoice_lines', rows.slice(at, at + LINES_AT_ONCE)).execute(db)
}
