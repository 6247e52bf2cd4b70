/** The steps of an insurance claim, with who may take each, under which conditions and with which consequences. */
import type { Process, Step, Words } from '#platform/process/table.ts'
import { addDays, type Day } from '#platform/values/days.ts'
import { type ClaimState, claimStates, type ProofPiece } from '../rules.ts'

export interface ClaimFacts {
  readonly today: Day
  /** The bicycle has been handed over, and the lease has not ended in another way than its term. */
  readonly isDelivered: boolean
  /** Another claim of the same lease and type is open. */
  readonly isOpenForEvent: boolean
  readonly missing: readonly ProofPiece[]
  /** The piece that the command does without is one of those that are missing. */
  readonly isPieceMissing: boolean
  readonly hasDenialReason: boolean
  readonly hasObjection: boolean
  readonly deniedDay: Day | null
}

export type ClaimStep = 'open' | 'report' | 'completeProof' | 'waive' | 'send' | 'deny' | 'object' | 'cancel' | 'remove'

export type ClaimGuard =
  | 'BIKE_NOT_DELIVERED'
  | 'CLAIM_OPEN'
  | 'PROOF_MISSING'
  | 'PIECE_NOT_MISSING'
  | 'DENIAL_REASON_MISSING'
  | 'OBJECTION_MISSING'
  | 'OBJECTION_OVER'

export type ClaimEffect = 'CLOSE' | 'REOPEN' | 'TELL_PERSON' | 'EVENT_COMPLETED'

export interface ClaimWords extends Words {
  state: ClaimState
  step: ClaimStep
  guard: ClaimGuard
  effect: ClaimEffect
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action: 'report' | 'send' | 'decide' | 'object' | 'cancel'
  awaited: 'EMPLOYEE' | 'STAFF' | 'INSURER'
  facts: ClaimFacts
  turnFacts: object
}

/** Days within which a denial may be objected to. */
export const OBJECTION_DAYS = 60

const guards: Process<ClaimWords>['guards'] = {
  BIKE_NOT_DELIVERED: ({ isDelivered }) => isDelivered,
  CLAIM_OPEN: ({ isOpenForEvent }) => !isOpenForEvent,
  PROOF_MISSING: ({ missing }) => missing.length === 0,
  PIECE_NOT_MISSING: ({ isPieceMissing }) => isPieceMissing,
  DENIAL_REASON_MISSING: ({ hasDenialReason }) => hasDenialReason,
  OBJECTION_MISSING: ({ hasObjection }) => hasObjection,
  OBJECTION_OVER: ({ deniedDay, today }) => deniedDay !== null && today <= addDays(deniedDay, OBJECTION_DAYS),
}

type C = Step<ClaimWords>
const forward = { way: 'forward', guards: [], effects: [] } as const
const ofPerson = { ...forward, permission: 'insurance-claim:create', capacities: ['SELF', 'STAFF'] } as const
const ofStaff = { ...forward, permission: 'insurance-claim:manage', capacities: ['STAFF'] } as const

/** What is told may be added to until the insurer has decided; once complete it stays complete. */
const report = (state: ClaimState, guarded: readonly ClaimGuard[]): C => ({
  ...ofPerson,
  name: 'report',
  number: 'I1',
  way: 'aside',
  from: [state],
  to: state,
  guards: guarded,
  action: 'report',
})

const steps: readonly C[] = [
  {
    ...ofPerson,
    name: 'open',
    number: 'I1',
    from: null,
    to: 'OPEN',
    guards: ['BIKE_NOT_DELIVERED', 'CLAIM_OPEN'],
    action: 'report',
  },
  report('OPEN', []),
  report('PROOF_COMPLETE', ['PROOF_MISSING']),
  report('SENT_TO_INSURER', ['PROOF_MISSING']),
  {
    ...forward,
    name: 'completeProof',
    number: 'I2',
    from: ['OPEN'],
    to: 'PROOF_COMPLETE',
    permission: 'insurance-claim:manage',
    capacities: ['SYSTEM'],
    guards: ['PROOF_MISSING'],
    action: 'report',
  },
  {
    ...ofStaff,
    name: 'waive',
    number: 'I2',
    way: 'aside',
    from: ['OPEN'],
    to: 'OPEN',
    guards: ['PIECE_NOT_MISSING'],
    action: 'report',
    asks: ['PIECE_NOT_MISSING'],
    needsReason: true,
  },
  { ...ofStaff, name: 'send', number: 'I3', from: ['PROOF_COMPLETE'], to: 'SENT_TO_INSURER', action: 'send' },
  {
    ...ofStaff,
    name: 'deny',
    number: 'I8',
    from: ['SENT_TO_INSURER'],
    to: 'DENIED',
    guards: ['DENIAL_REASON_MISSING'],
    effects: ['CLOSE', 'EVENT_COMPLETED', 'TELL_PERSON'],
    action: 'decide',
    asks: ['DENIAL_REASON_MISSING'],
  },
  {
    ...ofPerson,
    name: 'object',
    number: 'I8',
    way: 'back',
    from: ['DENIED'],
    to: 'PROOF_COMPLETE',
    guards: ['OBJECTION_MISSING', 'OBJECTION_OVER', 'CLAIM_OPEN'],
    effects: ['REOPEN'],
    action: 'object',
    asks: ['OBJECTION_MISSING'],
  },
  {
    ...ofPerson,
    name: 'cancel',
    number: 'I9',
    way: 'back',
    from: ['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER'],
    to: 'CANCELLED',
    effects: ['CLOSE', 'TELL_PERSON'],
    action: 'cancel',
  },
  {
    ...forward,
    name: 'remove',
    number: 'I9',
    way: 'back',
    from: ['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER'],
    to: 'CANCELLED',
    permission: 'insurance-claim:delete',
    capacities: ['SUPER'],
    effects: ['CLOSE', 'TELL_PERSON'],
    action: 'cancel',
  },
]

export const claimProcess: Process<ClaimWords> = {
  name: 'insurance-claim',
  states: claimStates,
  steps,
  guards,
  given: new Set(['PIECE_NOT_MISSING', 'DENIAL_REASON_MISSING', 'OBJECTION_MISSING']),
  remembered: () => null,
  turns: {
    OPEN: [
      { awaited: 'EMPLOYEE', action: 'report', notice: { template: 'insurance-claims:notice.report' }, dueDays: 14 },
    ],
    PROOF_COMPLETE: [{ awaited: 'STAFF', action: 'send', notice: 'DESK', dueDays: 3 }],
    // The insurer is asked in its own service, so staff look after its answer.
    SENT_TO_INSURER: [{ awaited: 'INSURER', action: 'decide', notice: 'DESK', dueDays: 30 }],
    DENIED: [],
    CANCELLED: [],
  },
}
