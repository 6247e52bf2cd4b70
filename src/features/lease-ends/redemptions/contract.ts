import { agreements } from '#features/leases/agreements/contract.ts'
import { MAX_DEDUCTION_MONTHS } from '#features/money/payroll-deductions/rules.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
  EurosAboveZero,
  EurosFromZero,
  endpoint,
  grouped,
  Id,
  Instant,
  MonthShape,
  Nullable,
  OneOf,
  pageQuery,
  Shape,
  sorting,
  stepBody,
  T,
  Text,
  Version,
} from '#platform/contract/contract.ts'
import { allowedStepOf, refusalsOf } from '#platform/process/case/contract.ts'
import type { RedemptionStep, RedemptionWords } from './rules/words.ts'
import {
  redemptionMethods,
  redemptionPaymentStatuses,
  redemptionReasons,
  redemptionStates,
  redemptionStatuses,
} from './rules.ts'

const day = Nullable(DayShape)
const money = Nullable(Euros)

const Offer = Shape({
  redemptionOfferId: Id,
  bikeRedemptionId: Id,
  fileName: T.String(),
  createdAt: Instant,
})

export const redemptionAwaited = ['EMPLOYEE', 'EMPLOYER', 'STAFF', 'LESSOR'] as const

const Redemption = Shape({
  id: Id,
  version: Version,
  status: OneOf(redemptionStatuses),
  step: OneOf(redemptionStates),
  reason: OneOf(redemptionReasons),
  buyer: OneOf(['EMPLOYEE', 'EMPLOYER']),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  leasingCompany: T.String(),
  bike: Nullable(T.String()),
  endMonth: MonthShape,
  endsOn: day,
  paymentMethod: Nullable(OneOf(redemptionMethods)),
  price: money,
  fee: money,
  total: money,
  fairValue: money,
  taxableDifference: money,
  offerValidUntil: day,
  waitingFor: T.Array(OneOf(redemptionAwaited)),
  createdAt: Instant,
})

const AllowedStep = allowedStepOf<RedemptionWords>(redemptionStates)

const RedemptionDetail = Shape({
  ...Redemption.properties,
  orderId: Nullable(Id),
  /** The staff's: why price or value differ from the tables. */
  ownPriceReason: Nullable(T.String()),
  closedReason: Nullable(T.String()),
  redemptionPaymentId: Nullable(Id),
  /** In how many months' pay it can be kept until the end month, and in how many it is. */
  payrollMonthsLeft: T.Integer(),
  payrollMonths: Nullable(T.Integer()),
  /** When a bill made today falls due. */
  wouldBeDue: DayShape,
  /** The most that the tax of the difference may be; null where nobody can tell, or without a price. */
  mostTax: money,
  invoice: Nullable(
    Shape({ number: Nullable(T.String()), dueDay: DayShape, open: Euros, payPath: Nullable(T.String()) }),
  ),
  hasLessorInvoice: T.Boolean(),
  hasTransferDocument: T.Boolean(),
  doneDay: day,
  withdrawUntil: day,
  redemptionOffers: T.Array(Offer),
  allowedSteps: T.Array(AllowedStep),
})
export type RedemptionView = T.Static<typeof RedemptionDetail>
export type RedemptionRow = T.Static<typeof Redemption>

const Payment = Shape({
  id: Id,
  version: Version,
  status: OneOf(redemptionPaymentStatuses),
  paymentMethod: OneOf(redemptionMethods),
  companyId: Id,
  companyName: T.String(),
  names: T.String(),
  dueDay: DayShape,
  amount: Euros,
  open: money,
  paidDay: day,
  invoiceId: Nullable(Id),
  invoiceNumber: Nullable(T.String()),
  bikeRedemptionIds: T.Array(Id),
  createdAt: Instant,
})
export type RedemptionPaymentRow = T.Static<typeof Payment>

const list = <S extends T.TSchema>(item: S) =>
  Shape({ items: T.Array(item), totalCount: T.Integer(), totalIsEstimate: T.Optional(T.Boolean()) })
const params = Shape({ id: Id })
const listed = { ...pageQuery(20), search: T.Optional(T.String({ maxLength: 100 })), id: T.Optional(Id) }
const refusals = refusalsOf('REDEMPTION')

const Quote = Shape({
  leasingAgreementId: Id,
  endMonth: MonthShape,
  endsOn: DayShape,
  price: Euros,
  fee: Euros,
  total: Euros,
  fairValue: Euros,
  taxableDifference: Euros,
  /** The most that the tax of it may be; null where nobody can tell. */
  mostTax: money,
  paidSoFar: Euros,
  leftToPay: Euros,
  offerValidUntil: DayShape,
  dueDay: DayShape,
  months: T.Array(Shape({ month: MonthShape, price: Euros })),
})

const reason = T.Optional(Text)
const endMonth = T.Optional(MonthShape)
/** How the price is paid, by whoever says yes to it. */
const acceptance = {
  paymentMethod: T.Optional(OneOf(redemptionMethods)),
  /** With PAYROLL: in how many months' pay it is kept, one unless told. */
  payrollMonths: T.Optional(T.Integer({ minimum: 1, maximum: MAX_DEDUCTION_MONTHS })),
  /** The consumer information was shown and read. */
  hasReadInformation: T.Optional(T.Boolean()),
}

/** Why nothing is opened on a lease. */
const openingErrors = ['NOT_FOUND', 'AGREEMENT_ENDING_EXISTS', 'CLAIM_OPEN', 'REDEMPTION_STEP_NOT_ALLOWED'] as const
const QuoteBuyer = T.Optional(Redemption.properties.buyer)

export const redemptions = {
  list: endpoint({
    method: 'GET',
    path: '/api/bike-redemption',
    access: 'redemption:read',
    summary: 'Redemptions of the scope, newest first. PAYTRAIL finds invoices that were paid online.',
    failure: 'Failed to fetch bike redemptions',
    query: Shape({
      ...listed,
      sort: sorting('createdAt', 'endMonth', 'price', 'employeeName', 'companyName'),
      status: T.Optional(OneOf([...redemptionStatuses, ...redemptionStates.filter((state) => state !== 'CANCELLED')])),
      paymentMethod: T.Optional(OneOf([...redemptionMethods, 'PAYTRAIL'])),
      leasingAgreementId: T.Optional(Id),
      waitingFor: T.Optional(OneOf(redemptionAwaited)),
      grouped,
    }),
    replies: { 200: list(Redemption) },
  }),
  quote: endpoint({
    method: 'GET',
    path: '/api/redemption-quotes',
    access: 'redemption:request',
    summary: 'What a lease can be redeemed for, month by month, before anything is started.',
    query: Shape({ leasingAgreementId: Id, endMonth: T.Optional(MonthShape), buyer: QuoteBuyer }),
    replies: { 200: Quote },
    errors: ['NOT_FOUND', 'REDEMPTION_STEP_NOT_ALLOWED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bike-redemption',
    access: 'redemption:request',
    summary: 'Starts the redemption of a lease and offers the price of its table (R1, R2).',
    failure: 'Failed to create bike redemption',
    body: Shape({
      leasingAgreementId: T.Optional(Id),
      beneficiaryEmployeeId: T.Optional(Id),
      endMonth: T.Optional(MonthShape),
      paymentMethod: T.Optional(OneOf(redemptionMethods)),
      buyer: T.Optional(OneOf(['EMPLOYEE', 'EMPLOYER'])),
      reason: OneOf(redemptionReasons),
    }),
    replies: { 201: RedemptionDetail },
    errors: ['AGREEMENT_CHOICE_NEEDED', ...openingErrors, 'REDEMPTION_STEP_NOT_PERMITTED'],
  }),
  chargeEmployer: endpoint({
    method: 'POST',
    path: '/api/bike-redemption/charge-employer',
    access: 'redemption:manage',
    summary: 'Bills the residual of a bicycle that nobody chose for, or that is lost, to an employer that buys it.',
    body: Shape({ leasingAgreementId: Id }),
    replies: { 201: RedemptionDetail },
    errors: [...openingErrors, 'REDEMPTION_STEP_NOT_PERMITTED'],
  }),
  markLost: endpoint({
    method: 'POST',
    path: '/api/bike-redemption/lost',
    access: 'redemption:manage',
    summary: 'Marks the bicycle of a lease that is over by 35 days without a choice as lost, with the reason.',
    body: Shape({ leasingAgreementId: Id, reason: Text }),
    replies: { 200: Shape({ leasingAgreementId: Id, bikeAt: OneOf(['LOST']) }) },
    errors: [...openingErrors, 'NOT_FOR_ONESELF'],
  }),
  settleLost: endpoint({
    method: 'PUT',
    path: '/api/bike-redemption/lost',
    access: 'redemption:manage',
    summary:
      'Ends the matter of a lost bicycle, with the reason: its person has it again, or nothing more is asked for it.',
    body: Shape({ leasingAgreementId: Id, outcome: OneOf(['FOUND', 'CLOSED']), reason: Text }),
    replies: { 200: Shape({ leasingAgreementId: Id, bikeAt: OneOf(['EMPLOYEE', 'LOST']) }) },
    errors: [...openingErrors, 'NOT_FOR_ONESELF'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bike-redemption/:id',
    access: 'redemption:read',
    params,
    summary: 'One redemption with its steps, offers and invoice.',
    failure: 'Failed to fetch bike redemption',
    replies: { 200: RedemptionDetail },
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/bike-redemption/:id',
    access: 'redemption:request',
    params,
    summary: 'Takes one step of a redemption.',
    failure: 'Failed to update bike redemption',
    body: stepBody<RedemptionStep>()(
      'step',
      {
        offer: { endMonth },
        revise: { price: T.Optional(EurosAboveZero), fairValue: T.Optional(EurosFromZero), endMonth, reason },
        accept: acceptance,
        acceptForEmployee: acceptance,
        chargeEmployer: {},
        sendNotice: {},
        matchLessorInvoice: {
          lessorInvoice: T.Optional(
            Shape({
              number: T.String({ minLength: 1, maxLength: 60 }),
              total: EurosFromZero,
              issueDay: DayShape,
              dueDay: DayShape,
            }),
          ),
          reason,
        },
        complete: {},
        cancel: { reason },
        callOff: { reason },
        withdraw: { reason },
        takeBack: {},
      },
      { version: Version },
    ),
    replies: { 200: RedemptionDetail },
    errors: [...refusals, 'INVOICE_DIFFERENCE_NEEDS_REASON', 'NAME_EXISTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bike-redemption/:id',
    access: 'redemption:delete',
    params,
    summary: 'Cancels a redemption that is not yet paid; its row stays.',
    failure: 'Failed to delete bike redemption',
    query: Shape({ version: T.Optional(Version), reason: T.Optional(T.String({ maxLength: 500 })) }),
    replies: { 200: RedemptionDetail },
    errors: refusals,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/redemptionOffer',
    access: 'redemption:manage',
    summary: 'Keeps an offer file: `{ contentType, content }`, a base64 JSON text, or the PDF itself.',
    failure: 'Failed to upload redemption offer',
    upload: { maxBytes: 14_680_064, contentTypes: ['application/pdf', 'application/json'] },
    query: Shape({ bikeRedemptionId: Id, fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    replies: { 201: Offer },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'REDEMPTION_STEP_NOT_ALLOWED'],
  }),
  offerFile: endpoint({
    method: 'GET',
    path: '/api/bike-redemption/:id/offers/:offerId',
    access: 'redemption:request',
    params: Shape({ id: Id, offerId: Id }),
    file: true,
    summary: 'An uploaded offer.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  transferDocument: endpoint({
    method: 'GET',
    path: '/api/bike-redemption/:id/transfer',
    access: 'redemption:request',
    params,
    file: true,
    summary: 'The sealed document by which the bicycle has changed its owner.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
}

export const redemptionPayments = {
  list: endpoint({
    method: 'GET',
    path: '/api/redemption-payment',
    access: 'redemption-payment:read',
    summary: 'Redemption payments of the scope, newest first.',
    query: Shape({
      ...listed,
      sort: sorting('createdAt', 'dueDay', 'amount', 'companyName'),
      status: T.Optional(OneOf(redemptionPaymentStatuses)),
    }),
    replies: { 200: list(Payment) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/redemption-payment',
    access: 'redemption-payment:write',
    summary: 'Makes one payment for accepted redemptions; several of one company are one batch.',
    body: Shape({
      bikeRedemptionIds: T.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      paymentMethod: OneOf(redemptionMethods),
      dueDay: T.Optional(DayShape),
    }),
    replies: { 201: Payment },
    errors: ['NOT_FOUND', 'REDEMPTION_PAYMENT_EXISTS', 'REDEMPTION_STEP_NOT_ALLOWED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/redemption-payment/:id',
    access: 'redemption-payment:read',
    params,
    summary: 'One redemption payment.',
    replies: { 200: Payment },
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/redemption-payment/:id',
    access: 'redemption-payment:write',
    params,
    summary: 'Sends a payment (NOT_PAID), or marks it paid with the day on which the money came (PAID).',
    body: stepBody<(typeof redemptionPaymentStatuses)[number]>()(
      'status',
      {
        PENDING: {},
        NOT_PAID: {},
        PAID: { paidDay: T.Optional(DayShape), reason },
        COMPLETED: {},
        CANCELLED: {},
      },
      { version: T.Optional(Version) },
    ),
    replies: { 200: Payment },
    errors: [...refusals, 'NOT_FOR_ONESELF'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/redemption-payment/:id',
    access: 'redemption-payment:delete',
    params,
    summary: 'Takes back a payment that is not yet sent.',
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: Payment },
    errors: refusals,
  }),
}

/** What changes with a redemption beside itself. */
export const readsOfRedemptions = [
  redemptions.list,
  redemptions.get,
  agreements.list,
  agreements.get,
  leaseStory.get,
] as const
