import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/database/events.ts'
import { sendMail } from '#platform/server/database/messages.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { referenceNumberFrom } from '#platform/values/identifiers.ts'
import { vatTotals } from '#platform/values/money.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

interface Billed {
  id: string
  company_id: string
  order_number: string
  agreement_id: string
  bike: string
  frame_number: string
  total_price_cents: number
  vat_basis_points: number
  lessor_id: string
  lessor_name: string
  lessor_business_id: string | null
  lessor_e_invoice: string | null
  lessor_email: string | null
  lessor_address: string | null
  payment_terms_days: number
  delivery_day: string | null
}

/** Takes the next number of a gap-free series: the row stays locked until the invoice commits with it. */
async function nextInvoiceNumber(db: Db, series: string, year: number): Promise<number> {
  const result = await sql<{ last_number: number }>`
    insert into invoice_counters (series, year, last_number) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last_number = invoice_counters.last_number + 1 returning last_number`.execute(
    db,
  )
  return result.rows[0]!.last_number
}

/**
 * Bills the bike to the agreement's lessor: number, reference, lines with VAT, PDF, and a mail to the lessor where it has
 * an address. The price includes VAT, so the tax is taken out of it once per rate.
 * @returns the invoice's id
 */
export async function sendLessorInvoice(
  db: Db,
  services: Services,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<string> {
  const { env, texts, brand } = services
  const found = await sql<Billed>`
    select o.id, o.company_id, o.order_number, o.agreement_id, concat_ws(' ', o.bike_brand, o.bike_model) as bike, o.frame_number, a.price_cents as total_price_cents,
           a.vat_basis_points, l.id as lessor_id, l.name as lessor_name, l.business_id as lessor_business_id, l.e_invoice_address as lessor_e_invoice,
           l.invoice_email as lessor_email, nullif(concat_ws(', ', l.street_address, nullif(concat_ws(' ', l.postal_code, l.city), '')), '') as lessor_address, l.payment_terms_days, o.delivery_day
      from orders o join leasing_agreements a on a.id = o.agreement_id join leasing_companies l on l.id = a.leasing_company_id where o.id = ${orderId}`.execute(
    db,
  )
  const order =
    found.rows[0] ??
    (() => {
      throw new AppError('NOT_FOUND')
    })()
  const today = helsinkiDay(env.now())
  const year = Number(today.slice(0, 4))
  const sequence = await nextInvoiceNumber(db, 'SALES', year)
  const number = `${year}${String(sequence).padStart(5, '0')}`
  const totals = vatTotals([{ grossCents: order.total_price_cents, vatBasisPoints: order.vat_basis_points }])
  const id = env.id()
  const dueDay = addDays(today, order.payment_terms_days)
  const referenceNumber = referenceNumberFrom(number)
  await db
    .insertInto('invoices')
    .values({
      id,
      company_id: order.company_id,
      order_id: order.id,
      agreement_id: order.agreement_id,
      direction: 'SALES',
      status: 'SENT',
      leasing_company_id: order.lessor_id,
      number,
      reference_number: referenceNumber,
      iban: brand.iban,
      issue_day: today,
      due_day: dueDay,
      net_cents: totals.netCents,
      vat_cents: totals.vatCents,
      total_cents: totals.grossCents,
      sent_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  const description = `${order.bike}, ${order.frame_number}, ${order.order_number}`
  await db
    .insertInto('invoice_lines')
    .values({
      id: env.id(),
      company_id: order.company_id,
      invoice_id: id,
      position: 1,
      description,
      net_cents: totals.netCents,
      vat_basis_points: order.vat_basis_points,
    })
    .execute()
  const content = await renderInvoicePdf({
    texts,
    brand,
    language: 'fi',
    at: env.now(),
    day: today,
    number,
    referenceNumber,
    dueDay,
    ...(order.delivery_day ? { deliveryDay: order.delivery_day } : {}),
    buyer: {
      name: order.lessor_name,
      businessId: order.lessor_business_id,
      address: order.lessor_address,
      eInvoiceAddress: order.lessor_e_invoice,
    },
    lines: [{ description, quantity: 1, netCents: totals.netCents, vatBasisPoints: order.vat_basis_points }],
    groups: totals.groups,
    netCents: totals.netCents,
    vatCents: totals.vatCents,
    totalCents: totals.grossCents,
  })
  const file = await keepFile(db, services, {
    companyId: order.company_id,
    parentType: 'invoice',
    parentId: id,
    label: `lasku-${number}.pdf`,
    contentType: 'application/pdf',
    content,
  })
  await db.updateTable('invoices').set({ file_id: file.id }).where('id', '=', id).execute()
  await logEvent(db, env, actor, 'INVOICE_STATUS_UPDATED', {
    subject: { type: 'invoice', id },
    companyId: order.company_id,
    orderId: order.id,
    shared: false,
    data: { from: null, to: 'SENT', number },
  })
  if (order.lessor_email) {
    await sendMail(db, services, {
      to: order.lessor_email,
      language: 'fi',
      template: 'billing:mail.lessorInvoice',
      companyId: order.company_id,
      values: { number, order: order.order_number, due: dueDay },
    })
  }
  return id
}
