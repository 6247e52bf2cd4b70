import { serviceReleases } from '#features/pricing/leasing/rules.ts'
import {
  DayShape,
  Euros,
  endpoint,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { serviceObstacles, voucherStates } from './rules.ts'

const Voucher = Shape({
  serviceVoucherId: Id,
  state: OneOf(voucherStates),
  validUntil: DayShape,
  createdAt: Instant,
  storeName: Nullable(T.String()),
  work: Nullable(T.String()),
  sum: Nullable(Euros),
  billedAt: Nullable(Instant),
  /** What the invoice of a billed voucher has come to; null without one. */
  invoice: Nullable(OneOf(['TO_CHECK', 'ACCEPTED', 'PAID', 'VOID', 'DISPUTED'])),
  version: Version,
})

/** An open voucher as its person shows it. */
const Shown = Shape({ code: T.String(), url: T.String(), qr: Shape({ size: T.Integer(), path: T.String() }) })

const BikeService = Shape({
  leasingAgreementId: Id,
  /** Null where the terms of the lease promise no service. */
  balance: Nullable(
    Shape({
      total: Euros,
      released: Euros,
      used: Euros,
      left: Euros,
      release: OneOf(serviceReleases),
      daysAfter: T.Integer(),
      lastDay: Nullable(DayShape),
    }),
  ),
  /** Why no voucher can be made now; null when one can. */
  obstacle: Nullable(OneOf(serviceObstacles)),
  /** Null without an open voucher, and for everybody but its person. */
  shown: Nullable(Shown),
  vouchers: T.Array(Voucher),
})
export type BikeServiceView = T.Static<typeof BikeService>

const Bike = {
  bike: T.String(),
  frameNumber: Nullable(T.String()),
  state: OneOf(voucherStates),
  validUntil: DayShape,
  /** The most that may be billed; null when the voucher is not good for anything. */
  left: Nullable(Euros),
}

/** What a store billed for one service. */
const Receipt = {
  number: T.String(),
  sum: Euros,
  work: T.String(),
  issueDay: DayShape,
  dueDay: DayShape,
  paidDay: Nullable(DayShape),
  isVoid: T.Boolean(),
}

const VoucherPage = Shape({ ...Bike, obstacle: Nullable(OneOf(serviceObstacles)), storeName: Nullable(T.String()) })

const BillPage = Shape({
  ...Bike,
  storeName: T.String(),
  agreementNumber: T.String(),
  firstDay: DayShape,
  today: DayShape,
  receipt: Nullable(Shape({ ...Receipt, hasFile: T.Boolean(), mayAttach: T.Boolean() })),
  /** What the same store billed of the same lease before, newest first. */
  earlier: T.Array(Shape(Receipt)),
})

const Code = Shape({ code: T.String({ minLength: 8, maxLength: 40 }) })
const Token = Shape({ token: T.String({ minLength: 20, maxLength: 100 }) })
const ById = Shape({ id: Id })

export const bikeServices = {
  get: endpoint({
    method: 'GET',
    path: '/api/bike-services/:leasingAgreementId',
    access: 'bike-service:read',
    summary: 'The prepaid service of a lease: its balance by the terms, and its vouchers, newest first.',
    params: Shape({ leasingAgreementId: Id }),
    replies: { 200: BikeService },
    errors: ['NOT_FOUND'],
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/service-vouchers',
    access: 'bike-service:use',
    summary: "Makes a voucher for the service of one's own leased bicycle, good in any store of the register, once.",
    body: Shape({ leasingAgreementId: Id }),
    replies: { 201: BikeService },
    errors: ['NOT_FOUND', 'SERVICE_NOT_IN_TERMS', 'SERVICE_NOT_NOW', 'SERVICE_VOUCHER_EXISTS'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/service-vouchers/:id/cancel',
    access: 'bike-service:use',
    summary: 'Takes back a voucher that nobody has billed.',
    params: ById,
    body: Shape({ version: Version }),
    replies: { 200: BikeService },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'SERVICE_VOUCHER_NOT_VALID'],
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/api/service-vouchers/:id/dispute',
    access: 'bike-service:use',
    summary: 'Says that a billed service was not had: its invoice is not paid before the staff have settled it.',
    params: ById,
    body: Shape({ reason: Text, version: Version }),
    replies: { 200: BikeService },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'SERVICE_VOUCHER_NOT_VALID'],
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/service-page/:code',
    access: 'public',
    summary: 'What a shop sees of a voucher by its code: the bicycle, and the most that may be billed.',
    params: Code,
    replies: { 200: VoucherPage },
    errors: ['NOT_FOUND'],
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/service-page/:code/link',
    access: 'public',
    summary:
      'Sends the link to bill a voucher to the address that the register has of a store, which then has taken it.',
    params: Code,
    body: Shape({
      /** Business id or e-mail address, as the register has it. */
      store: T.String({ minLength: 3, maxLength: 200 }),
      bikeStoreId: T.Optional(Id),
    }),
    replies: {
      200: Shape({
        /** Null while the store has to be chosen from several. */
        sentTo: Nullable(T.String()),
        choices: T.Array(Shape({ bikeStoreId: Id, storeName: T.String(), city: Nullable(T.String()) })),
      }),
    },
    errors: ['NOT_FOUND', 'SERVICE_NOT_NOW', 'SERVICE_VOUCHER_NOT_VALID', 'SERVICE_VOUCHER_TAKEN'],
  }),
  billPage: endpoint({
    method: 'GET',
    path: '/api/service-bill/:token',
    access: { token: 'service-bill' },
    params: Token,
    summary: "A store's own page of a voucher: what may be billed, and the receipt of what was.",
    replies: { 200: BillPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  bill: endpoint({
    method: 'POST',
    path: '/api/service-bill/:token/invoice',
    access: { token: 'service-bill' },
    params: Token,
    summary:
      "The store's invoice for the service, once, at most the balance, to the account that the register has of it.",
    body: Shape({
      work: T.String({ minLength: 3, maxLength: 500, pattern: '\\S' }),
      total: T.Number({ exclusiveMinimum: 0, maximum: 100_000, multipleOf: 0.01 }),
      number: T.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
      issueDay: DayShape,
      referenceNumber: T.Optional(Nullable(T.String({ maxLength: 30 }))),
    }),
    replies: { 201: BillPage },
    errors: [
      'NOT_FOUND',
      'TOKEN_NOT_VALID',
      'NAME_EXISTS',
      'SERVICE_NOT_NOW',
      'SERVICE_VOUCHER_NOT_VALID',
      'SERVICE_OVER_BALANCE',
    ],
  }),
  attach: endpoint({
    method: 'PUT',
    path: '/api/service-bill/:token/invoice-file',
    access: { token: 'service-bill' },
    params: Token,
    summary: "The PDF of the store's invoice, until the invoice has been checked.",
    upload: { maxBytes: 10_485_760, contentTypes: ['application/pdf'] },
    replies: { 200: BillPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'FILE_NOT_ACCEPTED', 'INVOICE_STEP_NOT_ALLOWED'],
  }),
}
