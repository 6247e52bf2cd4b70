/** The closed sets of returns before the end. */

export const returnStates = ['REQUESTED', 'APPROVED', 'RECEIVED', 'INSPECTED', 'DONE', 'CANCELLED'] as const
export type ReturnState = (typeof returnStates)[number]

/** Why a bicycle is returned; TERM_OVER is the staff's, for a lease that has ended without a choice. */
export const askedReasons = ['RESIGNED', 'DISMISSED', 'LAID_OFF', 'OTHER'] as const
export type AskedReason = (typeof askedReasons)[number]
export const returnReasons = [...askedReasons, 'TERM_OVER'] as const
export type ReturnReason = (typeof returnReasons)[number]

export const returnPayers = ['EMPLOYEE', 'EMPLOYER', 'SHARED'] as const
export type ReturnPayer = (typeof returnPayers)[number]

/** Who has asked for it. */
export const returnAskers = ['EMPLOYEE', 'EMPLOYER', 'STAFF'] as const
export type ReturnAsker = (typeof returnAskers)[number]

export const PHOTOS_MAX = 10
export const PHOTO_MAX_BYTES = 10_485_760
