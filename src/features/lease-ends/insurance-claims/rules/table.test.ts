import { describe, expect, it, test } from 'vitest'
import { allowedSteps, type Mover, planStep, systemMover, tokenMover } from '#platform/process/plan.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { claimStates } from '../rules.ts'
import { claimProcess } from './table.ts'
import type { ClaimFacts, ClaimStep } from './words.ts'

const held = (capacities: string[], ...names: string[]): Mover => ({
  capacities: new Set(capacities),
  permissions: new Set(names.map((name) => `insurance-claim:${name}`)),
})
const movers = {
  SELF: held(['SELF'], 'read', 'create'),
  EMPLOYER: held(['EMPLOYER'], 'read'),
  STAFF: held(['STAFF'], 'read', 'create', 'manage'),
  SUPER: held(['STAFF', 'SUPER'], 'read', 'create', 'manage', 'delete'),
  SYSTEM: systemMover,
  STORE: tokenMover('STORE_TOKEN'),
}
const facts: ClaimFacts = {
  today: '2026-11-10',
  isDelivered: true,
  isOpenForEvent: false,
  missing: [],
  isPieceMissing: true,
  hasDenialReason: true,
  hasObjection: true,
  deniedDay: '2026-11-01',
  hasSum: true,
  isSumOpen: true,
  hasReceived: false,
  mustTellInsurer: true,
  hasLease: true,
  endsOtherwise: false,
  hasPaidRedemption: false,
  isRedemptionUnderWay: false,
  isRepairable: true,
  hasRepairStore: true,
  isLimitBelowCover: true,
  hasCost: true,
  hasReceipt: true,
  isLost: true,
  isLeaseRunning: true,
  isTaxWarningRead: true,
  isNewBikeOpen: true,
}
type Expected = Partial<Record<keyof typeof movers, ClaimStep[]>>

/** Who may take which steps in each state when all conditions hold (aftercare, I1 to I9). */
const expected: Record<string, Expected> = {
  null: { SELF: ['open'], STAFF: ['open'], SUPER: ['open'] },
  OPEN: {
    SELF: ['cancel', 'report'],
    STAFF: ['cancel', 'report', 'waive'],
    SUPER: ['cancel', 'remove', 'report', 'waive'],
    SYSTEM: ['completeProof'],
  },
  PROOF_COMPLETE: {
    SELF: ['cancel', 'report'],
    STAFF: ['cancel', 'report', 'send'],
    SUPER: ['cancel', 'remove', 'report', 'send'],
  },
  SENT_TO_INSURER: {
    SELF: ['cancel', 'report'],
    STAFF: ['cancel', 'decide', 'deny', 'report'],
    SUPER: ['cancel', 'decide', 'deny', 'remove', 'report'],
  },
  INSURER_DECIDED: {
    STAFF: ['cancel', 'endLease', 'newBike', 'receive', 'repair'],
    SUPER: ['cancel', 'endLease', 'newBike', 'receive', 'remove', 'repair'],
  },
  AT_REPAIR: {
    STORE: ['completeRepair'],
    SELF: ['addReceipt'],
    STAFF: ['addReceipt', 'changeShop', 'completeRepair', 'findTotalLoss', 'receive', 'reimburse'],
    SUPER: ['addReceipt', 'changeShop', 'completeRepair', 'findTotalLoss', 'receive', 'reimburse'],
  },
  NEW_BIKE: {
    STAFF: ['abandonNewBike', 'receive'],
    SUPER: ['abandonNewBike', 'receive'],
    SYSTEM: ['abandonNewBike', 'completeNewBike'],
  },
  REPAIRED: { STAFF: ['receive'], SUPER: ['receive'] },
  REPLACED: { STAFF: ['receive'], SUPER: ['receive'] },
  LEASE_ENDED: { STAFF: ['receive'], SUPER: ['receive'] },
  DENIED: { SELF: ['object'], STAFF: ['object'], SUPER: ['object'] },
  CANCELLED: { STAFF: ['insurerTold'], SUPER: ['insurerTold'] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(claimProcess.steps.map(({ name }) => name))]
  const cells = [null, ...claimStates].flatMap((state) =>
    (Object.keys(movers) as (keyof typeof movers)[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    const open = names.filter((step) => planStep(claimProcess, facts, state, { step, reason: 'syy' }, movers[who]).ok)
    expect(open.toSorted()).toEqual(expected[String(state)]![who] ?? [])
  })
})

test.each([
  ['open', null, { isDelivered: false }, 'BIKE_NOT_DELIVERED'],
  ['open', null, { isOpenForEvent: true }, 'CLAIM_OPEN'],
  ['open', null, { isRedemptionUnderWay: true }, 'REDEMPTION_UNDER_WAY'],
  ['object', 'DENIED', { isRedemptionUnderWay: true }, 'REDEMPTION_UNDER_WAY'],
  ['report', 'SENT_TO_INSURER', { missing: ['PHOTO'] }, 'PROOF_MISSING'],
  ['waive', 'OPEN', { isPieceMissing: false }, 'PIECE_NOT_MISSING'],
  ['decide', 'SENT_TO_INSURER', { hasSum: false }, 'SUM_MISSING'],
  ['receive', 'INSURER_DECIDED', { isSumOpen: false }, 'COMPENSATION_COMPLETE'],
  ['repair', 'INSURER_DECIDED', { isRepairable: false }, 'NOT_REPAIRABLE'],
  ['repair', 'INSURER_DECIDED', { hasRepairStore: false }, 'REPAIR_STORE_MISSING'],
  ['repair', 'INSURER_DECIDED', { isLimitBelowCover: false }, 'LIMIT_TOO_HIGH'],
  ['completeRepair', 'AT_REPAIR', { hasCost: false }, 'COST_MISSING'],
  ['reimburse', 'AT_REPAIR', { hasCost: false }, 'COST_MISSING'],
  ['reimburse', 'AT_REPAIR', { hasReceipt: false }, 'RECEIPT_MISSING'],
  ['findTotalLoss', 'AT_REPAIR', { hasSum: false }, 'SUM_MISSING'],
  ['newBike', 'INSURER_DECIDED', { isLost: false }, 'NOT_LOST'],
  ['newBike', 'INSURER_DECIDED', { isLeaseRunning: false }, 'LEASE_NOT_RUNNING'],
  ['newBike', 'INSURER_DECIDED', { hasPaidRedemption: true }, 'REDEMPTION_PAID'],
  ['newBike', 'INSURER_DECIDED', { endsOtherwise: true }, 'LEASE_ENDS_OTHERWISE'],
  ['newBike', 'INSURER_DECIDED', { isTaxWarningRead: false }, 'TAX_WARNING_UNREAD'],
  ['abandonNewBike', 'NEW_BIKE', { isNewBikeOpen: false }, 'NEW_BIKE_BILLED'],
  ['endLease', 'INSURER_DECIDED', { hasLease: false }, 'LEASE_NOT_STARTED'],
  ['endLease', 'INSURER_DECIDED', { hasPaidRedemption: true }, 'REDEMPTION_PAID'],
  ['endLease', 'INSURER_DECIDED', { endsOtherwise: true }, 'LEASE_ENDS_OTHERWISE'],
  ['cancel', 'INSURER_DECIDED', { hasReceived: true }, 'COMPENSATION_RECEIVED'],
  ['deny', 'SENT_TO_INSURER', { hasReceived: true }, 'COMPENSATION_RECEIVED'],
  ['insurerTold', 'CANCELLED', { mustTellInsurer: false }, 'INSURER_KNOWS'],
  ['changeShop', 'AT_REPAIR', { isLimitBelowCover: false }, 'LIMIT_TOO_HIGH'],
  ['deny', 'SENT_TO_INSURER', { hasDenialReason: false }, 'DENIAL_REASON_MISSING'],
  ['object', 'DENIED', { hasObjection: false }, 'OBJECTION_MISSING'],
  ['object', 'DENIED', { deniedDay: '2026-09-10' }, 'OBJECTION_OVER'],
] as const)('%s from %s is refused where %o', (step, state, changed, unmet) => {
  const judged = { ...facts, ...changed } as ClaimFacts
  const plan = planStep(claimProcess, judged, state, { step, reason: 'syy' }, movers.STAFF)
  expect(plan).toMatchObject({ ok: false, reason: 'UNMET', unmet: [unmet] })
})

test('an objection is in time on the sixtieth day, and a dialog’s own questions do not hide a step', () => {
  const atLimit = { ...facts, deniedDay: '2026-09-11', hasObjection: false }
  expect(allowedSteps(claimProcess, atLimit, 'DENIED', movers.SELF)).toEqual([
    { step: 'object', to: 'PROOF_COMPLETE', allowed: true, unmet: [] },
  ])
})

test('everybody who is awaited hears of it', () => {
  expect(turnsWithoutNotice(claimProcess)).toEqual([])
})
