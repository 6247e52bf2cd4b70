import { sql } from 'kysely'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { type CreditableLine, type CreditChoice, planCredit } from '../../rules/credit.ts'
import { vatBasisOf } from '../../rules/lines.ts'
import { type InvoiceStage, isOwed } from '../../rules/settlement.ts'
import type { InvoiceParty, InvoicePurpose } from '../../rules.ts'
import { type Buyer, issueInvoice } from './issue.ts'
import { settleInvoice } from './settle.ts'
import { followSupplies } from './supplies.ts'

export interface Credit {
  readonly invoiceId: string
  readonly reason: string
  readonly actor: Actor
  /** The lines to credit; all that is left of the invoice otherwise. */
  readonly lines?: readonly CreditChoice[]
}

type Planned = Extract<ReturnType<typeof planCredit<LineOfInvoice>>, { ok: true }>['lines'][number]

/** A line of a credit note: the exact negative of what it takes back. */
const creditLine = ({ line, grossCents, netCents }: Planned, billingMonth: string | null) => ({
  purpose: line.purpose,
  vatBasisPoints: line.vatBasisPoints,
  description: line.description,
  grossCents,
  netCents,
  agreementId: line.agreementId,
  creditsLineId: line.id,
  unitName: line.unitName,
  costUnit: line.costUnit,
  correctsMonth: line.correctsMonth ?? billingMonth,
  supplyDay: line.supplyDay,
})

/**
 * Credits a sent sales invoice, whole or by line: a credit note with a number of its own, the exact negative of what it
 * credits, and the status of the invoice follows. A sent invoice is never changed in another way.
 * @returns the credit note's id and number
 * @throws NOT_FOUND, INVOICE_NOT_CREDITABLE for what is not sent, not ours or credited already
 */
export async function creditInvoice(
  db: Db,
  services: Services,
  { invoiceId, reason, actor, lines: choices }: Credit,
): Promise<{ id: string; number: string }> {
  const { env } = services
  const invoice =
    (await db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).forUpdate().executeTakeFirst()) ??
    fail('NOT_FOUND')
  if (invoice.direction !== 'SALES' || invoice.credited_invoice_id || !isOwed(invoice.stage as InvoiceStage))
    throw new AppError('INVOICE_NOT_CREDITABLE', { details: { status: invoice.status } })
  const lines = await creditableLines(db, invoiceId)
  const plan = planCredit(lines, choices)
  if (!plan.ok) throw new AppError('INVOICE_NOT_CREDITABLE', { details: { line: plan.index, problem: plan.code } })
  const priced = plan.lines.map((planned) => creditLine(planned, invoice.billing_month))
  const credit = await issueInvoice(db, services, {
    actor,
    invoice: {
      companyId: invoice.company_id,
      purpose: invoice.purpose as InvoicePurpose,
      party: invoice.party as InvoiceParty,
      lessorId: invoice.leasing_company_id,
      employeeId: invoice.beneficiary_employee_id,
      unitId: invoice.unit_id,
      orderId: invoice.order_id,
      agreementId: invoice.agreement_id,
      buyer: invoice.buyer as Buyer,
      dueDay: helsinkiDay(env.now()),
      supplyDay: invoice.supply_day,
      billingMonth: invoice.billing_month,
      reason,
      creditedInvoiceId: invoice.id,
      lines: priced,
      priced,
      vatBasis: vatBasisOf(invoice.rounding_cents),
    },
  })
  const settled = await settleInvoice(db, services, { invoiceId: invoice.id, actor })
  await followSupplies(db, env, { invoiceId: invoice.id, because: credit.id, day: helsinkiDay(env.now()) })
  await logEvent(db, env, actor, 'INVOICE_CREDITED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { creditId: credit.id, number: credit.number, reason, from: settled.from, to: settled.to },
  })
  return credit
}

interface LineOfInvoice extends CreditableLine {
  readonly description: string
  readonly agreementId: string | null
  readonly unitName: string | null
  readonly costUnit: string | null
  readonly correctsMonth: string | null
  readonly supplyDay: Day | null
}

/** The lines of an invoice with what earlier credit notes have taken from each. */
async function creditableLines(db: Db, invoiceId: string): Promise<LineOfInvoice[]> {
  const result = await sql<LineOfInvoice>`
    select l.id, l.purpose, l.description, l.gross_cents as "grossCents", l.net_cents as "netCents", l.vat_basis_points as "vatBasisPoints",
           l.agreement_id as "agreementId", l.unit_name as "unitName", l.cost_unit as "costUnit", l.corrects_month as "correctsMonth", l.supply_day as "supplyDay",
           -coalesce(sum(c.gross_cents), 0) as "creditedGrossCents", -coalesce(sum(c.net_cents), 0) as "creditedNetCents"
      from invoice_lines l left join invoice_lines c on c.credits_line_id = l.id
     where l.invoice_id = ${invoiceId} group by l.id order by l.position`.execute(db)
  return result.rows
}
