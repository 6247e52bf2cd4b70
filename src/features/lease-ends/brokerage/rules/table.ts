/** The steps of a bicycle that is offered to others, with who may take each, under which conditions. */
import { type Process, RESUME, type Step, type Words } from '#platform/process/table.ts'
import type { Day } from '#platform/values/days.ts'
import { type BrokerageState, brokerageStates, type TransferParty } from '../rules.ts'

export interface BrokerageFacts {
  readonly today: Day
  readonly isRunning: boolean
  readonly isAllowedByPolicy: boolean
  /** A redemption, return, cancellation or claim of the lease is open. */
  readonly hasOtherEnding: boolean
  readonly photos: number
  readonly expiresOn: Day | null
  readonly reservedUntil: Day | null
  readonly leaseEndDay: Day
  /** Of whoever would take the bicycle over. */
  readonly isOwnBike: boolean
  readonly isTakerEmployed: boolean
  readonly hasTakerRoom: boolean
  readonly isWithinTakerLimit: boolean
  readonly isTakerThereToTheEnd: boolean
  /** The rider has said who should take the bicycle. */
  readonly isTakerNamed: boolean
  /** The bicycle has been on offer to everybody. */
  readonly wasListed: boolean
  readonly isOneCompany: boolean
  readonly hasGiverAgreed: boolean
  readonly hasTakerAgreed: boolean
  readonly hasLessorApproved: boolean
  readonly isPrepared: boolean
  /** The parties that have not signed yet. */
  readonly unsigned: readonly TransferParty[]
  readonly transferBy: Day | null
  /** The lease has at least one month left after the transfer. */
  readonly hasMonthsLeft: boolean
  /** Of a company outside the service that buys the bicycle. */
  readonly hasBuyer: boolean
  readonly isBuyerCustomer: boolean
  readonly hasBuyerAgreed: boolean
  readonly isPaid: boolean
  readonly isPaymentLate: boolean
  /** When the bill of a sale is due. */
  readonly payBy: Day | null
}

export type BrokerageStep =
  | 'draft'
  | 'edit'
  | 'submit'
  | 'list'
  | 'sendBack'
  | 'reserve'
  | 'cancelReservation'
  | 'refuseTaker'
  | 'lapse'
  | 'releaseForClaim'
  | 'withdraw'
  | 'remove'
  | 'expire'
  | 'offerTo'
  | 'acceptOffer'
  | 'declineOffer'
  | 'moveAlong'
  | 'startTransfer'
  | 'agreeToGive'
  | 'agreeToTake'
  | 'approveByLessor'
  | 'refuseByLessor'
  | 'prepare'
  | 'redraft'
  | 'complete'
  | 'refuseTransfer'
  | 'lapseTransfer'
  | 'sellOut'
  | 'agreeToSell'
  | 'billBuyer'
  | 'recordSold'
  | 'stopSale'
  | 'lapseSale'

export type BrokerageGuard =
  | 'LEASE_NOT_RUNNING'
  | 'POLICY_FORBIDS'
  | 'OTHER_ENDING_OPEN'
  | 'PHOTO_MISSING'
  | 'LISTING_OVER'
  | 'LISTING_STANDS'
  | 'RESERVATION_STANDS'
  | 'OWN_BIKE'
  | 'TAKER_NOT_EMPLOYED'
  | 'TAKER_HAS_NO_ROOM'
  | 'PRICE_ABOVE_TAKER_LIMIT'
  | 'TAKER_LEAVES_BEFORE_END'
  | 'TAKER_NOT_NAMED'
  | 'OFFER_STANDS'
  | 'ONE_COMPANY'
  | 'LESSOR_REFERENCE_MISSING'
  | 'APPROVALS_MISSING'
  | 'PREPARED_ALREADY'
  | 'NOT_PREPARED'
  | 'SIGNATURES_MISSING'
  | 'TRANSFER_IN_TIME'
  | 'LEASE_ENDS_FIRST'
  | 'BUYER_MISSING'
  | 'BUYER_IN_SERVICE'
  | 'BUYER_AGREEMENT_MISSING'
  | 'GIVER_NOT_AGREED'
  | 'GIVER_AGREED_ALREADY'
  | 'TAKER_AGREED_ALREADY'
  | 'NOT_PAID'
  | 'PAID_ALREADY'
  | 'TIME_TO_PAY_LEFT'

export type BrokerageEffect =
  | 'OFFER'
  | 'RESERVE'
  | 'ASK'
  | 'RELEASE'
  | 'TELL_SELLER'
  | 'TELL_TAKER'
  | 'TELL_EMPLOYERS'
  | 'OPEN_ENDING'
  | 'CLOSE_ENDING'
  | 'PREPARE'
  | 'REDRAFT'
  | 'MOVE_LEASE'
  | 'KEEP_GIVERS_YES'
  | 'KEEP_TAKERS_YES'
  | 'BILL_BUYER'
  | 'MARK_SOLD'

export type TransferFacts = Pick<
  BrokerageFacts,
  | 'isOneCompany'
  | 'hasGiverAgreed'
  | 'hasTakerAgreed'
  | 'hasLessorApproved'
  | 'isPrepared'
  | 'unsigned'
  | 'reservedUntil'
  | 'transferBy'
  | 'payBy'
>

export interface BrokerageWords extends Words {
  state: BrokerageState
  step: BrokerageStep
  guard: BrokerageGuard
  effect: BrokerageEffect
  /**
   * SELF has the bicycle on lease, TAKER has reserved it, NAMED is the one it is offered to, RIDER is anybody with a
   * benefit; each side has its employer.
   */
  capacity: 'SELF' | 'TAKER' | 'NAMED' | 'SELLER_EMPLOYER' | 'TAKER_EMPLOYER' | 'RIDER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action:
    | 'answer'
    | 'edit'
    | 'submit'
    | 'review'
    | 'reserve'
    | 'release'
    | 'withdraw'
    | 'transfer'
    | 'agree'
    | 'sign'
    | 'bill'
    | 'pay'
  awaited: 'SELLER' | 'TAKER' | 'SELLER_EMPLOYER' | 'TAKER_EMPLOYER' | 'STAFF' | 'BUYER'
  facts: BrokerageFacts
  turnFacts: TransferFacts
}

/** Everybody but the signers has said yes. */
export const isApproved = (facts: TransferFacts): boolean =>
  facts.hasTakerAgreed && (facts.hasGiverAgreed || facts.isOneCompany) && facts.hasLessorApproved

const guards: Process<BrokerageWords>['guards'] = {
  LEASE_NOT_RUNNING: ({ isRunning }) => isRunning,
  POLICY_FORBIDS: ({ isAllowedByPolicy }) => isAllowedByPolicy,
  OTHER_ENDING_OPEN: ({ hasOtherEnding }) => !hasOtherEnding,
  PHOTO_MISSING: ({ photos }) => photos > 0,
  LISTING_OVER: ({ expiresOn, today }) => expiresOn !== null && today <= expiresOn,
  LISTING_STANDS: ({ expiresOn, today, isRunning, hasMonthsLeft }) =>
    !isRunning || !hasMonthsLeft || (expiresOn !== null && expiresOn < today),
  RESERVATION_STANDS: ({ reservedUntil, today }) => reservedUntil !== null && reservedUntil < today,
  OWN_BIKE: ({ isOwnBike }) => !isOwnBike,
  TAKER_NOT_EMPLOYED: ({ isTakerEmployed }) => isTakerEmployed,
  TAKER_HAS_NO_ROOM: ({ hasTakerRoom }) => hasTakerRoom,
  PRICE_ABOVE_TAKER_LIMIT: ({ isWithinTakerLimit }) => isWithinTakerLimit,
  TAKER_LEAVES_BEFORE_END: ({ isTakerThereToTheEnd }) => isTakerThereToTheEnd,
  TAKER_NOT_NAMED: ({ isTakerNamed }) => isTakerNamed,
  OFFER_STANDS: ({ reservedUntil, today, isRunning }) =>
    !isRunning || (reservedUntil !== null && reservedUntil < today),
  ONE_COMPANY: ({ isOneCompany }) => !isOneCompany,
  LESSOR_REFERENCE_MISSING: ({ hasLessorApproved }) => hasLessorApproved,
  APPROVALS_MISSING: (facts) => isApproved(facts),
  PREPARED_ALREADY: ({ isPrepared }) => !isPrepared,
  NOT_PREPARED: ({ isPrepared }) => isPrepared,
  SIGNATURES_MISSING: ({ isPrepared, unsigned }) => isPrepared && unsigned.length === 0,
  TRANSFER_IN_TIME: ({ transferBy, today, isRunning, hasMonthsLeft }) =>
    !isRunning || !hasMonthsLeft || (transferBy !== null && transferBy < today),
  LEASE_ENDS_FIRST: ({ hasMonthsLeft }) => hasMonthsLeft,
  BUYER_MISSING: ({ hasBuyer }) => hasBuyer,
  BUYER_IN_SERVICE: ({ isBuyerCustomer }) => !isBuyerCustomer,
  BUYER_AGREEMENT_MISSING: ({ hasBuyerAgreed }) => hasBuyerAgreed,
  GIVER_NOT_AGREED: ({ hasGiverAgreed }) => hasGiverAgreed,
  GIVER_AGREED_ALREADY: ({ hasGiverAgreed }) => !hasGiverAgreed,
  TAKER_AGREED_ALREADY: ({ hasTakerAgreed }) => !hasTakerAgreed,
  NOT_PAID: ({ isPaid }) => isPaid,
  PAID_ALREADY: ({ isPaid }) => !isPaid,
  TIME_TO_PAY_LEFT: ({ isPaymentLate }) => isPaymentLate,
}

type B = Step<BrokerageWords>
const forward = { way: 'forward', guards: [], effects: [] } as const
const back = { ...forward, way: 'back' } as const
const ofSeller = { permission: 'brokerage:update', capacities: ['SELF', 'STAFF'] } as const
const ofStaff = { permission: 'brokerage:review', capacities: ['STAFF'] } as const
const bySystem = { permission: 'brokerage:review', capacities: ['SYSTEM'] } as const
const offered = ['LEASE_NOT_RUNNING', 'POLICY_FORBIDS', 'OTHER_ENDING_OPEN'] as const

/** What the taker and the taker's employer have to fulfil. */
const takerGuards = [
  'OWN_BIKE',
  'TAKER_NOT_EMPLOYED',
  'TAKER_HAS_NO_ROOM',
  'PRICE_ABOVE_TAKER_LIMIT',
  'TAKER_LEAVES_BEFORE_END',
] as const satisfies readonly BrokerageGuard[]

const drafting: readonly B[] = [
  {
    ...forward,
    name: 'draft',
    number: 'B1',
    from: null,
    to: 'DRAFT',
    permission: 'brokerage:create',
    capacities: ['SELF', 'STAFF'],
    guards: offered,
    action: 'edit',
  },
  { ...forward, ...ofSeller, name: 'edit', number: 'B1', way: 'aside', from: ['DRAFT'], to: 'DRAFT', action: 'edit' },
  {
    ...forward,
    ...ofSeller,
    name: 'submit',
    number: 'B2',
    from: ['DRAFT'],
    to: 'REVIEW',
    guards: [...offered, 'PHOTO_MISSING'],
    action: 'submit',
  },
  {
    ...forward,
    ...ofStaff,
    name: 'list',
    number: 'B3',
    from: ['REVIEW'],
    to: 'LISTED',
    guards: offered,
    effects: ['OFFER', 'TELL_SELLER'],
    action: 'review',
  },
  {
    ...back,
    ...ofStaff,
    name: 'sendBack',
    number: 'B3',
    from: ['REVIEW'],
    to: 'DRAFT',
    action: 'review',
    needsReason: true,
    showsReason: true,
  },
]

const released = { ...back, number: 'B5', from: ['RESERVED'], to: 'LISTED', action: 'release' } as const

const reserving: readonly B[] = [
  {
    ...forward,
    name: 'reserve',
    number: 'B4',
    from: ['LISTED'],
    to: 'RESERVED',
    permission: 'brokerage:reserve',
    capacities: ['RIDER'],
    guards: [...offered, 'LISTING_OVER', 'LEASE_ENDS_FIRST', ...takerGuards],
    effects: ['RESERVE'],
    action: 'reserve',
  },
  {
    ...released,
    name: 'cancelReservation',
    permission: 'brokerage:reserve',
    capacities: ['TAKER'],
    effects: ['TELL_SELLER', 'RELEASE'],
  },
  { ...released, ...ofSeller, name: 'refuseTaker', effects: ['TELL_TAKER', 'RELEASE'] },
  {
    ...released,
    ...bySystem,
    name: 'lapse',
    guards: ['RESERVATION_STANDS'],
    effects: ['TELL_TAKER', 'TELL_SELLER', 'RELEASE'],
  },
  { ...released, ...bySystem, name: 'releaseForClaim', effects: ['TELL_TAKER', 'RELEASE'], within: 'insurance-claim' },
]

/** What a lease has to fulfil to go to whom the rider chooses; their employers decide, so no policy is asked. */
const passedOn = ['LEASE_NOT_RUNNING', 'OTHER_ENDING_OPEN', 'LEASE_ENDS_FIRST'] as const
const byRider = {
  ...forward,
  number: 'B6',
  permission: 'brokerage:create',
  capacities: ['SELF'],
  from: ['DRAFT'],
} as const
const byNamed = { permission: 'brokerage:reserve', capacities: ['NAMED'], action: 'answer' } as const

/** To a named person, or along with the rider to an employer of theirs: nothing is shown to everybody. */
const naming: readonly B[] = [
  {
    ...byRider,
    name: 'offerTo',
    to: 'OFFERED',
    guards: [...passedOn, 'TAKER_NOT_NAMED'],
    asks: ['TAKER_NOT_NAMED'],
    effects: ['ASK'],
    action: 'transfer',
  },
  {
    ...forward,
    ...byNamed,
    name: 'acceptOffer',
    number: 'B6',
    from: ['OFFERED'],
    to: 'TRANSFER',
    guards: [...passedOn, ...takerGuards],
    effects: ['RESERVE', 'OPEN_ENDING', 'TELL_SELLER'],
  },
  {
    ...back,
    ...byNamed,
    name: 'declineOffer',
    number: 'B9',
    from: ['OFFERED'],
    to: 'WITHDRAWN',
    effects: ['TELL_SELLER'],
  },
  {
    ...byRider,
    name: 'moveAlong',
    to: 'TRANSFER',
    guards: [...passedOn, ...takerGuards.filter((guard) => guard !== 'OWN_BIKE')],
    effects: ['RESERVE', 'OPEN_ENDING'],
    action: 'transfer',
  },
]

const agreeing = {
  ...forward,
  way: 'aside',
  from: ['TRANSFER'],
  to: 'TRANSFER',
  number: 'B6',
  action: 'agree',
} as const
const byEmployer = { ...agreeing, permission: 'brokerage:accept-transfer' } as const
const refused = {
  ...back,
  number: 'B8',
  from: ['TRANSFER'],
  // On offer to everybody again, if it was; what was passed on to somebody chosen is over.
  to: RESUME,
  resumable: ['LISTED', 'WITHDRAWN'],
  effects: ['CLOSE_ENDING', 'TELL_SELLER', 'TELL_TAKER', 'TELL_EMPLOYERS', 'RELEASE'],
  action: 'release',
} as const

const transferring: readonly B[] = [
  {
    ...forward,
    ...ofSeller,
    name: 'startTransfer',
    number: 'B6',
    from: ['RESERVED'],
    to: 'TRANSFER',
    guards: [...offered, 'LEASE_ENDS_FIRST'],
    effects: ['OPEN_ENDING', 'TELL_TAKER'],
    action: 'transfer',
  },
  {
    ...byEmployer,
    name: 'agreeToGive',
    capacities: ['SELLER_EMPLOYER'],
    guards: ['ONE_COMPANY', 'GIVER_AGREED_ALREADY', 'PREPARED_ALREADY', 'LEASE_ENDS_FIRST'],
    effects: ['KEEP_GIVERS_YES'],
  },
  {
    ...byEmployer,
    name: 'agreeToTake',
    capacities: ['TAKER_EMPLOYER'],
    guards: ['TAKER_AGREED_ALREADY', 'PREPARED_ALREADY', 'LEASE_ENDS_FIRST'],
    effects: ['KEEP_TAKERS_YES'],
  },
  {
    ...agreeing,
    ...ofStaff,
    name: 'approveByLessor',
    guards: ['PREPARED_ALREADY', 'LEASE_ENDS_FIRST', 'LESSOR_REFERENCE_MISSING'],
    asks: ['LESSOR_REFERENCE_MISSING'],
  },
  {
    ...back,
    ...ofStaff,
    name: 'refuseByLessor',
    number: 'B6',
    from: ['TRANSFER'],
    to: 'WITHDRAWN',
    effects: ['CLOSE_ENDING', 'TELL_SELLER', 'TELL_TAKER', 'TELL_EMPLOYERS', 'RELEASE'],
    action: 'withdraw',
  },
  {
    ...agreeing,
    ...bySystem,
    name: 'prepare',
    guards: ['APPROVALS_MISSING', 'PREPARED_ALREADY', 'LEASE_ENDS_FIRST'],
    effects: ['PREPARE'],
    action: 'sign',
  },
  // The payment has changed: what is signed names the sum that holds.
  {
    ...agreeing,
    ...bySystem,
    name: 'redraft',
    guards: ['NOT_PREPARED'],
    effects: ['REDRAFT', 'TELL_SELLER', 'TELL_TAKER', 'TELL_EMPLOYERS'],
    action: 'sign',
    within: 'lease-changes',
  },
  {
    ...forward,
    ...bySystem,
    name: 'complete',
    number: 'B7',
    from: ['TRANSFER'],
    to: 'DONE',
    // Much can have changed since the reservation.
    guards: ['SIGNATURES_MISSING', 'LEASE_ENDS_FIRST', 'TAKER_NOT_EMPLOYED', 'TAKER_LEAVES_BEFORE_END'],
    effects: ['MOVE_LEASE', 'TELL_SELLER', 'TELL_TAKER', 'TELL_EMPLOYERS'],
    action: 'sign',
  },
  {
    ...refused,
    name: 'refuseTransfer',
    permission: 'brokerage:read',
    capacities: ['SELF', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER', 'STAFF'],
    needsReason: true,
    showsReason: true,
  },
  { ...refused, ...bySystem, name: 'lapseTransfer', guards: ['TRANSFER_IN_TIME'] },
  { ...refused, ...bySystem, name: 'releaseForClaim', within: 'insurance-claim' },
  // A loss before the first day: the new lease does not begin, and the one before goes on to be settled.
  {
    ...back,
    ...bySystem,
    name: 'releaseForClaim',
    number: 'B8',
    from: ['DONE'],
    to: 'WITHDRAWN',
    effects: ['CLOSE_ENDING', 'TELL_TAKER', 'TELL_EMPLOYERS', 'RELEASE'],
    action: 'release',
    within: 'insurance-claim',
  },
]

const notSold = {
  ...back,
  number: 'B8',
  to: 'WITHDRAWN',
  effects: ['CLOSE_ENDING', 'TELL_SELLER', 'TELL_EMPLOYERS'],
  action: 'release',
} as const

const stopped = {
  ...notSold,
  name: 'stopSale',
  permission: 'brokerage:read',
  capacities: ['SELF', 'SELLER_EMPLOYER', 'STAFF'],
  needsReason: true,
  showsReason: true,
} as const

/** To an employer that is no customer: the lessor sells, that company pays, and the lease ends with the payment. */
const selling: readonly B[] = [
  {
    ...byRider,
    name: 'sellOut',
    to: 'BUYOUT',
    guards: [...passedOn, 'BUYER_MISSING'],
    asks: ['BUYER_MISSING'],
    effects: ['OPEN_ENDING'],
    action: 'transfer',
  },
  {
    ...byEmployer,
    name: 'agreeToSell',
    from: ['BUYOUT'],
    to: 'BUYOUT',
    capacities: ['SELLER_EMPLOYER'],
    guards: ['GIVER_AGREED_ALREADY'],
    effects: ['KEEP_GIVERS_YES'],
  },
  {
    ...forward,
    ...ofStaff,
    name: 'billBuyer',
    number: 'B6',
    from: ['BUYOUT'],
    to: 'BILLED',
    guards: [
      'GIVER_NOT_AGREED',
      'BUYER_IN_SERVICE',
      'LESSOR_REFERENCE_MISSING',
      'BUYER_AGREEMENT_MISSING',
      'LEASE_ENDS_FIRST',
    ],
    asks: ['LESSOR_REFERENCE_MISSING', 'BUYER_AGREEMENT_MISSING'],
    effects: ['BILL_BUYER', 'TELL_SELLER', 'TELL_EMPLOYERS'],
    action: 'bill',
  },
  {
    ...forward,
    ...bySystem,
    name: 'recordSold',
    number: 'B7',
    from: ['BILLED'],
    to: 'DONE',
    guards: ['NOT_PAID'],
    effects: ['MARK_SOLD', 'TELL_SELLER', 'TELL_EMPLOYERS'],
    action: 'pay',
  },
  { ...stopped, from: ['BUYOUT'] },
  { ...stopped, from: ['BILLED'], guards: ['PAID_ALREADY'] },
  { ...notSold, ...bySystem, name: 'lapseSale', from: ['BUYOUT'], guards: ['TRANSFER_IN_TIME'] },
  { ...notSold, ...bySystem, name: 'lapseSale', from: ['BILLED'], guards: ['TIME_TO_PAY_LEFT'] },
  { ...notSold, ...bySystem, name: 'releaseForClaim', from: ['BUYOUT', 'BILLED'], within: 'insurance-claim' },
]

const closing: readonly B[] = [
  {
    ...back,
    name: 'withdraw',
    number: 'B9',
    from: ['DRAFT', 'REVIEW', 'LISTED', 'OFFERED'],
    to: 'WITHDRAWN',
    permission: 'brokerage:withdraw',
    capacities: ['SELF', 'STAFF'],
    effects: ['TELL_SELLER'],
    action: 'withdraw',
  },
  {
    ...back,
    name: 'withdraw',
    number: 'B9',
    from: ['RESERVED'],
    to: 'WITHDRAWN',
    permission: 'brokerage:withdraw',
    capacities: ['STAFF'],
    effects: ['TELL_SELLER', 'TELL_TAKER', 'RELEASE'],
    action: 'withdraw',
    needsReason: true,
    showsReason: true,
  },
  {
    ...back,
    name: 'remove',
    number: 'B9',
    from: ['DRAFT'],
    to: 'WITHDRAWN',
    permission: 'brokerage:delete',
    capacities: ['SUPER'],
    effects: ['TELL_SELLER'],
    action: 'withdraw',
  },
  {
    ...back,
    ...bySystem,
    name: 'expire',
    number: 'B10',
    from: ['LISTED'],
    to: 'EXPIRED',
    guards: ['LISTING_STANDS'],
    effects: ['TELL_SELLER'],
    action: 'withdraw',
  },
  {
    ...back,
    ...bySystem,
    name: 'expire',
    number: 'B10',
    from: ['DRAFT', 'REVIEW', 'RESERVED'],
    to: 'EXPIRED',
    guards: ['LISTING_STANDS'],
    effects: ['TELL_SELLER', 'TELL_TAKER', 'RELEASE'],
    action: 'withdraw',
  },
  {
    ...back,
    ...bySystem,
    name: 'expire',
    number: 'B10',
    from: ['OFFERED'],
    to: 'EXPIRED',
    guards: ['OFFER_STANDS'],
    effects: ['TELL_SELLER'],
    action: 'withdraw',
  },
]

export const brokerageProcess: Process<BrokerageWords> = {
  name: 'brokerage',
  states: brokerageStates,
  steps: [...drafting, ...reserving, ...naming, ...transferring, ...selling, ...closing],
  guards,
  given: new Set(['LESSOR_REFERENCE_MISSING', 'TAKER_NOT_NAMED', 'BUYER_MISSING', 'BUYER_AGREEMENT_MISSING']),
  remembered: ({ wasListed }) => (wasListed ? 'LISTED' : 'WITHDRAWN'),
  turns: {
    DRAFT: [{ awaited: 'SELLER', action: 'submit', notice: { template: 'brokerage:notice.draft' }, dueDays: 14 }],
    REVIEW: [{ awaited: 'STAFF', action: 'review', notice: 'DESK', dueDays: 3 }],
    LISTED: [],
    RESERVED: [
      {
        awaited: 'SELLER',
        action: 'transfer',
        notice: { template: 'brokerage:notice.turn.reserved' },
        dueDays: null,
        due: ({ reservedUntil }) => reservedUntil,
      },
    ],
    OFFERED: [
      {
        awaited: 'TAKER',
        action: 'answer',
        notice: { template: 'brokerage:notice.turn.offered' },
        dueDays: null,
        due: ({ reservedUntil }) => reservedUntil,
      },
    ],
    TRANSFER: [
      {
        awaited: 'SELLER_EMPLOYER',
        when: ({ hasGiverAgreed, isOneCompany }) => !hasGiverAgreed && !isOneCompany,
        action: 'agree',
        notice: { template: 'brokerage:notice.turn.agree' },
        dueDays: null,
        due: ({ transferBy }) => transferBy,
      },
      {
        awaited: 'TAKER_EMPLOYER',
        when: ({ hasTakerAgreed }) => !hasTakerAgreed,
        action: 'agree',
        notice: { template: 'brokerage:notice.turn.agree' },
        dueDays: null,
        due: ({ transferBy }) => transferBy,
      },
      {
        awaited: 'STAFF',
        when: ({ hasLessorApproved }) => !hasLessorApproved,
        action: 'agree',
        notice: 'DESK',
        dueDays: 5,
      },
      ...(['SELLER', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER'] as const).map((party) => ({
        awaited: party,
        when: ({ isPrepared, unsigned }: TransferFacts) => isPrepared && unsigned.includes(party),
        action: 'sign',
        notice: { template: 'brokerage:notice.turn.sign' },
        dueDays: null,
        due: ({ transferBy }: TransferFacts) => transferBy,
      })),
    ],
    BUYOUT: [
      {
        awaited: 'SELLER_EMPLOYER',
        when: ({ hasGiverAgreed }) => !hasGiverAgreed,
        action: 'agree',
        notice: { template: 'brokerage:notice.turn.sell' },
        dueDays: 14,
      },
      {
        awaited: 'STAFF',
        when: ({ hasGiverAgreed }) => hasGiverAgreed,
        action: 'bill',
        notice: 'DESK',
        dueDays: 5,
      },
    ],
    // The company is no user: its bill has told it, and the desk sees what is not paid.
    BILLED: [{ awaited: 'BUYER', action: 'pay', notice: 'DESK', dueDays: null, due: ({ payBy }) => payBy }],
    DONE: [],
    WITHDRAWN: [],
    EXPIRED: [],
  },
}
