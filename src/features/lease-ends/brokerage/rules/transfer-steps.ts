import { RESUME } from '#platform/process/table.ts'
import { type B, back, byRider, bySystem, forward, offered, ofSeller, ofStaff, passedOn } from './steps.ts'

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

export const transferring: readonly B[] = [
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
export const selling: readonly B[] = [
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
