import { agreements } from '#features/leases/agreements/contract.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import {
  DayShape,
  Euros,
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
import type { ReturnGuard, ReturnStep, ReturnWords } from './rules/words.ts'
import { askedReasons, PHOTO_MAX_BYTES, returnAskers, returnPayers, returnReasons, returnStates } from './rules.ts'

const day = Nullable(DayShape)

/** Who may be awaited. */
export const returnAwaited = ['EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE'] as const

const Return = Shape({
  id: Id,
  version: Version,
  step: OneOf(returnStates),
  reason: OneOf(returnReasons),
  companyId: Id,
  companyName: T.String(),
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  leasingAgreementId: Id,
  agreementNumber: T.String(),
  leasingCompany: T.String(),
  bike: Nullable(T.String()),
  endMonth: MonthShape,
  payer: Nullable(OneOf(returnPayers)),
  fee: Euros,
  transport: Euros,
  total: Euros,
  waitingFor: T.Array(OneOf(returnAwaited)),
  createdAt: Instant,
})

const AllowedStep = allowedStepOf<ReturnWords>(returnStates)

const ReturnDetail = Shape({
  ...Return.properties,
  orderId: Nullable(Id),
  askedBy: OneOf(returnAskers),
  /** The employer keeps the bicycle and has it: fee and damages are the employer's. */
  isFromEmployer: T.Boolean(),
  usualPayer: OneOf(returnPayers),
  storeName: Nullable(T.String()),
  storeCity: Nullable(T.String()),
  receivedDay: day,
  receivedNote: Nullable(T.String()),
  bikeAt: Nullable(OneOf(['STORE', 'LESSOR'])),
  damages: T.Array(Shape({ description: T.String(), amount: Euros })),
  /** The person is to pay a part of the fee for a reason that somebody else has named, and may object to it. */
  isFeeOnOthersWord: T.Boolean(),
  objectionUntil: day,
  objection: Nullable(T.String()),
  objectionAnswer: Nullable(T.String()),
  photos: T.Array(Shape({ returnPhotoId: Id, createdAt: Instant })),
  hasReceipt: T.Boolean(),
  doneDay: day,
  closedReason: Nullable(T.String()),
  allowedSteps: T.Array(AllowedStep),
})
export type ReturnView = T.Static<typeof ReturnDetail>
export type ReturnRow = T.Static<typeof Return>

const Quote = Shape({
  leasingAgreementId: Id,
  /** Why it cannot be asked for; empty when it can. */
  unmet: T.Array(T.Unsafe<ReturnGuard>(T.String())),
  fee: Euros,
  transport: Euros,
  total: Euros,
  noticeDay: T.Integer(),
  endMonth: Nullable(MonthShape),
  months: T.Array(MonthShape),
  payers: T.Array(Shape({ reason: OneOf(askedReasons), payer: OneOf(returnPayers) })),
  keptFrom: Nullable(MonthShape),
})

const StorePage = Shape({
  step: OneOf(returnStates),
  storeName: Nullable(T.String()),
  bike: Nullable(T.String()),
  frameNumber: Nullable(T.String()),
  firstName: T.String(),
  agreementNumber: T.String(),
  endMonth: MonthShape,
  photos: T.Integer(),
  receivedDay: day,
  /** The days of what has been, as the record has them. */
  approvedDay: day,
  inspectedDay: day,
  doneDay: day,
  today: DayShape,
})

const Kept = Shape({ leasingAgreementId: Id, keptFrom: Nullable(MonthShape) })

const params = Shape({ id: Id })
const Token = Shape({ token: T.String({ minLength: 20, maxLength: 100 }) })
const Agreement = Shape({ leasingAgreementId: Id })
const refusals = refusalsOf('RETURN')
const damage = Shape({ description: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), amount: EurosFromZero })

const payer = T.Optional(OneOf(returnPayers))
const reason = T.Optional(Text)
const damages = T.Optional(T.Array(damage, { maxItems: 20 }))

export const returns = {
  list: endpoint({
    method: 'GET',
    path: '/api/bike-returns',
    access: 'return:read',
    summary: 'Returns of the scope, newest first.',
    query: Shape({
      ...pageQuery(20),
      sort: sorting('createdAt', 'endMonth', 'employeeName', 'companyName'),
      search: T.Optional(T.String({ maxLength: 100 })),
      step: T.Optional(OneOf(returnStates)),
      /** Those alone that go on. */
      open: T.Optional(T.Boolean()),
      leasingAgreementId: T.Optional(Id),
      waitingFor: T.Optional(OneOf(returnAwaited)),
      grouped,
      id: T.Optional(Id),
    }),
    replies: {
      200: Shape({ items: T.Array(Return), totalCount: T.Integer(), totalIsEstimate: T.Optional(T.Boolean()) }),
    },
  }),
  quote: endpoint({
    method: 'GET',
    path: '/api/bike-return-quotes',
    access: 'return:read',
    summary: "What a return costs by the agreement's price list, who pays it for which reason, and when it can be.",
    query: Agreement,
    replies: { 200: Quote },
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bike-returns',
    access: 'return:request',
    summary: 'Asks to return a bicycle before the end (V1); what the employer asks for it approves at once (V2).',
    body: Shape({
      leasingAgreementId: T.Optional(Id),
      beneficiaryEmployeeId: T.Optional(Id),
      reason: OneOf(askedReasons),
      endMonth: T.Optional(MonthShape),
      payer: T.Optional(OneOf(returnPayers)),
    }),
    replies: { 201: ReturnDetail },
    errors: [
      'NOT_FOUND',
      'AGREEMENT_CHOICE_NEEDED',
      'AGREEMENT_ENDING_EXISTS',
      'CLAIM_OPEN',
      'RETURN_STEP_NOT_ALLOWED',
      'RETURN_STEP_NOT_PERMITTED',
    ],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/bike-returns/take-back',
    access: 'return:inspect',
    summary:
      'Takes back the bicycle of a lease that has ended with its term and that nobody has chosen for; free of charge.',
    body: Agreement,
    replies: { 201: ReturnDetail },
    errors: [
      'NOT_FOUND',
      'AGREEMENT_ENDING_EXISTS',
      'CLAIM_OPEN',
      'RETURN_STEP_NOT_ALLOWED',
      'RETURN_STEP_NOT_PERMITTED',
    ],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bike-returns/:id',
    access: 'return:read',
    params,
    summary: 'One return with its steps, photos and damages.',
    replies: { 200: ReturnDetail },
    errors: ['NOT_FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/bike-returns/:id',
    access: 'return:request',
    params,
    summary: 'Takes one step of a return.',
    body: stepBody<ReturnStep>()(
      'step',
      {
        approve: { payer },
        refuse: { reason },
        /** The store that takes the bicycle, where none is known or another one does. */
        chooseStore: { bikeStoreId: T.Optional(Id) },
        receive: { receivedDay: T.Optional(DayShape), reason },
        inspect: { bikeAt: T.Optional(OneOf(['STORE', 'LESSOR'])), damages },
        object: { reason },
        answerObjection: { payer, damages, reason },
        complete: {},
        cancel: { reason },
      },
      { version: Version },
    ),
    replies: { 200: ReturnDetail },
    errors: refusals,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/api/bike-returns/:id/photos/:returnPhotoId',
    access: 'return:read',
    params: Shape({ id: Id, returnPhotoId: Id }),
    file: true,
    summary: 'A photo of the returned bicycle.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/bike-returns/:id/receipt',
    access: 'return:read',
    params,
    file: true,
    summary: 'The document of a finished return.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  storePage: endpoint({
    method: 'GET',
    path: '/api/return-page/:token',
    access: { token: 'return' },
    params: Token,
    summary: 'What a store sees of the bicycle that is brought to it.',
    replies: { 200: StorePage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/api/return-page/:token/photos',
    access: { token: 'return' },
    params: Token,
    summary: 'Keeps a photo: JPEG, PNG or WebP by its content, at most 10 MB; where it was taken is removed.',
    upload: { maxBytes: PHOTO_MAX_BYTES, contentTypes: ['application/octet-stream'] },
    replies: { 201: StorePage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'FILE_NOT_ACCEPTED', 'RETURN_STEP_NOT_ALLOWED'],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/api/return-page/:token',
    access: { token: 'return' },
    params: Token,
    summary: 'The store has received the bicycle (V3).',
    body: Shape({ receivedDay: DayShape, note: T.Optional(Nullable(T.String({ maxLength: 1000 }))) }),
    replies: { 200: StorePage },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'RETURN_STEP_NOT_ALLOWED'],
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/bike-returns/keep',
    access: 'return:approve',
    summary: 'The employer keeps the bicycle from a month on and bears its instalments.',
    body: Shape({ leasingAgreementId: Id, fromMonth: MonthShape, bikeAt: OneOf(['EMPLOYER', 'EMPLOYEE']) }),
    replies: { 200: Kept },
    errors: ['NOT_FOUND', 'AGREEMENT_ENDING_EXISTS', 'BIKE_NOT_KEPT'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/bike-returns/release',
    access: 'return:request',
    summary:
      'Takes back that the employer keeps the bicycle: the employer until its first month begins; then the staff with the reason, from the next month on.',
    body: Shape({ leasingAgreementId: Id, reason: T.Optional(Text) }),
    replies: { 200: Kept },
    errors: ['NOT_FOUND', 'AGREEMENT_ENDING_EXISTS', 'BIKE_NOT_RELEASED', 'RETURN_STEP_NOT_PERMITTED'],
  }),
}

/** What changes with a return beside itself. */
export const readsOfReturns = [
  returns.list,
  returns.get,
  returns.quote,
  agreements.list,
  agreements.get,
  leaseStory.get,
] as const
