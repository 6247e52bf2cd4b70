import { invoiceXml } from '#features/money/invoices/xml-contract.ts'
import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { eInvoices } from '../contract.ts'
import { deliverEInvoices } from './deliver-job.ts'
import { eInvoicesHandlers } from './handlers.ts'
import { takeInEInvoiceInbox } from './inbox-job.ts'
import { invoiceXmlHandlers } from './invoice-xml.ts'

export const eInvoicesFeature: Feature = {
  name: 'e-invoices',
  calls: [calls('e-invoices', eInvoices, eInvoicesHandlers), calls('invoice-xml', invoiceXml, invoiceXmlHandlers)],
  jobs: [takeInEInvoiceInbox, deliverEInvoices],
  tables: ['e_invoice_messages', 'received_e_invoices'],
}
