import { describe, expect, it, test } from 'vitest'
import { defaultFairValues } from '#features/pricing/leasing/rules/fair-value.ts'
import { leaseSchedule } from '#features/pricing/leasing/rules.ts'
import {
  defaultEndMonth,
  dueDayOf,
  hasTimeToPay,
  isPossibleMonth,
  offerValidUntil,
  priceAt,
  type RedeemableLease,
} from './price.ts'

const schedule = leaseSchedule(
  300_000,
  {
    instalmentCents: 10_000,
    serviceShareCents: 2_200,
    yearlyInterestBasisPoints: 490,
    residualBasisPoints: 500,
    adminFeeCents: 1_500,
    minMonths: 12,
    maxMonths: 60,
    minPriceCents: 50_000,
    maxPriceCents: 450_000,
  },
  { day: '2026-01-01' },
)
if (!schedule.ok) throw new Error('no schedule')
const lease: RedeemableLease = {
  startDay: '2026-01-01',
  endDay: '2029-04-30',
  isOver: false,
  newPriceCents: 300_000,
  firstDay: '2026-01-01',
  residualCents: schedule.residualCents,
  buyOutCents: schedule.buyOut,
  noticeDay: 20,
  feeCents: 0,
}

describe('the price of a redemption', () => {
  test.each([
    ['2026-01', 293_425],
    ['2026-12', 219_304],
    ['2027-12', 134_564],
    ['2029-03', 22_641],
    ['2029-04', 15_000],
  ])('at the end of %s is that of the table', (month, cents) => {
    expect(priceAt(lease, month, defaultFairValues).priceCents).toBe(cents)
  })

  it('is the residual once the lease is over, and the value that of the last month of the table', () => {
    expect(priceAt({ ...lease, isOver: true }, '2029-06', defaultFairValues)).toMatchObject({ priceCents: 15_000 })
  })

  it('leaves taxable what it stays below the fair value', () => {
    // 24 months: 45 % of 3,000.00 is 1,350.00; the price is 1,345.64.
    expect(priceAt(lease, '2027-12', defaultFairValues)).toMatchObject({ fairValueCents: 135_000, taxableCents: 436 })
    expect(priceAt(lease, '2026-12', defaultFairValues).taxableCents).toBe(0)
    // One that was taken over a year later: its price and its value go on from when it was new.
    const taken = { ...lease, startDay: '2027-01-01', buyOutCents: lease.buyOutCents.slice(12) }
    expect(priceAt(taken, '2027-12', defaultFairValues)).toEqual(priceAt(lease, '2027-12', defaultFairValues))
  })
})

describe('the month at whose end a lease ends', () => {
  test.each([
    ['2026-11-20', '2026-11'],
    ['2026-11-21', '2026-12'],
    ['2026-12-31', '2027-01'],
    ['2029-04-25', '2029-04'],
  ])('asked for on %s is %s', (today, month) => {
    expect(defaultEndMonth(lease, today)).toBe(month)
  })

  it('is not before the usual one, nor after the term', () => {
    expect(isPossibleMonth(lease, '2026-11', '2026-11-21')).toBe(false)
    expect(isPossibleMonth(lease, '2029-04', '2026-11-21')).toBe(true)
    expect(isPossibleMonth(lease, '2029-05', '2026-11-21')).toBe(false)
  })
})

describe('an offer', () => {
  const today = '2026-11-02'
  test.each([
    ['2026-11', '2026-11-30', '2026-11-25'],
    ['2027-01', '2027-01-29', '2027-01-24'],
    ['2027-02', '2027-02-26', '2027-02-21'],
    ['2026-12', '2026-12-31', '2026-12-25'],
  ])(
    'for %s is paid by the last bank day, %s, and stands until %s, so that five days are left to pay',
    (month, due, until) => {
      expect(dueDayOf(month, { isOver: false, today })).toBe(due)
      expect(offerValidUntil(month, { isOver: false, today })).toBe(until)
    },
  )

  it('of a lease that is over stands for two weeks', () => {
    expect(offerValidUntil('2026-11', { isOver: true, today })).toBe('2026-11-16')
  })
})

it('leaves time to pay where five days are left until the due day', () => {
  expect([hasTimeToPay('2026-11-15', '2026-11-10'), hasTimeToPay('2026-11-15', '2026-11-11')]).toEqual([true, false])
})
