import { bicOfIban } from '#features/money/banking/rules/bic.ts'
import { type InvoiceDocument, readInvoiceDocument } from '#features/money/invoices/ledger/server/invoice-document.ts'
import { vatGroupsOf } from '#features/money/invoices/rules/lines.ts'
import { groundsOf } from '#features/money/invoices/rules/supplies.ts'
import { virtualBarcode } from '#features/money/invoices/rules/virtual-barcode.ts'
import { findInvoice } from '#features/money/invoices/server/queries.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Scope } from '#platform/server/database/scope.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Brand } from '#platform/values/brand.ts'
import { firstOfMonth, lastOfMonth } from '#platform/values/days.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import { present } from '#platform/values/present.ts'
import type { FinvoiceFacts, FinvoiceParty } from './finvoice-facts.ts'
import { writeFinvoice } from './finvoice-write.ts'

/** The language of an e-invoice’s words: whoever takes it in reads Finnish. */
const PRINTED_LANGUAGE = 'fi'

/** The parts of an address that was kept as one line: street, postal code and city. */
function addressParts(address: string | null): Pick<FinvoiceParty, 'street' | 'postalCode' | 'city'> {
  const parts = /^(.+),\s*(\d{4,5})\s+(.+)$/.exec(address ?? '')
  return parts
    ? { street: present(parts[1]), postalCode: present(parts[2]), city: present(parts[3]) }
    : { street: null, postalCode: null, city: null }
}

function sellerOf(brand: Brand): FinvoiceFacts['seller'] {
  const bic = bicOfIban(brand.iban)
  if (!bic) throw new AppError('E_INVOICE_NOT_SENDABLE', { details: { reason: 'BANK_UNKNOWN' } })
  return {
    name: brand.legalName,
    businessId: brand.businessId,
    vatNumber: brand.vatNumber,
    street: brand.streetAddress,
    postalCode: brand.postalCode,
    city: brand.city,
    eInvoiceAddress: brand.eInvoiceAddress,
    operatorId: brand.operatorId,
    iban: compactIban(brand.iban),
    bic,
    phone: brand.phone,
    email: brand.email,
  }
}

const buyerOf = ({ buyer }: InvoiceDocument): FinvoiceFacts['buyer'] => ({
  name: buyer.name,
  businessId: buyer.businessId,
  vatNumber: buyer.vatNumber ?? null,
  ...addressParts(buyer.address),
  eInvoiceAddress: buyer.eInvoiceAddress,
  operatorId: buyer.eInvoiceOperator ?? null,
})

const lineOf = (line: InvoiceDocument['lines'][number]): FinvoiceFacts['lines'][number] => ({
  description: line.description,
  quantity: line.netCents < 0 ? -Math.abs(line.quantity) : line.quantity,
  netCents: line.netCents,
  vatBasisPoints: line.vatBasisPoints,
  supplyDay: line.vatBasisPoints > 0 ? line.supplyDay : null,
  note: [line.unitName, line.costUnit, line.correctsMonth].filter(Boolean).join(', ') || null,
})

type FinvoiceServices = Pick<Services, 'brand' | 'env' | 'texts'>

/** What the Finvoice of a sent invoice says; lines without a sum are left out, since they bill nothing. */
function finvoiceFacts(
  invoice: InvoiceDocument,
  { brand, env, texts }: FinvoiceServices,
  messageId: string,
): FinvoiceFacts {
  const { totals, credits } = invoice
  const seller = sellerOf(brand)
  const isNational = /^\d{4,20}$/.test(invoice.referenceNumber)
  return {
    messageId,
    at: env.now(),
    number: invoice.number,
    issueDay: invoice.issueDay,
    dueDay: invoice.dueDay,
    deliveryDay: invoice.supplyDay,
    period: invoice.billingMonth
      ? { from: firstOfMonth(invoice.billingMonth), until: lastOfMonth(firstOfMonth(invoice.billingMonth)) }
      : null,
    credits,
    seller,
    buyer: buyerOf(invoice),
    orderNumber: invoice.orderNumber,
    agreementNumber: invoice.agreementNumber,
    referenceNumber: invoice.referenceNumber,
    lines: invoice.lines.map(lineOf),
    groups: vatGroupsOf(invoice.lines, invoice.vatBasis),
    grounds: groundsOf(invoice.lines).map((ground) => texts.t(PRINTED_LANGUAGE, `invoices:pdf.ground.${ground}`)),
    netCents: totals.netCents,
    vatCents: totals.vatCents,
    roundingCents: totals.roundingCents,
    totalCents: totals.totalCents,
    hasAttachment: invoice.hasLinesFile,
    barcode:
      credits || !isNational || !/^FI/.test(seller.iban)
        ? null
        : virtualBarcode({
            iban: seller.iban,
            totalCents: totals.totalCents,
            referenceNumber: invoice.referenceNumber,
            dueDay: invoice.dueDay,
          }),
  }
}

/** The Finvoice of a sent invoice. @throws E_INVOICE_NOT_SENDABLE when our bank is not known */
export const finvoiceOf = (services: FinvoiceServices, invoice: InvoiceDocument, messageId: string): Buffer =>
  writeFinvoice(finvoiceFacts(invoice, services, messageId))

const markQueued = (db: Db, { id, companyId }: InvoiceDocument) =>
  db
    .updateTable('invoices')
    .set({ e_invoice_wanted: false })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .execute()

/**
 * Puts a sent invoice on its way as a Finvoice: to the gateway where one is configured, else into the local outbox. The
 * bytes are made once and kept.
 * @returns the message's id
 * @throws E_INVOICE_NOT_SENDABLE for an invoice without an e-invoice address or one that is on its way
 */
export async function sendEInvoice(
  db: Db,
  services: Services,
  { invoiceId, scope, actor }: { invoiceId: string; scope: Scope; actor: Actor },
): Promise<string> {
  const { env, config } = services
  const known = (await findInvoice(db, scope, invoiceId)) ?? fail('NOT_FOUND')
  const invoice = await readInvoiceDocument(db, invoiceId)
  if (!invoice.buyer?.eInvoiceAddress)
    throw new AppError('E_INVOICE_NOT_SENDABLE', { details: { reason: 'NO_ADDRESS' } })
  const id = env.id()
  const content = finvoiceOf(services, invoice, id)
  const file = await keepFile(db, services, {
    companyId: invoice.companyId,
    parentType: 'e-invoice',
    parentId: id,
    label: `finvoice-${invoice.number}.xml`,
    contentType: 'application/xml',
    content,
  })
  const state = config.eInvoiceGatewayUrl ? ('WAITING' as const) : ('LOCAL' as const)
  await db
    .insertInto('e_invoice_messages')
    .values({
      id,
      company_id: invoice.companyId,
      invoice_id: invoice.id,
      state,
      file_id: file.id,
      to_address: invoice.buyer.eInvoiceAddress,
      next_attempt_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'e_invoice_messages_live_key'))
        throw new AppError('E_INVOICE_NOT_SENDABLE', { details: { reason: 'ON_ITS_WAY' } })
      throw error
    })
  await markQueued(db, invoice)
  await logEvent(db, env, actor, 'E_INVOICE_STATE_CHANGED', {
    subject: { type: 'invoice', id: invoice.id },
    companyId: invoice.companyId,
    orderId: known.order_id,
    shared: false,
    data: { to: state, eInvoiceId: id },
  })
  return id
}
