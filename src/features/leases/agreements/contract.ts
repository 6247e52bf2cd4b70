import { leaseStates } from '#features/pricing/leasing/rules/lease-period.ts'
import { benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  Percent,
  pageQuery,
  Shape,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { SheetFormat } from '#platform/values/sheet-format.ts'

export const paymentStatuses = ['COMPLETED', 'PENDING', 'PAID', 'NOT_PAID', 'CANCELLED'] as const
export const agreementStatuses = ['PENDING', 'SIGNED', 'REJECTED'] as const
export const documentKinds = ['AGREEMENT', 'CERTIFICATE', 'OTHER'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const earlyEnds = ['REDEEMED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED', 'RETURNED'] as const
/** Why a lease ended; all but TERM are set by a process before it happens. */
const endReasons = ['TERM', ...earlyEnds] as const
export type EarlyEnd = (typeof earlyEnds)[number]
/** Where the bicycle is; null until it is handed over. */
export const bikePlaces = ['STORE', 'EMPLOYEE', 'EMPLOYER', 'LESSOR', 'SOLD', 'LOST'] as const
export type BikePlace = (typeof bikePlaces)[number]

const day = Nullable(DayShape)

const AgreementRow = Shape({
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  version: T.Integer(),
  status: Nullable(OneOf(agreementStatuses)),
  leaseState: OneOf(leaseStates),
  endReason: Nullable(OneOf(endReasons)),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  employeeNumber: Nullable(T.String()),
  leasingCompany: T.String(),
  leaseTimeMonths: T.Integer(),
  instalment: Euros,
  startDay: day,
  endDay: day,
  /** The last day that a process has set, and what will end the lease then. */
  endsOn: day,
  endsAs: Nullable(OneOf(earlyEnds)),
  bikeAt: Nullable(OneOf(bikePlaces)),
  /** When the matter of a lost bicycle was closed. */
  lostClosedAt: Nullable(Instant),
  /** The month from which the employer keeps the bicycle and bears its instalments. */
  keptFrom: Nullable(T.String()),
  commitmentDate: day,
  taxRegime: Nullable(OneOf(taxRegimes)),
  createdAt: Instant,
})

const AgreementDetail = Shape({
  ...AgreementRow.properties,
  orderId: Nullable(Id),
  /** The agreements of one bicycle share it; the one before this may stand in another company. */
  chainId: Id,
  previousAgreementId: Nullable(Id),
  totalAmount: Euros,
  lastInstalment: Euros,
  adminFee: Euros,
  residual: Euros,
  buyOut: T.Array(Euros),
  vatPercent: Percent,
  benefitModel: OneOf(benefitModels),
  taxRegimeReview: Nullable(T.String()),
  /** The last day of an exemption that a review has ended early. */
  exemptUntil: day,
  documentSha256: Nullable(T.String()),
  signatures: T.Array(Shape({ party: OneOf(['EMPLOYEE', 'EMPLOYER']), name: T.String(), signedAt: Instant })),
  voidAt: Nullable(Instant),
})

const SignedDocument = Shape({
  signedDocumentId: Id,
  version: T.Integer(),
  kind: OneOf(documentKinds),
  title: T.String(),
  beneficiaryEmployeeId: Id,
  leasingAgreementId: Nullable(Id),
  agreementNumber: Nullable(T.String()),
  /** The order from which its agreement was made. */
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
  companyId: Id,
  companyName: T.String(),
  employeeName: T.String(),
  paymentStatus: OneOf(paymentStatuses),
  leasingSignDate: day,
  sealed: T.Boolean(),
  hasFile: T.Boolean(),
  /** Its receipt is there: the log's word of it stands under a signed root. */
  hasReceipt: T.Boolean(),
  createdAt: Instant,
})

const agreementParams = Shape({ id: Id })

const sortColumns = ['createdAt', 'startDay', 'endDay', 'instalment'] as const
export type AgreementSort = (typeof sortColumns)[number] | `-${(typeof sortColumns)[number]}`
const agreementSorts: readonly AgreementSort[] = sortColumns.flatMap((name) => [name, `-${name}`] as const)

const listFilter = {
  search: T.Optional(T.String({ maxLength: 254 })),
  searchEmail: T.Optional(T.String({ maxLength: 254 })),
  searchEmployeeNumber: T.Optional(T.String({ maxLength: 60 })),
  searchName: T.Optional(T.String({ maxLength: 120 })),
  companyId: T.Optional(Id),
  status: T.Optional(OneOf([...agreementStatuses, 'NONE'])),
  leaseState: T.Optional(OneOf(leaseStates)),
  /** Those that no process is ending alone: a new end may be begun. */
  isFree: T.Optional(T.Boolean()),
  /** Those alone for which what is named may be begun: a redemption, or a claim. */
  freeFor: T.Optional(OneOf(['REDEMPTION', 'CLAIM', 'RETURN'])),
  sort: T.Optional(OneOf(agreementSorts)),
}

const documentSorts = ['createdAt', '-createdAt', 'leasingSignDate', '-leasingSignDate'] as const
export type DocumentSort = (typeof documentSorts)[number]

const documentFilter = {
  search: T.Optional(T.String({ maxLength: 120 })),
  companyId: T.Optional(Id),
  kind: T.Optional(OneOf(documentKinds)),
  beneficiaryEmployeeId: T.Optional(Id),
  leasingAgreementId: T.Optional(Id),
  paymentStatus: T.Optional(OneOf(paymentStatuses)),
  sort: T.Optional(OneOf(documentSorts)),
}

export const agreements = {
  list: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/list',
    access: 'agreement:read',
    summary: 'Leasing agreements, newest first unless `sort` says otherwise.',
    query: Shape({ ...pageQuery(20), ...listFilter, id: T.Optional(Id) }),
    replies: { 200: Page(AgreementRow) },
  }),
  listFile: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/list/file',
    access: 'agreement:read',
    summary: 'All agreements that a filter lets through, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...listFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/:id',
    access: 'agreement:read',
    params: agreementParams,
    summary: 'One leasing agreement with its prices and signatures.',
    replies: { 200: AgreementDetail },
    errors: ['NOT_FOUND'],
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/:id/document',
    access: 'signed-document:read',
    params: agreementParams,
    file: true,
    summary: "The agreement's PDF: the one to sign, or the sealed one once both have signed.",
    query: Shape({ inline: T.Optional(T.Boolean()) }),
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/leasing-agreements/:id/receipt',
    access: 'signed-document:read',
    params: agreementParams,
    file: true,
    summary:
      'The receipt of a sealed agreement: what the log tells of its signing, with the paths to signed roots, to be verified without the service. It is there within the hour; before it answers NOT_FOUND.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  documents: endpoint({
    method: 'GET',
    path: '/api/signed-documents',
    access: 'signed-document:read',
    summary: 'Signed documents of the scope, newest first unless `sort` says otherwise.',
    failure: 'Failed to fetch signed documents',
    query: Shape({ ...pageQuery(20), ...documentFilter, id: T.Optional(Id) }),
    replies: {
      200: Shape({
        data: T.Array(SignedDocument),
        page: T.Integer(),
        limit: T.Integer(),
        total: T.Integer(),
        totalPages: T.Integer(),
        hasNext: T.Boolean(),
        hasPrevious: T.Boolean(),
        totalIsEstimate: T.Optional(T.Boolean()),
      }),
    },
  }),
  documentsFile: endpoint({
    method: 'GET',
    path: '/api/signed-documents/file',
    access: 'signed-document:read',
    summary: 'All signed documents that a filter lets through, as CSV or a workbook.',
    query: Shape({ format: SheetFormat, ...documentFilter }),
    file: true,
    replies: { 200: T.Any() },
  }),
  createDocument: endpoint({
    method: 'POST',
    path: '/api/signed-documents',
    access: 'signed-document:create',
    summary: 'Records a document that was signed on paper.',
    failure: 'Failed to create signed document',
    body: Shape({
      beneficiaryEmployeeId: Id,
      leasingAgreementId: T.Optional(Nullable(Id)),
      title: T.Optional(T.String({ minLength: 1, maxLength: 120 })),
      paymentStatus: T.Optional(OneOf(paymentStatuses)),
      leasingSignDate: T.Optional(DayShape),
    }),
    replies: { 201: Shape({ data: SignedDocument }) },
    errors: ['NOT_FOUND'],
  }),
  attachFile: endpoint({
    method: 'PUT',
    path: '/api/signed-documents/:id/file',
    access: 'signed-document:create',
    params: agreementParams,
    summary: 'Attaches the scanned paper to a recorded document that has no file yet.',
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    query: Shape({ fileName: T.Optional(T.String({ maxLength: 200 })) }),
    replies: { 200: Shape({ data: SignedDocument }) },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'FILE_EXISTS'],
  }),
  updateDocument: endpoint({
    method: 'PUT',
    path: '/api/signed-documents/:id',
    access: 'signed-document:update',
    params: agreementParams,
    summary: 'Changes the payment status or the sign date of a signed document; the file never changes.',
    failure: 'Failed to update signed document',
    body: Shape({
      paymentStatus: T.Optional(OneOf(paymentStatuses)),
      leasingSignDate: T.Optional(DayShape),
      version: T.Optional(Version),
    }),
    replies: { 200: Shape({ data: SignedDocument }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  deleteDocument: endpoint({
    method: 'DELETE',
    path: '/api/signed-documents/:id',
    access: 'signed-document:delete',
    params: agreementParams,
    summary: 'Takes a signed document out of the lists; its row stays as evidence.',
    failure: 'Failed to delete signed document',
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: Shape({ data: SignedDocument }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/signed-documents/:id/file',
    access: 'signed-document:read',
    params: agreementParams,
    file: true,
    summary: 'The file of a signed document.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}
