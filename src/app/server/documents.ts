import { makeInvoicePdf } from '#features/money/invoices/ledger/server/invoice-document.ts'
import { makeLinesCsv } from '#features/money/invoices/server/lines-file.ts'
import { makePersonalCopy } from '#features/operations/personal-data/server/archive.ts'
import { makeCertificatePdf } from '#features/orders/orders/server/delivery/certificate.ts'
import { makeEmployerTermsPdf } from '#features/people/companies/employer-terms/server/paper.ts'
import { documentsJob, type Makers } from '#platform/server/documents/later-documents.ts'

/** Who makes the bytes of each kind of document that is made after its transaction. */
export const documentMakers: Makers = {
  CERTIFICATE: makeCertificatePdf,
  EMPLOYER_TERMS: makeEmployerTermsPdf,
  INVOICE: makeInvoicePdf,
  INVOICE_LINES: makeLinesCsv,
  PERSONAL_COPY: makePersonalCopy,
}

export const makeDocuments = documentsJob(documentMakers)
