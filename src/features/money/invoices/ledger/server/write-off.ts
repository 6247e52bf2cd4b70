import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { type LossVat, postingsOfLossVat } from '../../rules/loss-vat.ts'
import { type Posting, postingsOfWriteOff } from '../../rules/posting.ts'
import { mailWriteOff } from './invoice-mail.ts'
import { postVouchers } from './post.ts'

/**
 * Writes off what is open of a sent invoice that nobody will pay. The invoice keeps its status; its rest becomes a loss
 * in the ledger, and its buyer is told by mail. Money that comes later takes that back (see `recoverWrittenOff`).
 * @throws NOT_FOUND, INVOICE_STEP_NOT_ALLOWED for what is not sent or not open
 */
export async function writeOffInvoice(
  db: Db,
  services: Services,
  { invoiceId, reason, actor }: { invoiceId: string; reason: string; actor: Actor },
): Promise<void> {
  const { env } = services
  const invoice =
    (await db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).forUpdate().executeTakeFirst()) ??
    fail('NOT_FOUND')
  const openCents = invoice.open_cents ?? 0
  if (invoice.stage !== 'SENT' || invoice.credited_invoice_id || openCents <= 0)
    throw new AppError('INVOICE_STEP_NOT_ALLOWED', { details: { status: invoice.status } })
  await change(db, env, { ...invoice, event: 'written-off', by: openCents })
  await logEvent(db, env, actor, 'INVOICE_TERMS_CHANGED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.company_id,
    orderId: invoice.order_id,
    shared: false,
    data: { writtenOffCents: openCents, reason },
  })
  await mailWriteOff(db, services, { invoiceId: invoice.id, openCents })
}

interface Written {
  readonly id: string
  readonly company_id: string
  readonly version: number
  readonly written_off_cents: Cents
  readonly event: 'written-off' | 'recovered'
  /** Negative when the loss becomes smaller. */
  readonly by: Cents
}

/** The VAT of a final loss is owed again as far as the loss becomes smaller. */
async function lossVatOf(db: Db, { id, written_off_cents: before, by }: Written): Promise<Posting[]> {
  const final = await db
    .selectFrom('credit_losses')
    .select(['gross_cents', 'vat'])
    .where('invoice_id', '=', id)
    .executeTakeFirst()
  if (!final) return []
  const vat = final.vat as LossVat[]
  return postingsOfLossVat(vat, { grossCents: final.gross_cents, before, after: before + by })
}

async function change(db: Db, env: Env, invoice: Written): Promise<void> {
  await db
    .updateTable('invoices')
    .set((eb) => ({
      written_off_cents: invoice.written_off_cents + invoice.by,
      version: eb('version', '+', 1),
      updated_at: env.now(),
    }))
    .where('id', '=', invoice.id)
    .execute()
  await postVouchers(db, env, [
    {
      voucher: `invoice:${invoice.id}:${invoice.event}:${invoice.version}`,
      companyId: invoice.company_id,
      day: helsinkiDay(env.now()),
      invoiceId: invoice.id,
      postings: [...postingsOfWriteOff(invoice.by), ...(await lossVatOf(db, invoice))],
    },
  ])
}

/** Takes back as much of a loss as a later payment or credit covers; part of settling an invoice. */
export async function recoverWrittenOff(
  db: Db,
  env: Env,
  invoice: Omit<Written, 'event' | 'by'> & { readonly leftCents: Cents },
): Promise<void> {
  const lossCents = Math.min(invoice.written_off_cents, Math.max(invoice.leftCents, 0))
  if (lossCents === invoice.written_off_cents) return
  await change(db, env, { ...invoice, event: 'recovered', by: lossCents - invoice.written_off_cents })
}
