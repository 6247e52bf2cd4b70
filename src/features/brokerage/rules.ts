/** The closed sets of bicycles that are offered to others. */

export const brokerageStates = [
  'DRAFT',
  'REVIEW',
  'LISTED',
  'RESERVED',
  'TRANSFER',
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
/** Days that a bicycle stays listed, and that a reservation stands. */
export const LISTED_DAYS = 90
export const RESERVED_DAYS = 7
