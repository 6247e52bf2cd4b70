/** The closed sets of insurance claims. */

export const claimTypes = ['THEFT', 'DAMAGE', 'VANDALISM', 'LOSS'] as const
export type ClaimType = (typeof claimTypes)[number]

export const claimStates = [
  'OPEN',
  'PROOF_COMPLETE',
  'SENT_TO_INSURER',
  'INSURER_DECIDED',
  'AT_REPAIR',
  'NEW_BIKE',
  'REPAIRED',
  'REPLACED',
  'LEASE_ENDED',
  'DENIED',
  'CANCELLED',
] as const
export type ClaimState = (typeof claimStates)[number]

export const claimStatuses = ['PENDING', 'COMPLETED', 'CANCELLED'] as const
type ClaimStatus = (typeof claimStatuses)[number]

const statusOf: Readonly<Record<ClaimState, ClaimStatus>> = {
  OPEN: 'PENDING',
  PROOF_COMPLETE: 'PENDING',
  SENT_TO_INSURER: 'PENDING',
  INSURER_DECIDED: 'PENDING',
  AT_REPAIR: 'PENDING',
  NEW_BIKE: 'PENDING',
  REPAIRED: 'COMPLETED',
  REPLACED: 'COMPLETED',
  LEASE_ENDED: 'COMPLETED',
  DENIED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
}
export const statusOfState = (state: ClaimState): ClaimStatus => statusOf[state]

/** What a claim may have to tell or to show; which of it, the list of its type says. */
export const proofPieces = ['DAY', 'PLACE', 'DESCRIPTION', 'POLICE_REPORT', 'LOCK', 'THIRD_PARTY', 'PHOTO'] as const
export type ProofPiece = (typeof proofPieces)[number]

export const PHOTOS_MAX = 10
export const PHOTO_MAX_BYTES = 10_485_760

/** What has been told and shown of an event. */
interface ToldOfEvent {
  readonly happenedDay: string | null
  readonly place: string | null
  readonly description: string | null
  readonly policeReportNumber: string | null
  readonly lock: string | null
  readonly thirdParty: string | null
  readonly photoCount: number
}

const isThere: Readonly<Record<ProofPiece, (told: ToldOfEvent) => boolean>> = {
  DAY: (told) => told.happenedDay !== null,
  PLACE: (told) => told.place !== null,
  DESCRIPTION: (told) => told.description !== null,
  POLICE_REPORT: (told) => told.policeReportNumber !== null,
  LOCK: (told) => told.lock !== null,
  THIRD_PARTY: (told) => told.thirdParty !== null,
  PHOTO: (told) => told.photoCount > 0,
}

/** The required pieces that are neither told, shown nor waived. */
export const missingPieces = (
  required: readonly ProofPiece[],
  waived: readonly ProofPiece[],
  told: ToldOfEvent,
): ProofPiece[] => required.filter((piece) => !waived.includes(piece) && !isThere[piece](told))
