import { redemptions } from '#features/lease-ends/redemptions/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
  endpoint,
  grouped,
  Id,
  Instant,
  Nullable,
  OneOf,
  pageQuery,
  Shape,
  sorting,
  T,
  Version,
} from '#platform/contract/contract.ts'
import { allowedStepOf } from '#platform/process/case/contract.ts'
import type { ClaimWords } from './rules/words.ts'
import { claimStates, claimStatuses, claimTypes, PHOTO_MAX_BYTES, type ProofPiece, proofPieces } from './rules.ts'
import { ClaimStepBody, RepairedBody } from './step-contract.ts'

const told = (maxLength: number) => T.Optional(Nullable(T.String({ maxLength })))
const toldText = Nullable(T.String())

/** Who may be awaited. */
export const claimAwaited = ['EMPLOYEE', 'STAFF', 'INSURER', 'STORE'] as const

const Claim = Shape({
  insuranceId: Id,
  version: Version,
  /** Null for an employer, who is told that there is a claim and how far it is, not what happened. */
  type: Nullable(OneOf(claimTypes)),
  status: OneOf(claimStatuses),
  step: OneOf(claimStates),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  bike: Nullable(T.String()),
  /** What the claim means for the lease now. */
  leaseEffect: OneOf(['GOES_ON', 'ENDS', 'ENDED']),
  /** The day on which the lease ended, or ends by its term or by what has been set. */
  leaseEndsOn: Nullable(DayShape),
  waitingFor: T.Array(OneOf(claimAwaited)),
  createdAt: Instant,
})

const RepairPage = Shape({
  isOpen: T.Boolean(),
  storeName: toldText,
  bike: T.String(),
  agreementNumber: T.String(),
  /** Null once the repair is settled. */
  frameNumber: toldText,
  firstName: toldText,
  damage: toldText,
  limit: Nullable(Euros),
  decidedDay: Nullable(DayShape),
  today: DayShape,
  /** The shop's invoice for the repair, once it is entered, and when the money comes: known once it has been checked. */
  invoice: Nullable(
    Shape({
      number: T.String(),
      total: Euros,
      issueDay: DayShape,
      expectedPayDay: Nullable(DayShape),
      paidDay: Nullable(DayShape),
    }),
  ),
})

const AllowedStep = allowedStepOf<ClaimWords>(claimStates)

const ClaimDetail = Shape({
  ...Claim.properties,
  happenedDay: Nullable(DayShape),
  place: toldText,
  description: toldText,
  policeReportNumber: toldText,
  lock: toldText,
  thirdParty: toldText,
  requiredPieces: T.Array(OneOf(proofPieces)),
  missingPieces: T.Array(OneOf(proofPieces)),
  waivedPieces: T.Array(OneOf(proofPieces)),
  photos: T.Array(Shape({ photoId: Id, createdAt: Instant })),
  insurerReference: toldText,
  denialReason: toldText,
  objection: toldText,
  objectUntil: Nullable(DayShape),
  /** A redemption has been paid: staff decide which of the two goes on. */
  hasPaidRedemption: Nullable(T.Boolean()),
  decidedDay: Nullable(DayShape),
  isTotalLoss: Nullable(T.Boolean()),
  compensation: Nullable(Euros),
  /** What of it the insurer has paid; for the staff. */
  received: Nullable(Euros),
  /** The insurer's payments, for the staff. */
  payments: T.Array(
    Shape({
      paymentId: Id,
      amount: Euros,
      paidDay: DayShape,
      /** A movement on the bank account, which is taken back there. */
      isFromBank: T.Boolean(),
      /** It takes another one back, or has been taken back. */
      isReversed: T.Boolean(),
    }),
  ),
  /** What the insurance and the deductible cover together in the month of the event. */
  cover: Nullable(Euros),
  /** The end of the lease that the claim could bring now, or has brought. */
  closing: Nullable(
    Shape({
      endsOn: DayShape,
      buyOut: Euros,
      /** What is left to pay of the buy-out price after the compensation, and by whom; over it, the owner's surplus. */
      left: Euros,
      surplus: Euros,
      payer: OneOf(['EMPLOYEE', 'EMPLOYER']),
      invoiceNumber: Nullable(T.String()),
    }),
  ),
  newBike: Nullable(
    Shape({
      /** What compensation and deductible release for a new bicycle. */
      released: Nullable(Euros),
      orderId: Nullable(Id),
      orderNumber: toldText,
      mayEndExemption: T.Boolean(),
    }),
  ),
  repair: Nullable(
    Shape({
      storeName: toldText,
      limit: Nullable(Euros),
      cost: Nullable(Euros),
      /** Whether the person has paid the shop and gets the money back. */
      isReceipt: T.Boolean(),
      /** Whether the person has shown it. */
      hasReceipt: T.Boolean(),
      invoiceNumber: toldText,
    }),
  ),
  deductible: Nullable(Shape({ amount: Euros, payer: OneOf(['EMPLOYEE', 'EMPLOYER']), invoiceNumber: toldText })),
  allowedSteps: T.Array(AllowedStep),
})
export type ClaimView = T.Static<typeof ClaimDetail>
export type ClaimRow = T.Static<typeof Claim>

const ProofLists = Shape({
  items: T.Array(Shape({ type: OneOf(claimTypes), version: Version, pieces: T.Array(OneOf(proofPieces)) })),
})

const params = Shape({ id: Id })
const stepErrors = ['NOT_FOUND', 'VERSION_CONFLICT', 'CLAIM_STEP_NOT_ALLOWED', 'CLAIM_STEP_NOT_PERMITTED'] as const

export const insuranceClaims = {
  list: endpoint({
    method: 'GET',
    path: '/api/insurance-claims',
    access: 'insurance-claim:read',
    summary: 'Insurance claims of the scope, newest first. The type finds only claims whose type the caller may read.',
    query: Shape({
      ...pageQuery(10),
      sort: sorting('createdAt', 'employeeName', 'companyName'),
      searchTerm: T.Optional(T.String({ maxLength: 100 })),
      status: T.Optional(OneOf(claimStatuses)),
      type: T.Optional(OneOf(claimTypes)),
      /** Those alone in which somebody is awaited. */
      open: T.Optional(T.Boolean()),
      leasingAgreementId: T.Optional(Id),
      waitingFor: T.Optional(OneOf(claimAwaited)),
      grouped,
      id: T.Optional(Id),
    }),
    replies: {
      200: Shape({ items: T.Array(Claim), total: T.Integer(), totalIsEstimate: T.Optional(T.Boolean()) }),
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/insurance-claims',
    access: 'insurance-claim:create',
    summary: 'Opens a claim for a leased bicycle (I1); an unpaid redemption of the same lease is cancelled.',
    body: Shape({ beneficiaryEmployeeId: Id, type: OneOf(claimTypes), leasingAgreementId: T.Optional(Id) }),
    replies: { 201: ClaimDetail },
    errors: [
      'NOT_FOUND',
      'CLAIM_AGREEMENT_CHOICE_NEEDED',
      'CLAIM_EXISTS',
      'REDEMPTION_UNDER_WAY',
      'CLAIM_OPEN',
      'CLAIM_STEP_NOT_ALLOWED',
      'CLAIM_STEP_NOT_PERMITTED',
    ],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/insurance-claims/:id',
    access: 'insurance-claim:read',
    params,
    summary: 'One claim: all of it for its person and the staff, its existence and status for the employer.',
    replies: { 200: ClaimDetail },
    errors: ['NOT_FOUND'],
  }),
  report: endpoint({
    method: 'PUT',
    path: '/api/insurance-claims/:id',
    access: 'insurance-claim:create',
    params,
    summary: 'Writes what happened; a field that is left out stays as it is.',
    body: Shape({
      version: Version,
      happenedDay: T.Optional(Nullable(DayShape)),
      place: told(200),
      description: told(4000),
      policeReportNumber: told(60),
      lock: told(200),
      thirdParty: told(1000),
    }),
    replies: { 200: ClaimDetail },
    errors: stepErrors,
  }),
  step: endpoint({
    method: 'POST',
    path: '/api/insurance-claims/:id/steps',
    access: 'insurance-claim:create',
    params,
    summary: 'Takes one step of a claim.',
    body: ClaimStepBody,
    replies: { 200: ClaimDetail },
    errors: [...stepErrors, 'CLAIM_EXISTS', 'NAME_EXISTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/insurance-claims/delete/:id',
    access: 'insurance-claim:delete',
    params,
    summary: 'Withdraws a pending claim without money; its row stays as cancelled.',
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: ClaimDetail },
    errors: stepErrors,
  }),
  proofLists: endpoint({
    method: 'GET',
    path: '/api/claim-proof-lists',
    access: 'settings:write',
    summary: 'What a claim of each type has to tell and show.',
    replies: { 200: ProofLists },
  }),
  setProofList: endpoint({
    method: 'PUT',
    path: '/api/claim-proof-lists',
    access: 'settings:write',
    summary: 'Sets what claims of a type have to tell and show that are opened from now on.',
    body: Shape({
      type: OneOf(claimTypes),
      version: Version,
      pieces: Shape(
        Object.fromEntries(proofPieces.map((piece) => [piece, T.Boolean()])) as Record<
          ProofPiece,
          ReturnType<typeof T.Boolean>
        >,
      ),
    }),
    replies: { 200: ProofLists },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  repairPage: endpoint({
    method: 'GET',
    path: '/api/repair-page/:token',
    access: { token: 'repair' },
    params: Shape({ token: T.String() }),
    summary: 'What a repair shop sees of the bicycle that it may repair: its damage and the limit.',
    replies: { 200: RepairPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  repaired: endpoint({
    method: 'POST',
    path: '/api/repair-page/:token',
    access: { token: 'repair' },
    params: Shape({ token: T.String() }),
    summary: 'The shop says that it has repaired the bicycle, by which invoice and at what cost, within the limit.',
    body: RepairedBody,
    replies: { 200: RepairPage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'CLAIM_STEP_NOT_ALLOWED', 'NAME_EXISTS'],
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/api/insurance-claims/:id/photos',
    access: 'insurance-claim:create',
    params,
    summary: 'Adds a photo, JPEG, PNG or WebP by its content; its position and camera data are taken out.',
    upload: { maxBytes: PHOTO_MAX_BYTES, contentTypes: ['application/octet-stream'] },
    replies: { 201: ClaimDetail },
    errors: [
      'NOT_FOUND',
      'FILE_NOT_ACCEPTED',
      'CLAIM_PHOTOS_FULL',
      'CLAIM_STEP_NOT_ALLOWED',
      'CLAIM_STEP_NOT_PERMITTED',
    ],
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/insurance-claims/:id/photos/:photoId',
    access: 'insurance-claim:create',
    params: Shape({ id: Id, photoId: Id }),
    file: true,
    summary: 'A photo of a claim, for its person and the staff.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  movements: endpoint({
    method: 'GET',
    path: '/api/insurance-claims/:id/bank-entries',
    access: 'bank:match',
    params,
    summary: "Open movements on the bank account that may be the insurer's money for a claim, the likeliest first.",
    replies: {
      200: Shape({
        items: T.Array(
          Shape({
            bankEntryId: Id,
            entryVersion: Version,
            amount: Euros,
            bookedDay: DayShape,
            counterparty: T.String(),
            message: T.String(),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  match: endpoint({
    method: 'POST',
    path: '/api/insurance-claims/:id/bank-entries',
    access: 'bank:match',
    params,
    summary: "Takes a movement in as the insurer's money for a claim.",
    body: Shape({ version: Version, bankEntryId: Id, entryVersion: Version }),
    replies: { 200: ClaimDetail },
    errors: [...stepErrors, 'BANK_ENTRY_NOT_OPEN', 'BANK_PARTS_DIFFER'],
  }),
  addReceipt: endpoint({
    method: 'POST',
    path: '/api/insurance-claims/:id/receipt',
    access: 'insurance-claim:create',
    params,
    query: Shape({ fileName: T.String({ minLength: 1, maxLength: 200 }) }),
    summary: 'Keeps the receipt of a repair that the person has paid: a PDF or a picture, in place of the one before.',
    upload: { maxBytes: PHOTO_MAX_BYTES, contentTypes: ['application/octet-stream'] },
    replies: { 201: ClaimDetail },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'CLAIM_STEP_NOT_ALLOWED', 'CLAIM_STEP_NOT_PERMITTED'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/insurance-claims/:id/receipt',
    access: 'insurance-claim:create',
    params,
    file: true,
    summary: 'The receipt of a claim, for its person and the staff.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/insurance-claims/:id/photos/:photoId',
    access: 'insurance-claim:create',
    params: Shape({ id: Id, photoId: Id }),
    summary: 'Takes a photo out of a claim that the insurer has not decided.',
    replies: { 200: ClaimDetail },
    errors: ['NOT_FOUND', 'CLAIM_STEP_NOT_ALLOWED', 'CLAIM_STEP_NOT_PERMITTED'],
  }),
}

/** What changes with a claim beside itself. */
export const readsOfClaims = [
  leaseStory.get,
  insuranceClaims.list,
  insuranceClaims.get,
  redemptions.list,
  redemptions.get,
  agreements.list,
  orders.list,
  orders.own,
] as const
