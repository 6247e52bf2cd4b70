/** The steps of an insurance claim, with who may take each, under which conditions and with which consequences. */
import type { Process, Step } from '#platform/process/table.ts'
import { type ClaimState, claimStates } from '../rules.ts'
import { type ClaimGuard, type ClaimWords, guards } from './words.ts'

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

const reporting: readonly C[] = [
  {
    ...ofPerson,
    name: 'open',
    number: 'I1',
    from: null,
    to: 'OPEN',
    guards: ['BIKE_NOT_DELIVERED', 'CLAIM_OPEN', 'REDEMPTION_UNDER_WAY'],
    action: 'report',
  },
  report('OPEN', []),
  report('PROOF_COMPLETE', ['PROOF_MISSING']),
  report('SENT_TO_INSURER', ['PROOF_MISSING']),
  {
    ...ofStaff,
    name: 'completeProof',
    number: 'I2',
    from: ['OPEN'],
    to: 'PROOF_COMPLETE',
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
]

/** The insurer pays in its own time, so its money is taken in whatever the claim has become meanwhile. */
const receive = (state: ClaimState): C => ({
  ...ofStaff,
  name: 'receive',
  number: 'I3',
  way: 'aside',
  from: [state],
  to: state,
  guards: ['COMPENSATION_COMPLETE'],
  effects: ['RECEIVE_COMPENSATION'],
  action: 'receive',
})

const deciding: readonly C[] = [
  { ...ofStaff, name: 'send', number: 'I3', from: ['PROOF_COMPLETE'], to: 'SENT_TO_INSURER', action: 'send' },
  {
    ...ofStaff,
    name: 'decide',
    number: 'I3',
    from: ['SENT_TO_INSURER'],
    to: 'INSURER_DECIDED',
    guards: ['SUM_MISSING'],
    effects: ['EXPECT_COMPENSATION', 'TELL_PERSON'],
    action: 'decide',
    asks: ['SUM_MISSING'],
  },
  receive('INSURER_DECIDED'),
  receive('AT_REPAIR'),
  receive('REPAIRED'),
  receive('NEW_BIKE'),
  receive('REPLACED'),
  receive('LEASE_ENDED'),
  {
    ...ofStaff,
    name: 'deny',
    number: 'I8',
    from: ['SENT_TO_INSURER'],
    to: 'DENIED',
    guards: ['DENIAL_REASON_MISSING', 'COMPENSATION_RECEIVED'],
    effects: ['WITHDRAW_COMPENSATION', 'CLOSE', 'EVENT_COMPLETED', 'TELL_PERSON'],
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
    guards: ['OBJECTION_MISSING', 'OBJECTION_OVER', 'CLAIM_OPEN', 'REDEMPTION_UNDER_WAY'],
    effects: ['REOPEN'],
    action: 'object',
    asks: ['OBJECTION_MISSING'],
  },
]

const completed = {
  ...ofStaff,
  number: 'I5',
  from: ['AT_REPAIR'],
  to: 'REPAIRED',
  guards: ['COST_MISSING'],
  action: 'repair',
  asks: ['COST_MISSING'],
} as const
const repairing: readonly C[] = [
  {
    ...ofStaff,
    name: 'repair',
    number: 'I4',
    from: ['INSURER_DECIDED'],
    to: 'AT_REPAIR',
    guards: ['NOT_REPAIRABLE', 'REPAIR_STORE_MISSING', 'LIMIT_TOO_HIGH'],
    effects: ['CLOSE_REPAIR_LINK', 'MAIL_REPAIR_STORE', 'EVENT_REPAIR_SUBMITTED', 'TELL_PERSON'],
    action: 'repair',
    asks: ['REPAIR_STORE_MISSING', 'LIMIT_TOO_HIGH'],
  },
  {
    ...ofStaff,
    name: 'changeShop',
    number: 'I4',
    way: 'aside',
    from: ['AT_REPAIR'],
    to: 'AT_REPAIR',
    guards: ['REPAIR_STORE_MISSING', 'LIMIT_TOO_HIGH'],
    effects: ['CLOSE_REPAIR_LINK', 'TELL_FORMER_SHOP', 'MAIL_REPAIR_STORE', 'TELL_PERSON'],
    action: 'repair',
    asks: ['REPAIR_STORE_MISSING', 'LIMIT_TOO_HIGH'],
  },
  {
    ...ofStaff,
    name: 'findTotalLoss',
    number: 'I3',
    way: 'back',
    from: ['AT_REPAIR'],
    to: 'INSURER_DECIDED',
    guards: ['SUM_MISSING'],
    effects: ['CLOSE_REPAIR_LINK', 'EXPECT_COMPENSATION', 'TELL_PERSON'],
    action: 'decide',
    asks: ['SUM_MISSING'],
  },
  {
    ...completed,
    name: 'completeRepair',
    // The shop says by its link that it has repaired the bicycle and what that cost.
    capacities: ['STAFF', 'STORE_TOKEN'],
    effects: [
      'KEEP_REPAIR_INVOICE',
      'BILL_DEDUCTIBLE',
      'CLOSE',
      'EVENT_REPAIR_INVOICE',
      'EVENT_COMPLETED',
      'TELL_PERSON',
    ],
  },
  {
    ...ofPerson,
    name: 'addReceipt',
    number: 'I5',
    way: 'aside',
    from: ['AT_REPAIR'],
    to: 'AT_REPAIR',
    action: 'repair',
  },
  {
    ...completed,
    name: 'reimburse',
    guards: ['RECEIPT_MISSING', 'COST_MISSING'],
    effects: ['KEEP_RECEIPT', 'BILL_DEDUCTIBLE', 'CLOSE', 'EVENT_REPAIR_INVOICE', 'EVENT_COMPLETED', 'TELL_PERSON'],
  },
]

const replacing: readonly C[] = [
  {
    ...ofStaff,
    name: 'newBike',
    number: 'I6',
    from: ['INSURER_DECIDED'],
    to: 'NEW_BIKE',
    guards: ['NOT_LOST', 'LEASE_NOT_RUNNING', 'REDEMPTION_PAID', 'LEASE_ENDS_OTHERWISE', 'TAX_WARNING_UNREAD'],
    effects: ['ORDER_NEW_BIKE', 'REVIEW_TAX', 'EVENT_NEW_BIKE_SUBMITTED', 'TELL_PERSON'],
    action: 'replace',
    asks: ['TAX_WARNING_UNREAD'],
  },
  {
    ...ofStaff,
    name: 'abandonNewBike',
    number: 'I6',
    way: 'back',
    from: ['NEW_BIKE'],
    to: 'PROOF_COMPLETE',
    // By itself once the lease has ended.
    capacities: ['STAFF', 'SYSTEM'],
    guards: ['NEW_BIKE_BILLED'],
    effects: ['CANCEL_NEW_BIKE', 'TELL_PERSON'],
    action: 'replace',
    needsReason: true,
  },
  {
    ...ofStaff,
    name: 'completeNewBike',
    number: 'I6',
    from: ['NEW_BIKE'],
    to: 'REPLACED',
    capacities: ['SYSTEM'],
    effects: ['BILL_DEDUCTIBLE_OF_LOSS', 'TELL_LESSOR_OF_BIKE', 'CLOSE', 'EVENT_COMPLETED', 'TELL_PERSON'],
    action: 'replace',
  },
]

const settling: readonly C[] = [
  {
    ...ofStaff,
    name: 'endLease',
    number: 'I7',
    from: ['INSURER_DECIDED'],
    to: 'LEASE_ENDED',
    guards: ['LEASE_NOT_STARTED', 'REDEMPTION_PAID', 'LEASE_ENDS_OTHERWISE'],
    effects: [
      'END_LEASE',
      'BILL_CLOSING',
      'CLOSE',
      'EVENT_END_COMPLETED',
      'TELL_LESSOR',
      'EVENT_LESSOR_TOLD',
      'EVENT_COMPLETED',
      'TELL_PERSON',
      'TELL_EMPLOYER',
    ],
    action: 'end',
  },
]

const beforeDecision = ['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER'] as const
const withdrawal = {
  number: 'I9',
  way: 'back',
  to: 'CANCELLED',
  guards: ['COMPENSATION_RECEIVED'],
  effects: ['WITHDRAW_COMPENSATION', 'CLOSE', 'ALERT_STAFF', 'TELL_PERSON'],
  action: 'cancel',
} as const
const withdrawing: readonly C[] = [
  { ...ofPerson, ...withdrawal, name: 'cancel', from: beforeDecision },
  { ...ofStaff, ...withdrawal, name: 'cancel', from: ['INSURER_DECIDED'] },
  {
    ...ofStaff,
    name: 'insurerTold',
    number: 'I9',
    way: 'aside',
    from: ['CANCELLED'],
    to: 'CANCELLED',
    guards: ['INSURER_KNOWS'],
    effects: ['CLOSE_ALERT'],
    action: 'cancel',
  },
  {
    ...withdrawal,
    name: 'remove',
    from: [...beforeDecision, 'INSURER_DECIDED'],
    permission: 'insurance-claim:delete',
    capacities: ['SUPER'],
  },
]

/** The insurer's money that is still to come is looked after by the staff. */
const compensation = {
  awaited: 'INSURER',
  when: ({ isSumOpen }: ClaimWords['turnFacts']) => isSumOpen,
  action: 'receive',
  notice: 'DESK',
  dueDays: 30,
} as const
const desk = (action: string, dueDays: number) => ({ awaited: 'STAFF', action, notice: 'DESK', dueDays }) as const

export const claimProcess: Process<ClaimWords> = {
  name: 'insurance-claim',
  states: claimStates,
  steps: [...reporting, ...deciding, ...repairing, ...replacing, ...settling, ...withdrawing],
  guards,
  given: new Set([
    'PIECE_NOT_MISSING',
    'SUM_MISSING',
    'REPAIR_STORE_MISSING',
    'LIMIT_TOO_HIGH',
    'COST_MISSING',
    'TAX_WARNING_UNREAD',
    'DENIAL_REASON_MISSING',
    'OBJECTION_MISSING',
  ]),
  remembered: () => null,
  turns: {
    OPEN: [
      { awaited: 'EMPLOYEE', action: 'report', notice: { template: 'insurance-claims:notice.report' }, dueDays: 14 },
    ],
    PROOF_COMPLETE: [desk('send', 3)],
    // The insurer is asked in its own service, so staff look after its answer.
    SENT_TO_INSURER: [{ awaited: 'INSURER', action: 'decide', notice: 'DESK', dueDays: 30 }],
    INSURER_DECIDED: [desk('settle', 3), compensation],
    AT_REPAIR: [
      {
        awaited: 'STORE',
        action: 'repair',
        notice: { template: 'insurance-claims:mail.repair', by: 'MAIL_REPAIR_STORE' },
        dueDays: 30,
      },
      desk('completeRepair', 30),
      compensation,
    ],
    // They have been told by the step itself; the order tells them of its own turns.
    NEW_BIKE: [
      {
        awaited: 'EMPLOYEE',
        action: 'chooseBike',
        notice: { template: 'insurance-claims:notice.became.NEW_BIKE', by: 'TELL_PERSON' },
        dueDays: 14,
      },
      compensation,
    ],
    REPAIRED: [compensation],
    REPLACED: [compensation],
    LEASE_ENDED: [compensation],
    DENIED: [],
    CANCELLED: [{ ...desk('insurerTold', 3), when: ({ mustTellInsurer }) => mustTellInsurer }],
  },
}
