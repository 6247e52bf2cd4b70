import { type LateClaim, lateClaims } from '#features/money/invoices/late/server/claims.ts'
import { deliverInvoice } from '#features/money/invoices/ledger/server/deliver.ts'
import { type Buyer, buyerOfCompany, issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { refuseOwnInvoices } from '#features/money/invoices/ledger/server/own-invoice.ts'
import { type InvoiceRecord, invoiceView, lockInvoice } from '#features/money/invoices/server/queries.ts'
import { billPerson } from '#features/money/payments/server/bill-person.ts'
import type { BodyOf, LanguageCode } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addDays, type Day, formatDay, helsinkiDay } from '#platform/values/days.ts'
import { type Cents, formatEuros } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import { present } from '#platform/values/present.ts'
import type { lateMoney } from '../contract.ts'
import { lateInvoice } from './late-invoices.ts'

type Chosen = BodyOf<typeof lateMoney.bill>

interface Part {
  readonly part: 'INTEREST' | 'COMPENSATION'
  readonly cents: Cents
}

function partsOf(claim: LateClaim, chosen: Chosen): Part[] {
  if (chosen.interest && !claim.parts) throw new AppError('REFERENCE_RATE_MISSING')
  const parts: Part[] = [
    ...(chosen.interest ? [{ part: 'INTEREST' as const, cents: claim.interestCents }] : []),
    ...(chosen.compensation ? [{ part: 'COMPENSATION' as const, cents: claim.compensationCents }] : []),
  ]
  if (parts.length === 0) failField('interest', 'REQUIRED', 'nothing is chosen')
  if (parts.some(({ cents }) => cents <= 0)) throw new AppError('LATE_COST_NOT_ALLOWED')
  return parts
}

/** A late bill at its version and the chosen parts of its cost, which nobody else decides about meanwhile. */
async function chosenCost(context: SignedInContext, id: string, chosen: Chosen) {
  const { db, scope, user, env } = context
  const today = helsinkiDay(env.now())
  const invoice = (await lockInvoice(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(chosen.version, invoice.version, invoiceView(invoice, today))
  await refuseOwnInvoices(db, user.userId, [id])
  if (chosen.until > today) failField('until', 'TOO_LARGE', 'is in the future', today)
  const claim = (await lateClaims(db, [id], chosen.until)).get(id)
  if (!claim || invoice.disputed_at !== null) throw new AppError('LATE_COST_NOT_ALLOWED')
  return { invoice, claim, today, parts: partsOf(claim, chosen) }
}

interface Decision {
  readonly invoice: InvoiceRecord
  readonly parts: readonly Part[]
  readonly until: Day
  readonly billId?: string
  readonly reason?: string
}

async function decide({ db, env, user }: SignedInContext, { invoice, parts, until, billId, reason }: Decision) {
  const outcome = billId ? ('BILLED' as const) : ('WAIVED' as const)
  const now = env.now()
  await db
    .insertInto('late_charges')
    .values(
      parts.map(({ part, cents }) => ({
        id: env.id(),
        company_id: invoice.company_id,
        invoice_id: invoice.id,
        part,
        outcome,
        until_day: until,
        amount_cents: cents,
        reason: reason ?? null,
        bill_id: billId ?? null,
        decided_by: user.userId,
        created_at: now,
      })),
    )
    .execute()
  await logEvent(db, env, actorOf(user), 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: {
      lateCost: outcome,
      parts: parts.map(({ part, cents }) => `${part} ${cents}`),
      ...(reason ? { reason } : {}),
    },
  })
}

/** The lines of the bill: a part of the interest each, with its days and its rate, and the 40 €. */
function linesOf(
  { texts }: SignedInContext,
  language: LanguageCode,
  invoice: InvoiceRecord,
  claim: LateClaim,
  chosen: Chosen,
) {
  const t = (key: string, values: Record<string, unknown>) => texts.t(language, `bookkeeping:late.lines.${key}`, values)
  const number = present(invoice.number)
  const interest = (claim.parts ?? []).map((part) => ({
    description: t('INTEREST', {
      number,
      from: formatDay(part.from),
      to: formatDay(part.to),
      days: part.days,
      owed: formatEuros(part.owedCents, language),
      percent: percentFromBasisPoints(part.basisPoints).toLocaleString(language),
    }),
    grossCents: part.cents,
    sourceKey: `LATE:${invoice.id}:${part.from}`,
  }))
  const compensation = {
    description: t('COMPENSATION', { number }),
    grossCents: claim.compensationCents,
    sourceKey: `LATE:${invoice.id}`,
  }
  return [
    ...(chosen.interest ? interest.filter(({ grossCents }) => grossCents > 0) : []),
    ...(chosen.compensation ? [compensation] : []),
  ]
}

type Lines = ReturnType<typeof linesOf>

/** Whom the bill of a company goes to, and by when it pays: the employer of the late one, or the lessor that it names. */
async function debtorOf({ db }: SignedInContext, invoice: InvoiceRecord) {
  const { leasing_company_id: lessorId } = invoice
  if (lessorId) {
    const lessor = await db
      .selectFrom('leasing_companies')
      .select('payment_terms_days')
      .where('id', '=', lessorId)
      .executeTakeFirstOrThrow()
    return { days: lessor.payment_terms_days, party: 'LESSOR' as const, lessorId, buyer: invoice.buyer as Buyer }
  }
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', invoice.company_id)
    .executeTakeFirstOrThrow()
  const buyer = buyerOfCompany(company)
  return { days: company.payment_terms_days, party: 'EMPLOYER' as const, unitId: invoice.unit_id, buyer }
}

async function billCompany(context: SignedInContext, invoice: InvoiceRecord, lines: Lines): Promise<string> {
  const { db, env, user } = context
  const { days, ...debtor } = await debtorOf(context, invoice)
  const { id } = await issueInvoice(db, context, {
    actor: actorOf(user),
    invoice: {
      ...debtor,
      companyId: invoice.company_id,
      purpose: 'LATE',
      dueDay: addDays(helsinkiDay(env.now()), days),
      lines: lines.map((line) => ({ ...line, purpose: 'LATE' as const, vatBasisPoints: 0 })),
    },
  })
  await deliverInvoice(db, context, id)
  return id
}

/**
 * Bills the chosen parts of what lateness costs, as they were shown; its posting follows from the invoice.
 * @throws NOT_FOUND, VERSION_CONFLICT, NOT_FOR_ONESELF, LATE_COST_NOT_ALLOWED, REFERENCE_RATE_MISSING
 */
export async function billLate(context: SignedInContext, id: string, chosen: Chosen): Promise<{ invoiceId: string }> {
  const { db, user } = context
  const { invoice, claim, parts } = await chosenCost(context, id, chosen)
  const { language } = invoice.buyer as { language: LanguageCode }
  const lines = linesOf(context, language, invoice, claim, chosen)
  const billId =
    invoice.party === 'PERSON'
      ? await billPerson(db, context, {
          employeeId: present(invoice.beneficiary_employee_id),
          purpose: 'LATE',
          lines: lines.map((line) => ({ ...line, hasVat: false })),
          actor: actorOf(user),
        })
      : await billCompany(context, invoice, lines)
  await decide(context, { invoice, parts, until: chosen.until, billId })
  return { invoiceId: billId }
}

/** Waives the chosen parts, with the reason. @throws as billing does */
export async function waiveLate(context: SignedInContext, id: string, body: BodyOf<typeof lateMoney.waive>) {
  const { invoice, parts, today } = await chosenCost(context, id, body)
  await decide(context, { invoice, parts, until: body.until, reason: body.reason.trim() })
  return lateInvoice(context.db, id, today)
}
