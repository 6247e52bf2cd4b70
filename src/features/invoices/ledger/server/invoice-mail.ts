import type { Db } from '#platform/server/database/db.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay } from '#platform/values/days.ts'
import { formatEuros } from '#platform/values/money.ts'
import { readInvoiceDocument } from './invoice-document.ts'

/** Tells the buyer by mail, where it has an address, that an invoice or a credit note has been sent. */
export async function mailInvoice(
  db: Db,
  services: Services,
  invoiceId: string,
  { link, userId }: { link?: string; userId?: string | null } = {},
): Promise<void> {
  const invoice = await readInvoiceDocument(db, invoiceId)
  const { buyer } = invoice
  if (!buyer.email) return
  const kind = invoice.credits ? 'credit' : link ? 'toPay' : 'sent'
  await sendMail(db, services, {
    to: buyer.email,
    language: buyer.language,
    template: `invoices:mail.${kind}`,
    companyId: invoice.companyId,
    userId: userId ?? null,
    ...(link ? { link } : {}),
    values: {
      number: invoice.number,
      what: invoice.lines[0]!.description,
      total: formatEuros(Math.abs(invoice.totals.totalCents), buyer.language),
      due: formatDay(invoice.dueDay),
      order: invoice.orderNumber ?? '',
      credited: invoice.credits?.number ?? '',
    },
  })
}
