import type { FinvoiceFacts, FinvoiceLine } from '#features/money/e-invoices/server/finvoice-facts.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { referenceNumberFrom } from '#platform/values/identifiers.ts'
import { vatTotals } from '#platform/values/money.ts'

const seller: FinvoiceFacts['seller'] = {
  name: demoBrand.legalName,
  businessId: demoBrand.businessId,
  vatNumber: demoBrand.vatNumber,
  street: demoBrand.streetAddress,
  postalCode: demoBrand.postalCode,
  city: demoBrand.city,
  eInvoiceAddress: demoBrand.eInvoiceAddress,
  operatorId: demoBrand.operatorId,
  iban: demoBrand.iban,
  bic: 'NDEAFIHH',
  phone: demoBrand.phone,
  email: demoBrand.email,
}

/** An invoice of some lines between two parties of the demo. */
export function finvoiceFacts(lines: readonly FinvoiceLine[], more: Partial<FinvoiceFacts> = {}): FinvoiceFacts {
  return {
    messageId: '0192b1c0-0000-7000-8000-000000000001',
    at: new Date('2026-11-22T08:00:00Z'),
    number: '202600042',
    issueDay: '2026-11-22',
    dueDay: '2026-12-06',
    deliveryDay: '2026-11-20',
    period: null,
    credits: null,
    seller,
    buyer: {
      name: 'Esimerkkirahoitus Oy & Kumpp. <testi>',
      businessId: '1234567-1',
      vatNumber: 'FI12345671',
      street: 'Mallitie 1',
      postalCode: '00100',
      city: 'Helsinki',
      eInvoiceAddress: '003712345671',
      operatorId: '003799999002',
    },
    orderNumber: 'P-26-7KQ2MX',
    agreementNumber: 'S-26-7KQ2MX',
    referenceNumber: referenceNumberFrom('202600042'),
    lines,
    ...vatTotals(lines),
    totalCents: vatTotals(lines).grossCents,
    barcode: null,
    ...more,
  }
}
