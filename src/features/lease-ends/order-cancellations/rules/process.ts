/** The order cancellation as a process: C1 to C4, and C2's changes. Pure. */

import type { Process, Step, Turn, Words } from '#platform/process/table.ts'
import type { CancellationStatus, OpenItemKind } from '../rules.ts'

export const cancellationAwaited = ['EMPLOYEE', 'STORE', 'LESSOR', 'STAFF'] as const

export interface CancellationFacts {
  /** What stands between the case and its completion. */
  readonly open: ReadonlySet<OpenItemKind>
  readonly isOpenForOrder: boolean
  readonly isConfirmed: boolean
  /** A line is settled, or money has gone back. */
  readonly isAnythingSettled: boolean
  /** An invoice was credited since the case was opened. */
  readonly isAnythingCredited: boolean
  readonly isLeaseEnded: boolean
}

/** Who is awaited while a case is open. */
export interface CancellationTurnFacts {
  readonly isBikeOut: boolean
  readonly owesStore: boolean
  readonly lacksConsent: boolean
}

type Guard =
  | OpenItemKind
  | 'CANCELLATION_EXISTS'
  | 'NOT_CONFIRMED'
  | 'MONEY_SETTLED'
  | 'CREDIT_NOTE_MADE'
  | 'LEASE_ENDED'

export interface CancellationWords extends Words {
  state: CancellationStatus
  step: 'open' | 'change' | 'complete' | 'withdraw'
  guard: Guard
  effect:
    | 'NOTIFY_STORE'
    | 'NOTIFY_PARTIES'
    | 'SETTLE_ORDER'
    | 'KEEP_SETTLEMENT'
    | 'NOTIFY_COMPLETED'
    | 'RESUME_ORDER'
    | 'NOTIFY_WITHDRAWN'
  capacity: 'SELF' | 'EMPLOYER' | 'STAFF' | 'SUPER' | 'SYSTEM'
  action: 'open' | 'change' | 'complete' | 'withdraw'
  awaited: (typeof cancellationAwaited)[number]
  facts: CancellationFacts
  turnFacts: CancellationTurnFacts
}

export type CancellationStep = Step<CancellationWords>
export type CancellationTurn = Turn<CancellationWords>

const isClosed = (kind: OpenItemKind) => (facts: CancellationFacts) => !facts.open.has(kind)

const guards = {
  CANCELLATION_EXISTS: (facts: CancellationFacts) => !facts.isOpenForOrder,
  NOT_CONFIRMED: (facts: CancellationFacts) => facts.isConfirmed,
  LINE_OPEN: isClosed('LINE_OPEN'),
  LINE_WITHOUT_PROOF: isClosed('LINE_WITHOUT_PROOF'),
  INVOICE_NOT_CREDITED: isClosed('INVOICE_NOT_CREDITED'),
  STORE_INVOICE_OPEN: isClosed('STORE_INVOICE_OPEN'),
  BIKE_NOT_BACK: isClosed('BIKE_NOT_BACK'),
  LESSOR_CONSENT_MISSING: isClosed('LESSOR_CONSENT_MISSING'),
  MONEY_SETTLED: (facts: CancellationFacts) => !facts.isAnythingSettled,
  CREDIT_NOTE_MADE: (facts: CancellationFacts) => !facts.isAnythingCredited,
  LEASE_ENDED: (facts: CancellationFacts) => !facts.isLeaseEnded,
} as const

const steps: readonly CancellationStep[] = [
  {
    name: 'open',
    number: 'C1',
    way: 'forward',
    action: 'open',
    from: null,
    to: 'PENDING',
    permission: 'order-cancellation:create',
    capacities: ['STAFF'],
    guards: ['CANCELLATION_EXISTS', 'NOT_CONFIRMED'],
    effects: ['NOTIFY_STORE', 'NOTIFY_PARTIES'],
  },
  {
    name: 'change',
    number: 'C2',
    way: 'aside',
    action: 'change',
    from: ['PENDING'],
    to: 'PENDING',
    permission: 'order-cancellation:update',
    capacities: ['STAFF'],
    guards: [],
    effects: [],
  },
  {
    name: 'complete',
    number: 'C3',
    way: 'forward',
    action: 'complete',
    from: ['PENDING'],
    to: 'COMPLETED',
    permission: 'order-cancellation:complete',
    capacities: ['STAFF'],
    guards: [
      'LINE_OPEN',
      'LINE_WITHOUT_PROOF',
      'INVOICE_NOT_CREDITED',
      'STORE_INVOICE_OPEN',
      'BIKE_NOT_BACK',
      'LESSOR_CONSENT_MISSING',
    ],
    effects: ['SETTLE_ORDER', 'KEEP_SETTLEMENT', 'NOTIFY_COMPLETED'],
  },
  {
    name: 'withdraw',
    number: 'C4',
    way: 'back',
    action: 'withdraw',
    from: ['PENDING'],
    to: 'CANCELLED',
    permission: 'order-cancellation:delete',
    capacities: ['STAFF'],
    guards: ['MONEY_SETTLED', 'CREDIT_NOTE_MADE', 'LEASE_ENDED'],
    effects: ['RESUME_ORDER', 'NOTIFY_WITHDRAWN'],
  },
]

const turns: { readonly [S in CancellationStatus]: readonly CancellationTurn[] } = {
  PENDING: [
    {
      awaited: 'EMPLOYEE',
      when: ({ isBikeOut }) => isBikeOut,
      action: 'returnBike',
      notice: { template: 'order-cancellations:notice.returnBike' },
      dueDays: 14,
    },
    {
      awaited: 'STORE',
      when: ({ owesStore }) => owesStore,
      action: 'refund',
      notice: { template: 'order-cancellations:mail.storeRefund' },
      dueDays: 14,
    },
    {
      awaited: 'LESSOR',
      when: ({ lacksConsent }) => lacksConsent,
      action: 'consent',
      notice: { template: 'order-cancellations:mail.lessorConsent' },
      dueDays: 14,
    },
    { awaited: 'STAFF', action: 'settle', notice: 'DESK', dueDays: 14 },
  ],
  COMPLETED: [],
  CANCELLED: [],
}

export const cancellationProcess: Process<CancellationWords> = {
  name: 'order-cancellation',
  states: ['PENDING', 'COMPLETED', 'CANCELLED'],
  steps,
  guards,
  given: new Set(),
  remembered: () => null,
  turns,
}
