import { bikeKinds } from '#features/orders/orders/shapes.ts'
import { taxRegimes } from '#features/pricing/tax/rules/benefit-regime.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
  EurosFromZero,
  endpoint,
  grouped,
  Id,
  Instant,
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
import type { BrokerageStep, BrokerageWords } from './rules/words.ts'
import { brokerageStates, brokerageStatuses, marketSorts, PHOTO_MAX_BYTES, transferParties } from './rules.ts'

const Description = T.String({ minLength: 20, maxLength: 2000, pattern: '\\S' })
const Email = T.String({ format: 'email', maxLength: 254 })
const BuyerName = T.String({ minLength: 2, maxLength: 120, pattern: '\\S' })
const BuyerAddress = T.String({ minLength: 5, maxLength: 200, pattern: '\\S' })
const BuyerId = T.String({ maxLength: 20 })
const Municipality = T.String({ minLength: 2, maxLength: 60, pattern: '\\S' })

/** A bicycle on offer as every signed-in person reads it: nobody's name and no company's. */
const Offer = Shape({
  bikeBrokerageId: Id,
  version: Version,
  bike: T.String(),
  kind: Nullable(OneOf(bikeKinds)),
  frameSize: Nullable(T.String()),
  description: T.String(),
  municipality: T.String(),
  /** Whole months that are left after this one. */
  monthsLeft: T.Integer(),
  leaseEndDay: DayShape,
  instalment: Euros,
  residual: Euros,
  /** The tax of the present lease; a new one is judged by its own day. */
  taxRegime: Nullable(OneOf(taxRegimes)),
  photoIds: T.Array(Id),
  listedAt: Instant,
  isOwn: T.Boolean(),
})
export type OfferRow = T.Static<typeof Offer>

/** Who may be awaited. */
export const brokerageAwaited = [...transferParties, 'STAFF', 'BUYER'] as const

const Case = Shape({
  bikeBrokerageId: Id,
  version: Version,
  step: OneOf(brokerageStates),
  status: OneOf(brokerageStatuses),
  /** As whom the caller reads it. */
  side: OneOf([...transferParties, 'STAFF']),
  bike: T.String(),
  municipality: T.String(),
  leasingAgreementId: Nullable(Id),
  agreementNumber: Nullable(T.String()),
  /** Each side reads of the other what the step lets it know. */
  sellerName: Nullable(T.String()),
  sellerCompany: Nullable(T.String()),
  takerName: Nullable(T.String()),
  takerCompany: Nullable(T.String()),
  /** The address that the rider has named. */
  namedEmail: Nullable(T.String()),
  expiresOn: Nullable(DayShape),
  reservedUntil: Nullable(DayShape),
  waitingFor: T.Array(OneOf(brokerageAwaited)),
  /** The agreement in the taker's company, for whoever is on that side. */
  newAgreementId: Nullable(Id),
  createdAt: Instant,
})
export type CaseRow = T.Static<typeof Case>

const AllowedStep = allowedStepOf<BrokerageWords>(brokerageStates)

const CaseDetail = Shape({
  ...Case.properties,
  description: T.String(),
  kind: Nullable(OneOf(bikeKinds)),
  frameSize: Nullable(T.String()),
  instalment: Euros,
  residual: Euros,
  leaseEndDay: DayShape,
  photoIds: T.Array(Id),
  closedReason: Nullable(T.String()),
  lessor: T.String(),
  lessorReference: Nullable(T.String()),
  lessorDay: Nullable(DayShape),
  giverAgreed: T.Boolean(),
  takerAgreed: T.Boolean(),
  transferBy: Nullable(DayShape),
  startsOn: Nullable(DayShape),
  newAgreementNumber: Nullable(T.String()),
  documentSha256: Nullable(T.String()),
  /** The document by which a bicycle that was sold changed its owner is there. */
  hasTitleDocument: T.Boolean(),
  unsigned: T.Array(OneOf(transferParties)),
  /** The parties for which the caller may sign. */
  signsAs: T.Array(OneOf(transferParties)),
  /** The company outside the service that buys the bicycle, with what it pays; before its bill as of today. */
  buyer: Nullable(
    Shape({
      name: T.String(),
      businessId: T.String(),
      address: T.String(),
      email: T.String(),
      agreedBy: Nullable(T.String()),
      price: Euros,
      invoiceNumber: Nullable(T.String()),
      dueDay: Nullable(DayShape),
    }),
  ),
  /** What becomes of the tax with the new lease; null where it stays. */
  taxChange: Nullable(Shape({ from: OneOf(taxRegimes), to: OneOf(taxRegimes) })),
  allowedSteps: T.Array(AllowedStep),
})
export type CaseView = T.Static<typeof CaseDetail>

/** What a bicycle costs whoever takes its lease over. */
const Cost = Shape({
  startsOn: DayShape,
  lastDay: DayShape,
  months: T.Integer(),
  instalment: Euros,
  left: Euros,
  residual: Euros,
  /** The most that the tax of redeeming at the end may be; null where nobody can tell. */
  mostTax: Nullable(Euros),
  wholeFrom: Euros,
  wholeTo: Euros,
  ageMonths: T.Integer(),
  /** What the bicycle is worth on the first day, by the operator's estimate. */
  worth: Euros,
  /** By how much a month lowers the taker's net pay; null where that depends on their tax. */
  netPay: Nullable(Euros),
  sellerName: Nullable(T.String()),
  until: Nullable(DayShape),
  step: OneOf(brokerageStates),
  unmet: AllowedStep.properties.unmet,
})

const Sha256 = T.String({ pattern: '^[0-9a-f]{64}$' })
const params = Shape({ id: Id })
const photoParams = Shape({ id: Id, photoId: Id })
const refusals = refusalsOf('BROKERAGE')
const text = T.Optional(T.String({ maxLength: 60 }))
const reason = T.Optional(Text)
/** In which employment the bicycle is taken over, by a person with several. */
const employment = { beneficiaryEmployeeId: T.Optional(Id) }
const LessorReference = T.String({ minLength: 1, maxLength: 60 })
const approval = { lessorReference: T.Optional(LessorReference), lessorDay: T.Optional(DayShape) }

export const brokerage = {
  list: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage',
    access: 'brokerage:read',
    failure: 'Failed to fetch bike brokerage',
    offline: 'brokerage.fetch',
    summary: 'Bicycles on offer in all companies that allow it, without their riders and companies.',
    query: Shape({
      ...pageQuery(20),
      search: T.Optional(T.String({ maxLength: 100 })),
      kind: T.Optional(OneOf(bikeKinds)),
      frameSize: text,
      municipality: text,
      maxInstalment: T.Optional(EurosFromZero),
      sort: T.Optional(OneOf(marketSorts)),
    }),
    replies: {
      200: Shape({ items: T.Array(Offer), totalCount: T.Integer(), totalIsEstimate: T.Optional(T.Boolean()) }),
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bike-brokerage',
    access: 'brokerage:create',
    failure: 'Failed to create bike brokerage',
    offline: 'brokerage.create',
    summary:
      'Drafts an offer of a leased bicycle to others (B1), offers it to one person by address, moves it along with its rider to another employment, or asks for its sale to an employer outside the service (B6).',
    body: Shape({
      leasingAgreementId: Id,
      /** Text and place of an offer to everybody. */
      text: T.Optional(Description),
      municipality: T.Optional(Municipality),
      takerEmail: T.Optional(Email),
      beneficiaryEmployeeId: T.Optional(Id),
      /** An employer outside the service that buys the bicycle: all four. */
      buyerName: T.Optional(BuyerName),
      buyerBusinessId: T.Optional(BuyerId),
      buyerAddress: T.Optional(BuyerAddress),
      buyerEmail: T.Optional(Email),
    }),
    replies: { 201: CaseDetail },
    errors: [
      'NOT_FOUND',
      'BROKERAGE_EXISTS',
      'BROKERAGE_STEP_NOT_ALLOWED',
      'BROKERAGE_STEP_NOT_PERMITTED',
      'AGREEMENT_ENDING_EXISTS',
      'CLAIM_OPEN',
    ],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/bike-brokerage/:id',
    access: 'brokerage:read',
    failure: 'Failed to update bike brokerage',
    offline: 'brokerage.update',
    params,
    summary: 'Takes one step of an offer, such as a reservation of a listed bicycle.',
    body: stepBody<BrokerageStep>()(
      'step',
      {
        edit: { text: T.Optional(Description), municipality: T.Optional(Municipality) },
        submit: {},
        list: {},
        sendBack: { reason },
        reserve: employment,
        cancelReservation: {},
        refuseTaker: {},
        offerTo: { takerEmail: T.Optional(Email) },
        acceptOffer: employment,
        declineOffer: {},
        moveAlong: employment,
        startTransfer: {},
        agreeToGive: {},
        agreeToTake: {},
        approveByLessor: approval,
        refuseByLessor: { reason },
        refuseTransfer: { reason },
        sellOut: {},
        agreeToSell: {},
        /** `buyerAgreedBy`: who of a company outside the service has agreed to be billed. */
        billBuyer: { ...approval, buyerAgreedBy: T.Optional(T.String({ minLength: 2, maxLength: 120 })) },
        stopSale: { reason },
        withdraw: { reason },
      },
      { version: Version },
    ),
    replies: { 200: CaseDetail },
    errors: [...refusals, 'BROKERAGE_EMPLOYMENT_CHOICE_NEEDED', 'AGREEMENT_ENDING_EXISTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bike-brokerage/:id',
    access: 'brokerage:delete',
    failure: 'Failed to delete bike brokerage',
    offline: 'brokerage.delete',
    params,
    summary: 'Withdraws a draft; its row stays.',
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: CaseDetail },
    errors: refusals,
  }),
  signingCode: endpoint({
    method: 'POST',
    path: '/api/bike-brokerage/:id/signing-code',
    access: 'brokerage:read',
    params,
    summary: 'Sends one of the two people the code that confirms their signature of the transfer.',
    body: Shape({ party: OneOf(transferParties), documentSha256: Sha256 }),
    replies: { 200: Shape({ via: OneOf(['SMS', 'EMAIL']), hint: T.String(), expiresAt: Instant }) },
    errors: ['NOT_FOUND', 'SIGNING_NOT_ALLOWED', 'SIGNING_CLOSED', 'SIGNING_PROOF_NEEDED', 'VERSION_CONFLICT'],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/bike-brokerage/:id/sign',
    access: 'brokerage:read',
    params,
    summary:
      'Signs a transfer for one party: password again, name typed, a person with a code besides. The last signature moves the lease (B7).',
    body: Shape({
      party: OneOf(transferParties),
      documentSha256: Sha256,
      typedName: T.String({ minLength: 3, maxLength: 120 }),
      position: T.Optional(T.String({ minLength: 2, maxLength: 120 })),
      password: T.String({ minLength: 1, maxLength: 200 }),
      code: T.Optional(T.String({ minLength: 6, maxLength: 9 })),
    }),
    replies: { 200: CaseDetail },
    errors: [
      'NOT_FOUND',
      'SIGNING_NOT_ALLOWED',
      'SIGNING_CLOSED',
      'SIGNING_PROOF_NEEDED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'SIGNER_CHANGED_IDENTITY',
      'VERSION_CONFLICT',
      'PASSWORD_CHECK_FAILED',
    ],
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage/:id/document',
    access: 'brokerage:read',
    params,
    file: true,
    summary: 'The document of a transfer as its parties sign it.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  cases: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage/cases',
    access: 'brokerage:read',
    summary: "One's own offers and reservations, all of them for the staff, newest first.",
    query: Shape({
      ...pageQuery(20),
      ...sorting('createdAt'),
      search: T.Optional(T.String({ maxLength: 100 })),
      step: T.Optional(OneOf(brokerageStates)),
      /** Those alone in which somebody is awaited. */
      open: T.Optional(T.Boolean()),
      leasingAgreementId: T.Optional(Id),
      waitingFor: T.Optional(OneOf(brokerageAwaited)),
      grouped,
      id: T.Optional(Id),
    }),
    replies: {
      200: Shape({ items: T.Array(Case), totalCount: T.Integer(), totalIsEstimate: T.Optional(T.Boolean()) }),
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage/:id',
    access: 'brokerage:read',
    params,
    summary: 'One offer as a party or the staff read it, with the steps that are theirs.',
    replies: { 200: CaseDetail },
    errors: ['NOT_FOUND'],
  }),
  cost: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage/:id/cost',
    access: 'brokerage:read',
    params,
    summary: 'What a bicycle on offer costs whoever takes its lease over: the months left, the end and its tax.',
    replies: { 200: Cost },
    errors: ['NOT_FOUND'],
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/api/bike-brokerage/:id/photos',
    access: 'brokerage:update',
    params,
    summary: 'Adds a photo to a draft: JPEG, PNG or WebP by its content; where it was taken is removed.',
    upload: { maxBytes: PHOTO_MAX_BYTES, contentTypes: ['application/octet-stream'] },
    replies: { 201: CaseDetail },
    errors: [
      'NOT_FOUND',
      'FILE_NOT_ACCEPTED',
      'BROKERAGE_PHOTOS_FULL',
      'BROKERAGE_STEP_NOT_ALLOWED',
      'BROKERAGE_STEP_NOT_PERMITTED',
    ],
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/bike-brokerage/:id/photos/:photoId',
    access: 'session',
    params: photoParams,
    file: true,
    summary: 'A photo of a bicycle on offer, or of an offer of which the caller is a party.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/bike-brokerage/:id/photos/:photoId',
    access: 'brokerage:update',
    params: photoParams,
    summary: 'Takes a photo out of a draft.',
    replies: { 200: CaseDetail },
    errors: ['NOT_FOUND', 'BROKERAGE_STEP_NOT_ALLOWED', 'BROKERAGE_STEP_NOT_PERMITTED'],
  }),
}

/** What changes with an offer. */
export const readsOfBrokerage = [
  brokerage.list,
  brokerage.cases,
  brokerage.get,
  brokerage.cost,
  leaseStory.get,
] as const
