import { describe, expect, it, test } from 'vitest'
import { priceAtEndOf, transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { type Mover, planStep, systemMover } from '#platform/process/plan.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { brokerageStates } from '../rules.ts'
import { guards } from './guards.ts'
import { monthsLeft } from './months.ts'
import { brokerageProcess } from './table.ts'
import { leaseFrom, partiesOf } from './transfer.ts'
import type { BrokerageFacts, BrokerageStep } from './words.ts'

const held = (capacities: string[], ...names: string[]): Mover => ({
  capacities: new Set(capacities),
  permissions: new Set(names.map((name) => `brokerage:${name}`)),
})
const movers = {
  SELF: held(['SELF', 'RIDER'], 'read', 'create', 'update', 'withdraw', 'reserve'),
  TAKER: held(['TAKER', 'RIDER'], 'read', 'create', 'update', 'withdraw', 'reserve'),
  RIDER: held(['RIDER'], 'read', 'create', 'update', 'withdraw', 'reserve'),
  NAMED: held(['NAMED', 'RIDER'], 'read', 'create', 'update', 'withdraw', 'reserve'),
  SELLER_EMPLOYER: held(['SELLER_EMPLOYER'], 'read', 'accept-transfer'),
  TAKER_EMPLOYER: held(['TAKER_EMPLOYER'], 'read', 'accept-transfer'),
  STAFF: held(['STAFF'], 'read', 'create', 'update', 'withdraw', 'review'),
  SUPER: held(['STAFF', 'SUPER'], 'read', 'create', 'update', 'withdraw', 'review', 'delete'),
  SYSTEM: systemMover,
}
const facts: BrokerageFacts = {
  today: '2026-11-10',
  isRunning: true,
  isAllowedByPolicy: true,
  hasOtherEnding: false,
  photos: 1,
  expiresOn: '2026-12-31',
  reservedUntil: '2026-11-17',
  leaseEndDay: '2028-12-31',
  isOwnBike: false,
  isTakerEmployed: true,
  hasTakerRoom: true,
  isWithinTakerLimit: true,
  isTakerThereToTheEnd: true,
  isTakerNamed: true,
  wasListed: true,
  isOneCompany: false,
  hasGiverAgreed: true,
  hasTakerAgreed: true,
  hasLessorApproved: true,
  isPrepared: false,
  unsigned: ['SELLER'],
  transferBy: '2026-11-24',
  hasMonthsLeft: true,
  hasBuyer: true,
  isBuyerCustomer: false,
  hasBuyerAgreed: true,
  isPaid: true,
  isPaymentLate: false,
  payBy: null,
}
type Expected = Partial<Record<keyof typeof movers, BrokerageStep[]>>

/** Who may take which steps in each state when all conditions hold (aftercare §6, B1 to B10). */
const expected: Record<string, Expected> = {
  null: { SELF: ['draft'], STAFF: ['draft'], SUPER: ['draft'] },
  DRAFT: {
    SELF: ['edit', 'moveAlong', 'offerTo', 'sellOut', 'submit', 'withdraw'],
    STAFF: ['edit', 'submit', 'withdraw'],
    SUPER: ['edit', 'remove', 'submit', 'withdraw'],
  },
  REVIEW: { SELF: ['withdraw'], STAFF: ['list', 'sendBack', 'withdraw'], SUPER: ['list', 'sendBack', 'withdraw'] },
  LISTED: {
    SELF: ['reserve', 'withdraw'],
    TAKER: ['reserve'],
    RIDER: ['reserve'],
    NAMED: ['reserve'],
    STAFF: ['withdraw'],
    SUPER: ['withdraw'],
  },
  RESERVED: {
    SELF: ['refuseTaker', 'startTransfer'],
    TAKER: ['cancelReservation'],
    STAFF: ['refuseTaker', 'startTransfer', 'withdraw'],
    SUPER: ['refuseTaker', 'startTransfer', 'withdraw'],
  },
  OFFERED: {
    SELF: ['edit', 'withdraw'],
    NAMED: ['acceptOffer', 'declineOffer'],
    STAFF: ['edit', 'withdraw'],
    SUPER: ['edit', 'withdraw'],
  },
  TRANSFER: {
    SELF: ['refuseTransfer'],
    TAKER: ['refuseTransfer'],
    SELLER_EMPLOYER: ['agreeToGive', 'refuseTransfer'],
    TAKER_EMPLOYER: ['agreeToTake', 'refuseTransfer'],
    STAFF: ['approveByLessor', 'refuseByLessor', 'refuseTransfer'],
    SUPER: ['approveByLessor', 'refuseByLessor', 'refuseTransfer'],
    SYSTEM: ['prepare'],
  },
  BUYOUT: {
    SELF: ['stopSale'],
    SELLER_EMPLOYER: ['agreeToSell', 'stopSale'],
    STAFF: ['billBuyer', 'stopSale'],
    SUPER: ['billBuyer', 'stopSale'],
  },
  BILLED: { SYSTEM: ['recordSold'] },
}

describe('each step in each state for each role', () => {
  const names = [...new Set(brokerageProcess.steps.map(({ name }) => name))]
  const cells = [null, ...brokerageStates].flatMap((state) =>
    (Object.keys(movers) as (keyof typeof movers)[]).map((who) => [state, who] as const),
  )
  it.each(cells)('from %s by %s is what the table says, and no other', (state, who) => {
    // An employer who is asked has not agreed yet.
    const asked = who.endsWith('_EMPLOYER') ? { ...facts, hasGiverAgreed: false, hasTakerAgreed: false } : facts
    const open = names.filter(
      (step) => planStep(brokerageProcess, asked, state, { step, reason: 'syy' }, movers[who]).ok,
    )
    const own = open.filter((step) => step !== 'releaseForClaim')
    expect(own.toSorted()).toEqual(expected[String(state)]?.[who] ?? [])
  })
})

test.each([
  ['submit', 'DRAFT', { photos: 0 }, 'PHOTO_MISSING'],
  ['submit', 'DRAFT', { isRunning: false }, 'LEASE_NOT_RUNNING'],
  ['list', 'REVIEW', { isAllowedByPolicy: false }, 'POLICY_FORBIDS'],
  ['list', 'REVIEW', { hasOtherEnding: true }, 'OTHER_ENDING_OPEN'],
  ['reserve', 'LISTED', { expiresOn: '2026-11-09' }, 'LISTING_OVER'],
  ['reserve', 'LISTED', { isOwnBike: true }, 'OWN_BIKE'],
  ['reserve', 'LISTED', { isTakerEmployed: false }, 'TAKER_NOT_EMPLOYED'],
  ['reserve', 'LISTED', { hasTakerRoom: false }, 'TAKER_HAS_NO_ROOM'],
  ['reserve', 'LISTED', { isWithinTakerLimit: false }, 'PRICE_ABOVE_TAKER_LIMIT'],
  ['reserve', 'LISTED', { isTakerThereToTheEnd: false }, 'TAKER_LEAVES_BEFORE_END'],
  ['reserve', 'LISTED', { hasMonthsLeft: false }, 'LEASE_ENDS_FIRST'],
  ['approveByLessor', 'TRANSFER', { hasMonthsLeft: false }, 'LEASE_ENDS_FIRST'],
  ['offerTo', 'DRAFT', { isTakerNamed: false }, 'TAKER_NOT_NAMED'],
  ['acceptOffer', 'OFFERED', { hasMonthsLeft: false }, 'LEASE_ENDS_FIRST'],
  ['moveAlong', 'DRAFT', { hasTakerRoom: false }, 'TAKER_HAS_NO_ROOM'],
  ['sellOut', 'DRAFT', { hasBuyer: false }, 'BUYER_MISSING'],
  ['sellOut', 'DRAFT', { hasOtherEnding: true }, 'OTHER_ENDING_OPEN'],
  ['sellOut', 'DRAFT', { hasMonthsLeft: false }, 'LEASE_ENDS_FIRST'],
  ['agreeToGive', 'TRANSFER', {}, 'GIVER_AGREED_ALREADY'],
  ['agreeToTake', 'TRANSFER', {}, 'TAKER_AGREED_ALREADY'],
  ['agreeToSell', 'BUYOUT', {}, 'GIVER_AGREED_ALREADY'],
  ['billBuyer', 'BUYOUT', { hasGiverAgreed: false }, 'GIVER_NOT_AGREED'],
  ['billBuyer', 'BUYOUT', { isBuyerCustomer: true }, 'BUYER_IN_SERVICE'],
  ['billBuyer', 'BUYOUT', { hasLessorApproved: false }, 'LESSOR_REFERENCE_MISSING'],
  ['billBuyer', 'BUYOUT', { hasBuyerAgreed: false }, 'BUYER_AGREEMENT_MISSING'],
  ['stopSale', 'BILLED', {}, 'PAID_ALREADY'],
] as const)('%s from %s is refused where %o', (step, state, changed, unmet) => {
  const mover = {
    capacities: new Set(['SELF', 'NAMED', 'RIDER', 'STAFF', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER']),
    permissions: new Set(Object.values(movers).flatMap(({ permissions }) => [...permissions])),
  }
  const plan = planStep(brokerageProcess, { ...facts, ...changed }, state, { step, reason: 'syy' }, mover)
  expect(plan).toMatchObject({ ok: false, reason: 'UNMET', unmet: [unmet] })
})

test('time alone ends a reservation on the eighth day and a listing after its last', () => {
  const may = (step: BrokerageStep, state: 'LISTED' | 'RESERVED', today: string) =>
    planStep(brokerageProcess, { ...facts, today }, state, { step }, systemMover).ok
  expect([may('lapse', 'RESERVED', '2026-11-17'), may('lapse', 'RESERVED', '2026-11-18')]).toEqual([false, true])
  expect([may('expire', 'LISTED', '2026-12-31'), may('expire', 'LISTED', '2027-01-01')]).toEqual([false, true])
})

test('a sale lapses fourteen days without approval, and once its bill is late', () => {
  const may = (state: 'BUYOUT' | 'BILLED', changed: Partial<BrokerageFacts>) =>
    planStep(brokerageProcess, { ...facts, isPaid: false, ...changed }, state, { step: 'lapseSale' }, systemMover).ok
  expect([may('BUYOUT', { today: '2026-11-24' }), may('BUYOUT', { today: '2026-11-25' })]).toEqual([false, true])
  expect([may('BILLED', {}), may('BILLED', { isPaymentLate: true })]).toEqual([false, true])
})

test('everybody who is awaited hears of it', () => {
  expect(turnsWithoutNotice(brokerageProcess)).toEqual([])
})

test('what is left is counted from the end of the month', () => {
  expect([monthsLeft('2026-11-10', '2026-11-30'), monthsLeft('2026-11-30', '2028-12-31')]).toEqual([0, 25])
  const lease = { startDay: '2026-01-01', residualCents: 5_000, buyOutCents: [90_000, 80_000, 70_000] }
  expect([
    priceAtEndOf(lease, '2026-01-31'),
    priceAtEndOf(lease, '2026-03-01'),
    priceAtEndOf(lease, '2026-04-01'),
  ]).toEqual([90_000, 70_000, 5_000])
})

test('a lease moves on the first after the last signature, a month later after the 20th, with what is left of it', () => {
  expect([transferDay('2026-11-20'), transferDay('2026-11-21'), transferDay('2026-12-31')]).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ])
  const lease = {
    startDay: '2026-01-01',
    endDay: '2026-06-30',
    residualCents: 5_000,
    buyOutCents: [60_000, 50_000, 40_000, 30_000, 20_000, 5_000],
  }
  expect(leaseFrom(lease, '2026-03-01')).toEqual({
    months: 4,
    priceCents: 50_000,
    buyOutCents: [40_000, 30_000, 20_000, 5_000],
  })
})

test('the employer of both signs once, and a transfer is completed by nothing but all signatures', () => {
  const signers = (isOneCompany: boolean, isOnePerson: boolean) => partiesOf({ isOneCompany, isOnePerson })
  expect(signers(true, false)).toEqual(['SELLER', 'TAKER', 'TAKER_EMPLOYER'])
  expect(signers(false, true)).toEqual(['SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER'])
  const may = (changed: Partial<BrokerageFacts>, step: BrokerageStep) =>
    planStep(brokerageProcess, { ...facts, ...changed }, 'TRANSFER', { step }, systemMover).ok
  expect(may({ isPrepared: true }, 'complete')).toBe(false)
  const signed = { isPrepared: true, unsigned: [] }
  expect(may(signed, 'complete')).toBe(true)
  for (const changed of [{ isTakerEmployed: false }, { isTakerThereToTheEnd: false }, { hasMonthsLeft: false }])
    expect(may({ ...signed, ...changed }, 'complete')).toBe(false)
  expect(may({ hasGiverAgreed: false }, 'prepare')).toBe(false)
  expect(may({ hasGiverAgreed: false, isOneCompany: true }, 'prepare')).toBe(true)
  expect([may({}, 'lapseTransfer'), may({ today: '2026-11-25' }, 'lapseTransfer')]).toEqual([false, true])
  // No month would be left to the taker, and none comes.
  expect(may({ hasMonthsLeft: false }, 'lapseTransfer')).toBe(true)
})

test('a refused transfer is on offer again where it was on offer to everybody, and over where it was not', () => {
  const after = (wasListed: boolean) =>
    planStep(
      brokerageProcess,
      { ...facts, wasListed, today: '2026-11-25' },
      'TRANSFER',
      { step: 'lapseTransfer' },
      systemMover,
    )
  expect([after(true), after(false)]).toMatchObject([{ to: 'LISTED' }, { to: 'WITHDRAWN' }])
})

test('a listing holds through its last day, and a reservation and a transfer lapse on the day after theirs', () => {
  const move = { from: 'LISTED', to: 'RESERVED' } as const
  const on = (guard: keyof typeof guards, today: string) => guards[guard]({ ...facts, today }, move)
  expect([on('LISTING_OVER', '2026-12-31'), on('LISTING_OVER', '2027-01-01')]).toEqual([true, false])
  expect([on('LISTING_STANDS', '2026-12-31'), on('LISTING_STANDS', '2027-01-01')]).toEqual([false, true])
  expect([on('RESERVATION_STANDS', '2026-11-17'), on('RESERVATION_STANDS', '2026-11-18')]).toEqual([false, true])
  expect([on('OFFER_STANDS', '2026-11-17'), on('OFFER_STANDS', '2026-11-18')]).toEqual([false, true])
  expect([on('TRANSFER_IN_TIME', '2026-11-24'), on('TRANSFER_IN_TIME', '2026-11-25')]).toEqual([false, true])
})
