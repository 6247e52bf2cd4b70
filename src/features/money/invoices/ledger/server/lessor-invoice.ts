import { sql } from 'kysely'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { draftInvoice, type NewInvoiceLine } from './issue.ts'

interface Billed {
  id: string
  company_id: string
  order_number: string
  agreement_id: string
  bike: string
  frame_number: string
  leased_cents: number
  accessories: readonly { readonly name: string; readonly priceCents: Cents }[]
  vat_basis_points: number
  lessor_id: string
  lessor_name: string
  lessor_business_id: string | null
  lessor_vat_number: string | null
  lessor_e_invoice: string | null
  lessor_e_invoice_operator: string | null
  lessor_email: string | null
  lessor_address: string | null
  payment_terms_days: number
  delivery_day: string | null
}

async function readBilled(db: Db, orderId: string): Promise<Billed> {
  const found = await sql<Billed>`
    select o.id, o.company_id, o.order_number, o.agreement_id, concat_ws(' ', o.bike_brand, o.bike_model) as bike, o.frame_number, a.price_cents as leased_cents, o.accessories,
           a.vat_basis_points, l.id as lessor_id, l.name as lessor_name, l.business_id as lessor_business_id, l.vat_number as lessor_vat_number,
           l.e_invoice_address as lessor_e_invoice, l.e_invoice_operator as lessor_e_invoice_operator,
           l.invoice_email as lessor_email, nullif(concat_ws(', ', l.street_address, nullif(concat_ws(' ', l.postal_code, l.city), '')), '') as lessor_address, l.payment_terms_days, o.delivery_day
      from orders o join leasing_agreements a on a.id = o.agreement_id join leasing_companies l on l.id = a.leasing_company_id where o.id = ${orderId}`.execute(
    db,
  )
  return found.rows[0] ?? fail('NOT_FOUND')
}

/**
 * A line for the bicycle and one for each kind of accessory, with its quantity; together they are the leased price. What
 * the employee pays beside the lease comes off the bicycle, or, where it is more than the bicycle, all is one line.
 */
function linesOf(order: Billed): NewInvoiceLine[] {
  const kinds = [...Map.groupBy(order.accessories, ({ name, priceCents }) => `${priceCents} ${name}`).values()]
  const line = (description: string, grossCents: Cents, quantity = 1): NewInvoiceLine => ({
    purpose: 'LESSOR',
    description,
    quantity,
    grossCents,
    vatBasisPoints: order.vat_basis_points,
    agreementId: order.agreement_id,
  })
  const bike = `${order.bike}, ${order.frame_number}, ${order.order_number}`
  const bikeCents = order.leased_cents - sumCents(order.accessories.map(({ priceCents }) => priceCents))
  if (bikeCents <= 0) return [line([bike, ...order.accessories.map(({ name }) => name)].join(', '), order.leased_cents)]
  return [
    line(bike, bikeCents),
    ...kinds.map((own) => line(present(own[0]).name, own.length * present(own[0]).priceCents, own.length)),
  ]
}

/**
 * Drafts the bill of bike and accessories to the agreement's lessor; `sendInvoice` numbers and sends it. The price
 * includes VAT, so the tax is taken out of it once per rate.
 * @returns the invoice's id
 */
export async function draftLessorInvoice(db: Db, services: Services, orderId: string): Promise<string> {
  const order = await readBilled(db, orderId)
  return draftInvoice(db, services, {
    stage: 'NOT_SENT',
    invoice: {
      companyId: order.company_id,
      purpose: 'LESSOR',
      party: 'LESSOR',
      lessorId: order.lessor_id,
      orderId: order.id,
      agreementId: order.agreement_id,
      dueDay: addDays(helsinkiDay(services.env.now()), order.payment_terms_days),
      supplyDay: order.delivery_day,
      buyer: {
        name: order.lessor_name,
        businessId: order.lessor_business_id,
        vatNumber: order.lessor_vat_number,
        address: order.lessor_address,
        eInvoiceAddress: order.lessor_e_invoice,
        eInvoiceOperator: order.lessor_e_invoice_operator,
        email: order.lessor_email,
        language: 'fi',
      },
      lines: linesOf(order),
    },
  })
}
