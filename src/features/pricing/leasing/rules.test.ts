import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { BillingTerms, LeaseSchedule } from './rules.ts'
import { areTermsConsistent, leaseSchedule, monthlyInterest } from './rules.ts'

const day = '2026-03-15'

const demoTerms: BillingTerms = {
  instalmentCents: 10_000,
  serviceShareCents: 2200,
  insuranceCents: 1200,
  yearlyInterestBasisPoints: 490,
  residualBasisPoints: 500,
  adminFeeCents: 1500,
  minMonths: 12,
  maxMonths: 60,
  minPriceCents: 50_000,
  maxPriceCents: 450_000,
}

const tenPercent = { discountBasisPoints: 1000, minimumMonths: 30, validFrom: '2026-03-01', validTo: '2026-03-31' }

function scheduleOf(priceCents: number, terms: BillingTerms = demoTerms): LeaseSchedule {
  const schedule = leaseSchedule(priceCents, terms, { day })
  if (!schedule.ok) throw new Error(`${schedule.code} ${JSON.stringify(schedule.details)}`)
  return schedule
}

describe('the demo table', () => {
  it('prices 3,000 € at 40 months with every figure of the schedule', () => {
    const schedule = scheduleOf(300_000)
    expect(schedule).toMatchObject({
      months: 40,
      instalmentCents: 10_000,
      lastInstalmentCents: 9933,
      totalInstalmentsCents: 399_933,
      residualCents: 15_000,
      financedCents: 300_000,
      serviceCents: 88_000,
      financingCents: 26_933,
      totalToOwnCents: 414_933,
      campaignApplied: false,
    })
    const after = (months: number) => schedule.buyOut[months - 1]
    expect([1, 12, 24, 36, 39, 40].map(after)).toEqual([293_425, 219_304, 134_564, 45_576, 22_641, 15_000])
  })

  it.each([
    [100_000, 13, 6516],
    [150_000, 20, 3035],
    [250_000, 33, 8534],
    [400_000, 56, 2877],
  ])('prices %i cents at %i months, the last instalment %i', (priceCents, months, lastInstalmentCents) => {
    expect(scheduleOf(priceCents)).toMatchObject({ months, lastInstalmentCents })
  })

  it('cannot compute 4,313 €, which would take 61 months', () => {
    expect(leaseSchedule(431_300, demoTerms, { day })).toEqual({
      ok: false,
      code: 'LEASING_TERMS_NOT_COMPUTABLE',
      details: { reason: 'PERIOD_ABOVE_MAXIMUM', maxMonths: 60 },
    })
    expect(scheduleOf(431_300, { ...demoTerms, maxMonths: 61 }).months).toBe(61)
  })

  it('refuses 879 €, which would take 11 months', () => {
    expect(leaseSchedule(87_900, demoTerms, { day })).toEqual({
      ok: false,
      code: 'LEASING_PERIOD_BELOW_MINIMUM',
      details: { reason: 'PERIOD_BELOW_MINIMUM', months: 11, minMonths: 12 },
    })
  })

  it.each([
    [49_999, 'PRICE_BELOW_MINIMUM'],
    [0, 'PRICE_BELOW_MINIMUM'],
    [450_001, 'PRICE_ABOVE_MAXIMUM'],
  ])('cannot compute a price of %i cents', (priceCents, reason) => {
    expect(leaseSchedule(priceCents, demoTerms, { day })).toMatchObject({
      ok: false,
      code: 'LEASING_TERMS_NOT_COMPUTABLE',
      details: { reason },
    })
  })

  it('takes prices on the limits themselves', () => {
    const terms = { ...demoTerms, minMonths: 1, maxMonths: 120 }
    expect(scheduleOf(50_000, terms).financedCents).toBe(50_000)
    expect(scheduleOf(450_000, terms).financedCents).toBe(450_000)
  })

  it('wants a price in whole cents', () => {
    expect(() => leaseSchedule(1000.5, demoTerms, { day })).toThrow(RangeError)
  })
})

test('the lowest price of the terms can be leased, down to one cent', () => {
  expect(scheduleOf(50_000, { ...demoTerms, minMonths: 1 })).toMatchObject({ ok: true })
  expect(scheduleOf(1, { ...demoTerms, minMonths: 1, minPriceCents: 1 })).toMatchObject({ months: 1, residualCents: 0 })
})

describe('interest', () => {
  it('is a twelfth of the yearly rate, half up', () => {
    expect(monthlyInterest(300_000, 490)).toBe(1225)
    expect(monthlyInterest(60_000, 1)).toBe(1)
    expect(monthlyInterest(59_999, 1)).toBe(0)
  })

  it('of zero makes 40 instalments of exactly 100 €', () => {
    const schedule = scheduleOf(300_000, { ...demoTerms, serviceShareCents: 2875, yearlyInterestBasisPoints: 0 })
    expect(schedule).toMatchObject({ months: 40, lastInstalmentCents: 10_000, financingCents: 0 })
  })

  it('that eats the whole instalment makes the terms not computable', () => {
    const terms = { ...demoTerms, instalmentCents: 2000, serviceShareCents: 1000, insuranceCents: 0 }
    expect(leaseSchedule(300_000, terms, { day })).toEqual({
      ok: false,
      code: 'LEASING_TERMS_NOT_COMPUTABLE',
      details: { reason: 'INTEREST_EATS_INSTALMENT', interestCents: 1225 },
    })
    const equal = { ...terms, instalmentCents: 2225 }
    expect(leaseSchedule(300_000, equal, { day })).toMatchObject({ details: { reason: 'INTEREST_EATS_INSTALMENT' } })
  })
})

describe('a campaign', () => {
  const terms = { ...demoTerms, campaign: tenPercent }

  it('is refused when the period gets too short for it', () => {
    expect(leaseSchedule(200_000, terms, { day })).toEqual({
      ok: false,
      code: 'LEASING_CAMPAIGN_PERIOD_TOO_SHORT',
      details: { reason: 'PERIOD_BELOW_CAMPAIGN_MINIMUM', months: 24, minimumMonths: 30 },
    })
  })

  it('lowers the financed price when the period is long enough', () => {
    expect(scheduleOf(250_000, terms)).toMatchObject({
      months: 30,
      lastInstalmentCents: 4612,
      financedCents: 225_000,
      residualCents: 11_250,
      campaignApplied: true,
    })
  })

  it('can be left out', () => {
    const schedule = leaseSchedule(200_000, terms, { day, useCampaign: false })
    expect(schedule).toMatchObject({ ok: true, financedCents: 200_000, campaignApplied: false })
  })

  it.each([
    ['2026-02-28', false],
    ['2026-03-01', true],
    ['2026-03-31', true],
    ['2026-04-01', false],
  ])('on %s runs: %s', (asked, campaignApplied) => {
    expect(leaseSchedule(250_000, terms, { day: asked })).toMatchObject({ ok: true, campaignApplied })
  })

  it('comes before the minimum period among the refusals', () => {
    const strict = { ...terms, minMonths: 36 }
    expect(leaseSchedule(200_000, strict, { day })).toMatchObject({ code: 'LEASING_CAMPAIGN_PERIOD_TOO_SHORT' })
    expect(leaseSchedule(250_000, strict, { day })).toMatchObject({ code: 'LEASING_PERIOD_BELOW_MINIMUM' })
  })

  it('is measured against the price limits before the discount', () => {
    expect(leaseSchedule(460_000, { ...terms, maxMonths: 99 }, { day })).toMatchObject({
      details: { reason: 'PRICE_ABOVE_MAXIMUM', maxPriceCents: 450_000 },
    })
  })
})

describe('terms that contradict themselves', () => {
  it.each<[string, Partial<BillingTerms>]>([
    ['an instalment that the service share fills', { serviceShareCents: 10_000 }],
    ['a service share above the instalment', { serviceShareCents: 12_000 }],
    ['insurance above the service share', { insuranceCents: 2300 }],
    ['a shortest period above the longest', { minMonths: 61 }],
    ['no period at all', { minMonths: 0, maxMonths: 0 }],
    ['a lowest price above the highest', { minPriceCents: 450_001 }],
    ['a negative interest', { yearlyInterestBasisPoints: -1 }],
    ['a residual above the price', { residualBasisPoints: 10_001 }],
    ['a fraction of a cent', { instalmentCents: 10_000.5 }],
    ['a negative fee', { adminFeeCents: -1 }],
    ['a campaign that ends before it starts', { campaign: { ...tenPercent, validTo: '2026-02-28' } }],
    ['a discount above the price', { campaign: { ...tenPercent, discountBasisPoints: 10_001 } }],
  ])('%s', (_, change) => {
    const terms = { ...demoTerms, ...change }
    expect(areTermsConsistent(terms)).toBe(false)
    expect(leaseSchedule(300_000, terms, { day })).toEqual({
      ok: false,
      code: 'LEASING_CONFIGURATION_INVALID',
      details: { reason: 'TERMS_INCONSISTENT' },
    })
  })

  it('are told before anything about the price', () => {
    expect(leaseSchedule(1, { ...demoTerms, minMonths: 61 }, { day })).toMatchObject({
      code: 'LEASING_CONFIGURATION_INVALID',
    })
  })
})

describe('every schedule', () => {
  const terms = fc
    .record({
      instalmentCents: fc.integer({ min: 2000, max: 30_000 }),
      serviceShareCents: fc.integer({ min: 0, max: 5000 }),
      yearlyInterestBasisPoints: fc.integer({ min: 0, max: 2000 }),
      residualBasisPoints: fc.integer({ min: 0, max: 3000 }),
      discountBasisPoints: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
    })
    .map(
      ({ discountBasisPoints, ...rest }): BillingTerms => ({
        ...rest,
        adminFeeCents: 0,
        minMonths: 1,
        maxMonths: 240,
        minPriceCents: 1,
        maxPriceCents: 2_000_000,
        campaign: discountBasisPoints === null ? null : { ...tenPercent, minimumMonths: 0, discountBasisPoints },
      }),
    )
  const price = fc.integer({ min: 10_000, max: 900_000 })

  function forEachSchedule(check: (schedule: LeaseSchedule, terms: BillingTerms) => void) {
    let computed = 0
    fc.assert(
      fc.property(price, terms, (priceCents, drawn) => {
        const schedule = leaseSchedule(priceCents, drawn, { day })
        if (!schedule.ok) return
        computed += 1
        check(schedule, drawn)
      }),
      { numRuns: 500 },
    )
    expect(computed).toBeGreaterThan(100)
  }

  it('closes exactly on the residual', () => {
    forEachSchedule((schedule, drawn) => {
      expect(schedule.buyOut).toHaveLength(schedule.months)
      expect(schedule.buyOut.at(-1)).toBe(schedule.residualCents)
      const paidOff = schedule.totalInstalmentsCents - schedule.serviceCents - schedule.financingCents
      expect(paidOff).toBe(schedule.financedCents - schedule.residualCents)
      expect(schedule.serviceCents).toBe(schedule.months * drawn.serviceShareCents)
      expect(schedule.lastInstalmentCents).toBeLessThanOrEqual(schedule.instalmentCents)
      expect(schedule.lastInstalmentCents).toBeGreaterThanOrEqual(drawn.serviceShareCents)
    })
  })

  it('lets the buy-out price fall month by month and never under the residual', () => {
    forEachSchedule((schedule) => {
      let before = schedule.financedCents
      for (const buyOutCents of schedule.buyOut) {
        expect(buyOutCents).toBeLessThan(before)
        expect(buyOutCents).toBeGreaterThanOrEqual(schedule.residualCents)
        before = buyOutCents
      }
    })
  })

  it('agrees within a month with the closed form', () => {
    forEachSchedule((schedule, drawn) => {
      const payment = drawn.instalmentCents - drawn.serviceShareCents
      const i = drawn.yearlyInterestBasisPoints / 120_000
      const { financedCents, residualCents } = schedule
      const months =
        i === 0
          ? (financedCents - residualCents) / payment
          : Math.log((payment / i - residualCents) / (payment / i - financedCents)) / Math.log(1 + i)
      expect(Math.abs(schedule.months - Math.ceil(months))).toBeLessThanOrEqual(1)
    })
  })

  it('does not get shorter when the price rises', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 50_000 }), terms, (priceCents, more, drawn) => {
        const lower = leaseSchedule(priceCents, drawn, { day })
        const higher = leaseSchedule(priceCents + more, drawn, { day })
        if (lower.ok && higher.ok) expect(higher.months).toBeGreaterThanOrEqual(lower.months)
        if (!lower.ok) expect(higher.ok).toBe(false)
      }),
    )
  })
})
