import { sql } from 'kysely'
import { lessorLink } from '#features/pricing/leasing/server/lessor-link.ts'
import { headOfBill } from '#features/story/lease-story/server/head.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { type Day, formatDay } from '#platform/values/days.ts'
import { type Cents, formatEuros } from '#platform/values/money.ts'
import type { Buyer } from './issue.ts'

/** The document that the mail waits for, and the file that goes along with it. */
interface MailFiles {
  readonly waitsForFileId: string | null
  readonly attachmentFileId: string | null
}

/** A lessor's own page, where its bills stand. */
const lessorPage = async (db: Db, services: Services, { lessor_id: lessorId }: SentRow) =>
  lessorId ? lessorLink(db, services, { lessorId }) : undefined

/** Tells the buyer by mail, where it has an address, that an invoice or a credit note has been sent. */
export async function mailInvoice(
  db: Db,
  services: Services,
  invoice: SentRow,
  { link, userId, ...files }: { link?: string; userId?: string | null } & MailFiles,
): Promise<void> {
  const { buyer } = invoice
  if (!buyer?.email) return
  const kind = invoice.credited ? 'credit' : link ? 'toPay' : 'sent'
  const page = link ?? (await lessorPage(db, services, invoice))
  await sendMail(db, services, {
    to: buyer.email,
    language: buyer.language,
    template: `invoices:mail.${kind}`,
    head: await headOfBill(db, services, invoice.agreement_id),
    companyId: invoice.company_id,
    userId: userId ?? null,
    ...files,
    ...(page ? { link: page } : {}),
    values: {
      number: invoice.number,
      what: invoice.what,
      total: formatEuros(Math.abs(invoice.total_cents), buyer.language),
      due: formatDay(invoice.due_day),
      order: invoice.order_number ?? '',
      credited: invoice.credited ?? '',
    },
  })
}

/** Tells the buyer, where it has an address, that what is open of an invoice is a loss of ours from now on. */
export async function mailWriteOff(
  db: Db,
  services: Services,
  { invoiceId, openCents }: { readonly invoiceId: string; readonly openCents: Cents },
): Promise<void> {
  const invoice = await readSent(db, invoiceId)
  const { buyer, company_id: companyId, number } = invoice
  if (!buyer?.email) return
  const page = await lessorPage(db, services, invoice)
  await sendMail(db, services, {
    to: buyer.email,
    language: buyer.language,
    ...(page ? { link: page } : {}),
    template: 'invoices:mail.writtenOff',
    head: await headOfBill(db, services, invoice.agreement_id),
    companyId,
    userId: null,
    values: { number, open: formatEuros(openCents, buyer.language) },
  })
}

/** A sent invoice, as much of it as its mail needs. */
export interface SentRow {
  id: string
  company_id: string
  number: string
  file_id: string | null
  total_cents: number
  due_day: Day
  buyer: Buyer | null
  order_number: string | null
  /** The number of the invoice that it credits. */
  credited: string | null
  what: string
  /** The lessor that is billed. */
  lessor_id: string | null
  /** The lease whose person is billed. */
  agreement_id: string | null
  /** It bills an employer's month, whose lines go along as a file. */
  has_lines_file: boolean
}

/** Whether an invoice `i` is an employer's bill of a month, whose lines go along as a file. */
export const hasLinesFile = sql<boolean>`(i.billing_month is not null and i.party = 'EMPLOYER' and i.credited_invoice_id is null)`

/** What the mail of a sent invoice says, without its other lines, of which there may be thousands. @throws NOT_FOUND */
export async function readSent(db: Db, invoiceId: string): Promise<SentRow> {
  const result = await sql<SentRow>`
    select i.id, i.company_id, i.number, i.file_id, i.total_cents, i.due_day, i.buyer, o.order_number, c.number as credited, l.description as what, i.leasing_company_id as lessor_id, case when i.party = 'PERSON' then i.agreement_id end as agreement_id,
           ${hasLinesFile} as has_lines_file
      from invoices i left join orders o on o.id = i.order_id left join invoices c on c.id = i.credited_invoice_id
      join lateral (select description from invoice_lines where invoice_id = i.id order by position limit 1) l on true
     where i.id = ${invoiceId} and i.direction = 'SALES' and i.sent_at is not null`.execute(db)
  return result.rows[0] ?? fail('NOT_FOUND')
}
