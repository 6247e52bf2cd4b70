/** The closed sets of bicycles that are offered to others. */

export const brokerageStates = [
  'DRAFT',
  'REVIEW',
  'LISTED',
  'RESERVED',
  'OFFERED',
  'TRANSFER',
  'BUYOUT',
  'BILLED',
  'DONE',
  'WITHDRAWN',
  'EXPIRED',
] as const
export type BrokerageState = (typeof brokerageStates)[number]

export const brokerageStatuses = ['PENDING', 'COMPLETED', 'CANCELLED'] as const

export const marketSorts = ['-listed', 'price', '-price', 'months', '-months'] as const
export type MarketSort = (typeof marketSorts)[number]

export const PHOTOS_MAX = 6
export const PHOTO_MAX_BYTES = 10_485_760
/** Who signs a transfer; of one company alone its employer signs once. */
export const transferParties = ['SELLER', 'SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'] as const
export type TransferParty = (typeof transferParties)[number]

/** Bank days after the due day on which a bicycle that a company outside has not paid is not sold; a redemption has its own. */
export const SALE_GRACE_DAYS = 3

/** Days within which all have to sign, and the day of a month until which the next month's first is the transfer. */
export const TRANSFER_DAYS = 14
/** Days that a bicycle stays listed, and that a reservation stands. */
export const LISTED_DAYS = 90
export const RESERVED_DAYS = 7
