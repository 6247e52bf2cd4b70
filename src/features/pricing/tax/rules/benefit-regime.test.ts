import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonthlyBenefit } from './benefit-regime.ts'
import {
  exemptAllocations,
  incomesRegisterSplit,
  regimeInMonth,
  regimeOf,
  STATUTORY_EXEMPT_LIMITS,
  taxRegimes,
} from './benefit-regime.ts'

describe('the regime of a commitment day', () => {
  it.each([
    ['2021-01-01', 'EXEMPT_GRANDFATHERED'],
    ['2025-04-23', 'EXEMPT_GRANDFATHERED'],
    ['2025-04-24', 'EXEMPT_2025'],
    ['2025-12-31', 'EXEMPT_2025'],
    ['2026-01-01', 'TAXABLE'],
    ['2027-06-15', 'TAXABLE'],
  ])('%s is %s', (commitmentDay, regime) => {
    expect(regimeOf(commitmentDay)).toBe(regime)
  })
})

describe('the regime of a month', () => {
  const grandfathered = { commitmentDay: '2025-04-23', leaseStart: '2025-06-01', leaseEnd: '2028-09-30' }
  const long = { ...grandfathered, leaseEnd: '2031-05-31' }
  const committed2025 = { ...grandfathered, commitmentDay: '2025-04-24' }
  const taxable = { ...grandfathered, commitmentDay: '2026-01-01', leaseStart: '2026-02-01' }

  it.each([
    ['grandfathered in its first month', grandfathered, '2025-06', 'EXEMPT_GRANDFATHERED'],
    ['grandfathered past the end of 2025', grandfathered, '2026-01', 'EXEMPT_GRANDFATHERED'],
    ['grandfathered in its last month', grandfathered, '2028-09', 'EXEMPT_GRANDFATHERED'],
    ['grandfathered after its original end', grandfathered, '2028-10', 'TAXABLE'],
    ['grandfathered in its sixtieth month', long, '2030-05', 'EXEMPT_GRANDFATHERED'],
    ['grandfathered in its sixty-first month', long, '2030-06', 'TAXABLE'],
    [
      'grandfathered from the middle of a month',
      { ...long, leaseStart: '2023-03-15' },
      '2028-03',
      'EXEMPT_GRANDFATHERED',
    ],
    ['the month after that', { ...long, leaseStart: '2023-03-15' }, '2028-04', 'TAXABLE'],
    ['committed on 24.4.2025, in December 2025', committed2025, '2025-12', 'EXEMPT_2025'],
    ['committed on 24.4.2025, in January 2026', committed2025, '2026-01', 'TAXABLE'],
    [
      'committed on 31.12.2025, starting later',
      { ...committed2025, commitmentDay: '2025-12-31' },
      '2026-02',
      'TAXABLE',
    ],
    ['committed in 2026', taxable, '2026-02', 'TAXABLE'],
  ])('%s', (_, agreement, month, regime) => {
    expect(regimeInMonth(agreement, month)).toBe(regime)
  })

  it('keeps leases of one start day apart by their own end', () => {
    const month = '2029-01'
    for (let round = 0; round < 2; round += 1) {
      expect(regimeInMonth(long, month)).toBe('EXEMPT_GRANDFATHERED')
      expect(regimeInMonth(grandfathered, month)).toBe('TAXABLE')
    }
  })

  it('once taxable stays taxable', () => {
    const months = Array.from({ length: 120 }, (_, index) => {
      return `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    })
    for (const agreement of [grandfathered, long, committed2025, taxable]) {
      const regimes = months.map((month) => regimeInMonth(agreement, month))
      const firstTaxable = regimes.indexOf('TAXABLE')
      expect(regimes.slice(firstTaxable).every((regime) => regime === 'TAXABLE')).toBe(true)
    }
  })
})

describe('the split for the Incomes Register', () => {
  const exempt: MonthlyBenefit = {
    valueCents: 10_000,
    collectedCents: 0,
    regimeInMonth: 'EXEMPT_GRANDFATHERED',
    usedThisYearCents: 0,
    exemptAllocation: 'MONTHLY',
    limits: STATUTORY_EXEMPT_LIMITS,
  }

  it.each<[string, Partial<MonthlyBenefit>, [number, number, number]]>([
    ['31 € exempt', { valueCents: 3100 }, [3100, 0, 0]],
    ['170 € exempt', { valueCents: 17_000 }, [10_000, 7000, 0]],
    ['170 € in 2025', { valueCents: 17_000, regimeInMonth: 'EXEMPT_2025' }, [10_000, 7000, 0]],
    ['170 € taxable', { valueCents: 17_000, regimeInMonth: 'TAXABLE' }, [0, 17_000, 0]],
    ['100 € exactly', {}, [10_000, 0, 0]],
    ['100.01 €', { valueCents: 10_001 }, [10_000, 1, 0]],
    ['170 € with the yearly allocation', { valueCents: 17_000, exemptAllocation: 'YEARLY' }, [17_000, 0, 0]],
    [
      '170 € with 1,100 € used, yearly',
      { valueCents: 17_000, usedThisYearCents: 110_000, exemptAllocation: 'YEARLY' },
      [10_000, 7000, 0],
    ],
    ['170 € with 1,150 € used', { valueCents: 17_000, usedThisYearCents: 115_000 }, [5000, 12_000, 0]],
    ['100 € with all used', { usedThisYearCents: 120_000 }, [0, 10_000, 0]],
    ['100 € with more than all used', { usedThisYearCents: 130_000 }, [0, 10_000, 0]],
    ['170 € with 40 € collected', { valueCents: 17_000, collectedCents: 4000 }, [10_000, 3000, 4000]],
    ['170 € with 100 € collected', { valueCents: 17_000, collectedCents: 10_000 }, [7_000, 0, 10_000]],
    ['100 € taxable, collected in full', { collectedCents: 10_000, regimeInMonth: 'TAXABLE' }, [0, 0, 10_000]],
    ['nothing', { valueCents: 0 }, [0, 0, 0]],
    [
      '170 € by a table of 120 € a month',
      { valueCents: 17_000, limits: { monthCents: 12_000, yearCents: 130_000 } },
      [12_000, 5000, 0],
    ],
    [
      '170 € by a table of 1,300 € a year',
      {
        valueCents: 17_000,
        exemptAllocation: 'YEARLY',
        usedThisYearCents: 120_000,
        limits: { monthCents: 12_000, yearCents: 130_000 },
      },
      [10_000, 7000, 0],
    ],
  ])('%s', (_, change, [code363Cents, code364Cents, code420Cents]) => {
    expect(incomesRegisterSplit({ ...exempt, ...change })).toEqual({ code363Cents, code364Cents, code420Cents })
  })

  it.each([{ valueCents: -1 }, { collectedCents: 0.5 }, { usedThisYearCents: Number.NaN }, { collectedCents: 10_001 }])(
    'refuses %j',
    (change) => {
      expect(() => incomesRegisterSplit({ ...exempt, ...change })).toThrow(RangeError)
    },
  )

  const amount = fc.integer({ min: 0, max: 300_000 })

  it('covers the value with its three codes and exempts nothing beyond the limits', () => {
    fc.assert(
      fc.property(
        fc.record({
          valueCents: amount,
          collectedCents: amount,
          usedThisYearCents: amount,
          regimeInMonth: fc.constantFrom(...taxRegimes),
          exemptAllocation: fc.constantFrom(...exemptAllocations),
          limits: fc.constant(STATUTORY_EXEMPT_LIMITS),
        }),
        (asked) => {
          const benefit = { ...asked, collectedCents: Math.min(asked.collectedCents, asked.valueCents) }
          const { code363Cents, code364Cents, code420Cents } = incomesRegisterSplit(benefit)
          expect(code363Cents + code364Cents + code420Cents).toBe(benefit.valueCents)
          expect(Math.min(code363Cents, code364Cents, code420Cents)).toBeGreaterThanOrEqual(0)
          expect(code363Cents).toBeLessThanOrEqual(benefit.valueCents)
          if (code363Cents > 0) expect(code363Cents + benefit.usedThisYearCents).toBeLessThanOrEqual(120_000)
          if (benefit.exemptAllocation === 'MONTHLY') expect(code363Cents).toBeLessThanOrEqual(10_000)
          if (benefit.regimeInMonth === 'TAXABLE') expect(code363Cents).toBe(0)
        },
      ),
    )
  })

  it('never exempts more than 1,200 € in twelve months', () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(...exemptAllocations),
        (values, exemptAllocation) => {
          let usedThisYearCents = 0
          for (const valueCents of values) {
            const split = incomesRegisterSplit({ ...exempt, valueCents, usedThisYearCents, exemptAllocation })
            usedThisYearCents += split.code363Cents
          }
          expect(usedThisYearCents).toBeLessThanOrEqual(120_000)
        },
      ),
    )
  })
})
