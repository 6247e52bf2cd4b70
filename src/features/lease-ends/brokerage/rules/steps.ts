import type { Step } from '#platform/process/table.ts'
import type { BrokerageGuard, BrokerageWords } from './words.ts'

export type B = Step<BrokerageWords>

export const forward = { way: 'forward', guards: [], effects: [] } as const

export const back = { ...forward, way: 'back' } as const

export const ofSeller = { permission: 'brokerage:update', capacities: ['SELF', 'STAFF'] } as const

export const ofStaff = { permission: 'brokerage:review', capacities: ['STAFF'] } as const

export const bySystem = { permission: 'brokerage:review', capacities: ['SYSTEM'] } as const

export const offered = ['LEASE_NOT_RUNNING', 'POLICY_FORBIDS', 'OTHER_ENDING_OPEN'] as const

/** What the taker and the taker's employer have to fulfil. */
const takerGuards = [
  'OWN_BIKE',
  'TAKER_NOT_EMPLOYED',
  'TAKER_HAS_NO_ROOM',
  'PRICE_ABOVE_TAKER_LIMIT',
  'TAKER_LEAVES_BEFORE_END',
] as const satisfies readonly BrokerageGuard[]

export const drafting: readonly B[] = [
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
  // Whoever is offered the bicycle by name reads its condition and sees its pictures before they answer.
  {
    ...forward,
    ...ofSeller,
    name: 'edit',
    number: 'B1',
    way: 'aside',
    from: ['OFFERED'],
    to: 'OFFERED',
    action: 'edit',
  },
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

export const reserving: readonly B[] = [
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
export const passedOn = ['LEASE_NOT_RUNNING', 'OTHER_ENDING_OPEN', 'LEASE_ENDS_FIRST'] as const

export const byRider = {
  ...forward,
  number: 'B6',
  permission: 'brokerage:create',
  capacities: ['SELF'],
  from: ['DRAFT'],
} as const

const byNamed = { permission: 'brokerage:reserve', capacities: ['NAMED'], action: 'answer' } as const

/** To a named person, or along with the rider to an employer of theirs: nothing is shown to everybody. */
export const naming: readonly B[] = [
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

export const closing: readonly B[] = [
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
