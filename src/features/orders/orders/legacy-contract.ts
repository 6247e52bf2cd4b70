import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import { csvUpload, dryRunQuery, ImportReport } from '#platform/contract/imports.ts'

/** The head of a file of the earlier site's orders; document or waiver stands for the signed agreement, an online shop has its link. */
export const legacyColumns = [
  'legacyNumber',
  'businessId',
  'workEmail',
  'brand',
  'model',
  'price',
  'instalment',
  'leaseMonths',
  'commitmentDay',
  'startDay',
  'lessor',
  'frameNumber',
  'deliveryDay',
  'document',
  'waiver',
  'onlineShop',
  'productLink',
] as const

export const legacyOrders = {
  import: endpoint({
    method: 'POST',
    path: '/api/legacy-orders',
    access: 'order:import-legacy',
    summary: `Reads orders of the earlier site in with their agreements (CSV: ${legacyColumns.join(';')}); bad lines are named and put aside, known orders stay, no mails leave.`,
    query: Shape(dryRunQuery),
    upload: csvUpload,
    replies: { 200: ImportReport },
  }),
  addDocument: endpoint({
    method: 'POST',
    path: '/api/legacy-orders/documents',
    access: 'order:import-legacy',
    summary: 'Keeps the PDF of a signed agreement until an imported line names it.',
    query: Shape({ fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    replies: { 201: Shape({ fileName: T.String() }) },
    errors: ['FILE_NOT_ACCEPTED'],
  }),
}
