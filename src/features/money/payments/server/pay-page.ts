import { lateClaims, lateView } from '#features/money/invoices/late/server/claims.ts'
import type { InvoicePurpose } from '#features/money/invoices/rules.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { qrCodeOf } from '#platform/server/documents/qr-code.ts'
import type { Services } from '#platform/server/http/context.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { epcText, rfReference, virtualBarcode4, virtualBarcode5 } from '../rules/payment-codes.ts'
import { holdAttempts, openAttempts, resumeAttempt, thoughtOverAttempts } from './open-attempt.ts'
import { openPayment } from './paytrail-client.ts'

async function invoiceOf(db: Db, link: LinkToken) {
  const row = await db
    .selectFrom('invoices as i')
    .selectAll('i')
    .select((eb) =>
      eb
        .selectFrom('invoice_lines as l')
        .select('l.description')
        .whereRef('l.invoice_id', '=', 'i.id')
        .orderBy('l.position')
        .limit(1)
        .as('description'),
    )
    .where('i.id', '=', subjectOf(link))
    .where('i.stage', '=', 'SENT')
    .executeTakeFirst()
  return row ?? fail('NOT_FOUND')
}

/** What the page to pay on shows: nothing of the payer but what the invoice is for. */
export async function payPage(db: Db, { brand, config, env }: Services, link: LinkToken) {
  const invoice = await invoiceOf(db, link)
  const open = invoice.open_cents ?? 0
  const isOpen = open > 0
  const late = (await lateClaims(db, [invoice.id], helsinkiDay(env.now()))).get(invoice.id)
  const payable = {
    iban: brand.iban,
    amountCents: Math.max(open, 0),
    referenceNumber: present(invoice.reference_number),
    dueDay: invoice.due_day,
    payee: brand.legalName,
  }
  const isFinnish = /^FI\d{16}$/.test(brand.iban.replaceAll(' ', ''))
  const amount = eurosFromCents(isOpen ? open : invoice.total_cents)
  const isPending = isOpen && (await thoughtOverAttempts(db, env.now(), invoice.id)).length > 0
  return {
    state: isOpen ? ('OPEN' as const) : invoice.paid_cents > 0 ? ('PAID' as const) : ('CREDITED' as const),
    number: present(invoice.number),
    description: invoice.description ?? '',
    purpose: invoice.purpose as InvoicePurpose,
    amount,
    dueDay: invoice.due_day,
    isOverdue: isOpen && invoice.due_day < helsinkiDay(env.now()),
    paidDay: invoice.paid_day,
    late: late ? lateView(late) : null,
    payee: brand.legalName,
    iban: brand.iban,
    referenceNumber: present(invoice.reference_number),
    rfReference: rfReference(present(invoice.reference_number)),
    barcode: isOpen && isFinnish ? virtualBarcode4(payable) : null,
    barcodeRf: isOpen && isFinnish ? virtualBarcode5(payable) : null,
    qr: isOpen ? qrCodeOf(epcText(payable)) : null,
    // Beside one that a bank thinks over no other is begun.
    hasOnlinePayment: isOpen && !isPending && config.paytrail !== null,
    isPending,
    begun: (await openAttempts(db, env.now(), invoice.id)).map(({ amount_cents, created_at }) => ({
      amount: eurosFromCents(amount_cents),
      startedAt: created_at.toISOString(),
    })),
    sveaUrl:
      isOpen && config.sveaUrl
        ? config.sveaUrl
            .replace('{reference}', encodeURIComponent(present(invoice.reference_number)))
            .replace('{amount}', String(amount))
        : null,
  }
}

/**
 * Opens an online payment of what is open, or goes on with the one of the same sum that was begun before; beside one that
 * a bank thinks over it opens none.
 * @returns the service's page, or our own where the bill is being paid already
 * @throws PAYMENT_NOT_ALLOWED when nothing is, SERVICE_UNAVAILABLE without an answer
 */
export async function payOnline(db: Db, services: Services, link: LinkToken, token: string): Promise<string> {
  const { config } = services
  await holdAttempts(db, subjectOf(link))
  const invoice = await invoiceOf(db, link)
  const amountCents = invoice.open_cents ?? 0
  if (amountCents <= 0 || !config.paytrail) throw new AppError('PAYMENT_NOT_ALLOWED')
  const returnUrl = `${config.origin}/maksu/${token}`
  const begun = await resumeAttempt(db, services, { invoiceId: invoice.id, amountCents })
  if (begun === 'PAYING') return returnUrl
  return begun?.href ?? beginAttempt(db, services, invoice, { amountCents, returnUrl })
}

async function beginAttempt(
  db: Db,
  { config, env, log }: Services,
  invoice: Awaited<ReturnType<typeof invoiceOf>>,
  { amountCents, returnUrl }: { amountCents: Cents; returnUrl: string },
): Promise<string> {
  const stamp = env.id()
  const buyer = invoice.buyer as { email?: string | null; language?: string } | null
  const opened = await openPayment(present(config.paytrail), env, {
    stamp,
    reference: present(invoice.reference_number),
    amountCents,
    language: (buyer?.language?.toUpperCase() ?? 'FI') as 'FI' | 'SV' | 'EN',
    email: buyer?.email ?? null,
    description: invoice.description ?? present(invoice.number),
    returnUrl,
    callbackUrl: `${config.origin}/api/paytrail/callback`,
  }).catch((error: unknown) => {
    log.error({ err: error }, 'an online payment could not be opened')
    throw new AppError('SERVICE_UNAVAILABLE')
  })
  await db
    .insertInto('paytrail_attempts')
    .values({
      id: stamp,
      company_id: invoice.company_id,
      invoice_id: invoice.id,
      transaction_id: opened.transactionId,
      amount_cents: amountCents,
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return opened.href
}
