import { describe, expect, it } from 'vitest'
import { usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { type Asker, type LifeEvent, type LifeLease, type LifePolicy, lifeEventOptions, lifeEvents } from './options.ts'

/** A lease of 2026, 100.00 a month and 50.00 in the last; each month's buy-out is 100.00 less. */
const lease: LifeLease = {
  startDay: '2026-01-01',
  endDay: '2026-12-31',
  isOver: false,
  newPriceCents: 200_000,
  firstDay: '2026-01-01',
  residualCents: 10_000,
  buyOutCents: Array.from({ length: 12 }, (_, index) => 120_000 - index * 10_000),
  noticeDay: 20,
  feeCents: 0,
  instalmentCents: 10_000,
  lastInstalmentCents: 5_000,
  changes: [],
  ends: usualEndPrices,
  isEnding: false,
  isKept: false,
  hasOpenClaim: false,
  isLeaver: true,
}
const policy: LifePolicy = {
  allowsReturn: true,
  fairValues: [
    { month: 0, basisPoints: 8_000 },
    { month: 12, basisPoints: 6_000 },
  ],
}
const today = '2026-06-10'
const asked = (
  event: LifeEvent,
  change: Partial<LifeLease> = {},
  day = '2026-08-14',
  terms: Partial<LifePolicy> = {},
  asker: Asker = 'PERSON',
) => lifeEventOptions({ ...lease, ...change }, { ...policy, ...terms }, { event, day, today, asker })
const option = (kind: string, ...of: Parameters<typeof asked>) => asked(...of).options.find((one) => one.kind === kind)!

describe('what can be done with a bicycle', () => {
  it.each([
    ['LEAVING', ['REDEEM', 'RETURN', 'KEEP', 'TRANSFER'], 'EMPLOYER_BEARS'],
    ['RETIRING', ['REDEEM', 'RETURN', 'KEEP'], 'EMPLOYER_BEARS'],
    ['NEW_EMPLOYER', ['TRANSFER', 'SELL', 'REDEEM', 'RETURN', 'KEEP'], 'EMPLOYER_BEARS'],
    ['GROUP_MOVE', ['TRANSFER', 'REDEEM', 'RETURN', 'KEEP'], 'EMPLOYER_BEARS'],
    ['LONG_ABSENCE', ['ABSENCE_PLAN', 'GO_ON', 'REDEEM'], 'GOES_ON'],
    ['UNPAID_LEAVE', ['ABSENCE_PLAN', 'REDEEM', 'RETURN'], 'GOES_ON'],
    ['DAMAGE', ['CLAIM'], 'INSTALMENTS_GO_ON'],
    ['END_OF_LEASE', ['REDEEM'], 'TERM_ENDS'],
    ['DEATH', ['REDEEM', 'RETURN', 'KEEP'], 'ESTATE'],
  ] as const)('%s: %j, else %s', (event, kinds, otherwise) => {
    const found = asked(event)
    expect([found.options.map(({ kind }) => kind), found.otherwise]).toEqual([kinds, otherwise])
  })

  it.each(lifeEvents)('says at %s what has been paid and what is left', (event) => {
    expect(asked(event)).toMatchObject({ paidSoFarCents: 50_000, leftCents: 65_000 })
  })
})

describe('a transfer', () => {
  it('is too late where the lease ends before the day on which it would begin elsewhere', () => {
    const blocked = (endDay: string) => option('TRANSFER', 'GROUP_MOVE', { endDay }, '2026-06-20').blocked
    expect([blocked('2026-06-30'), blocked('2026-07-01')]).toEqual(['TOO_LATE', null])
  })

  it('has no price of ours, ends the lease here with the month, and waits while another end is open', () => {
    expect(option('TRANSFER', 'GROUP_MOVE')).toMatchObject({
      blocked: null,
      priceCents: null,
      endMonth: '2026-08',
      leftCents: 30_000,
      tax: 'JUDGED_ANEW',
    })
    expect(option('TRANSFER', 'GROUP_MOVE', { isEnding: true })).toMatchObject({ blocked: 'ENDING_OPEN' })
  })
})

describe('a sale to an employer outside the service', () => {
  const sale = (change: Partial<LifeLease> = {}, on = today) =>
    lifeEventOptions({ ...lease, ...change }, policy, {
      event: 'NEW_EMPLOYER',
      day: '2026-08-14',
      today: on,
      asker: 'PERSON',
    }).options.find(({ kind }) => kind === 'SELL')!

  it('is priced as it would be billed today, and its buyer pays', () => {
    expect(sale()).toMatchObject({
      blocked: null,
      priceCents: 70_000,
      endMonth: '2026-06',
      leftCents: 10_000,
      payer: 'BUYER',
      decides: 'BOTH',
    })
    expect(sale({}, '2026-06-21')).toMatchObject({ priceCents: 60_000, endMonth: '2026-07' })
  })
  it.each([
    ['ENDING_OPEN', { isEnding: true }, today],
    ['KEPT_BY_EMPLOYER', { isKept: true }, today],
    ['TOO_LATE', {}, '2026-11-21'],
  ] as const)('is not open: %s', (blocked, change, on) => {
    expect(sale(change, on).blocked).toBe(blocked)
    const transfer = lifeEventOptions({ ...lease, ...change }, policy, {
      event: 'GROUP_MOVE',
      day: on,
      today: on,
      asker: 'PERSON',
    })
    expect(transfer.options[0]).toMatchObject({ kind: 'TRANSFER', blocked })
  })
  it('is not offered once the lease is over', () => {
    expect(asked('NEW_EMPLOYER', { isOver: true }).options.map(({ kind }) => kind)).toEqual(['REDEEM'])
  })
})

describe('a redemption', () => {
  it('ends the lease with the month of the last working day, at that month’s price', () => {
    expect(option('REDEEM', 'LEAVING')).toMatchObject({
      endMonth: '2026-08',
      priceCents: 50_000,
      leftCents: 30_000,
      tax: 'DIFFERENCE',
      deadline: '2026-08-25',
      decides: 'EMPLOYEE',
      blocked: null,
    })
  })
  it('ends it no earlier than can be asked for, and at the latest with the term', () => {
    expect(option('REDEEM', 'LEAVING', {}, '2026-05-31').endMonth).toBe('2026-06')
    expect(option('REDEEM', 'LEAVING', {}, '2027-05-31').endMonth).toBe('2026-12')
    expect(option('REDEEM', 'END_OF_LEASE')).toMatchObject({ endMonth: '2026-12', priceCents: 10_000 })
  })
  it.each([
    ['ENDING_OPEN', { isEnding: true }],
    ['KEPT_BY_EMPLOYER', { isKept: true }],
    ['CLAIM_OPEN', { hasOpenClaim: true }],
  ] as const)('is not open: %s', (blocked, change) => {
    expect(option('REDEEM', 'LEAVING', change).blocked).toBe(blocked)
  })
  it('is what is left of a lease that is over', () => {
    expect(asked('LEAVING', { isOver: true })).toMatchObject({
      options: [{ kind: 'REDEEM', priceCents: 10_000 }],
      leftCents: 0,
      otherwise: 'TERM_ENDS',
    })
  })
})

describe('a return', () => {
  it('costs the list price, by the notice day, paid by whoever has ended the employment', () => {
    expect(option('RETURN', 'LEAVING')).toMatchObject({
      priceCents: 34_900,
      deadline: '2026-08-20',
      payer: 'EMPLOYEE',
      decides: 'BOTH',
    })
  })
  it.each([
    ['POLICY_FORBIDS', {}, { allowsReturn: false }],
    ['NOT_PRICED', { ends: { ...usualEndPrices, returnFeeCents: null } }, {}],
    ['TOO_LATE', { endDay: '2026-07-31' }, {}],
  ] as const)('is not open: %s', (blocked, change, terms) => {
    expect(option('RETURN', 'LEAVING', change, '2026-08-14', terms).blocked).toBe(blocked)
  })
  it('of what the employer keeps is the employer’s, not the person’s', () => {
    const returned = (asker: Asker) => option('RETURN', 'LEAVING', { isKept: true }, '2026-08-14', {}, asker)
    expect([returned('PERSON').blocked, returned('EMPLOYER').blocked]).toEqual(['KEPT_BY_EMPLOYER', null])
  })
})

it('an absence is agreed before it begins', () => {
  expect(option('ABSENCE_PLAN', 'UNPAID_LEAVE')).toMatchObject({
    deadline: '2026-08-13',
    decides: 'BOTH',
    tax: 'ABSENCE',
  })
})

it.each(['REDEEM', 'RETURN'])('%s waits at the employer until the last working day is known', (kind) => {
  const blockedAt = (asker: Asker) => option(kind, 'LEAVING', { isLeaver: false }, '2026-08-14', {}, asker).blocked
  expect([blockedAt('EMPLOYER'), blockedAt('PERSON'), blockedAt('STAFF')]).toEqual(['NOT_LEAVING', null, null])
})
