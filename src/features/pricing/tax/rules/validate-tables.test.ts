import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { deductions2025, stateScale2025 } from '../parameters/year-2025.ts'
import { deductions2026, stateScale2026, taxYear2026 } from '../parameters/year-2026.ts'
import type { StateScale, StateScaleStep } from './tax-tables.ts'
import { validateDeductions, validateMunicipalRates, validateStateScale, validateTaxYear } from './validate-tables.ts'

function scaleWith(index: number, change: Partial<StateScaleStep>): StateScale {
  return {
    ...stateScale2026,
    steps: stateScale2026.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
  }
}

function codesOf(problems: readonly { path: string; code: string }[]): string[] {
  return problems.map(({ path, code }) => `${path} ${code}`)
}

describe('the shipped tables', () => {
  it('can all be saved', () => {
    expect(shippedTaxTables.stateScales.flatMap(validateStateScale)).toEqual([])
    expect(shippedTaxTables.years.flatMap(validateTaxYear)).toEqual([])
    expect(shippedTaxTables.deductions.flatMap(validateDeductions)).toEqual([])
    expect(shippedTaxTables.municipalities.flatMap(validateMunicipalRates)).toEqual([])
  })
})

describe('a state scale', () => {
  it.each<[string, StateScale, string]>([
    ['is empty', { year: 2026, steps: [] }, 'steps SCALE_EMPTY'],
    ['has no sensible year', { ...stateScale2026, year: 26 }, 'year NOT_A_YEAR'],
    ['begins above zero', scaleWith(0, { lowerLimitCents: 1 }), 'steps.0.lowerLimitCents SCALE_STARTS_ABOVE_ZERO'],
    [
      'begins with tax',
      scaleWith(0, { taxAtLowerLimitCents: 8_00 }),
      'steps.0.taxAtLowerLimitCents SCALE_TAX_NOT_CUMULATIVE',
    ],
    ['repeats a limit', scaleWith(2, { lowerLimitCents: 22_000_00 }), 'steps.2.lowerLimitCents SCALE_NOT_ASCENDING'],
    ['goes back', scaleWith(3, { lowerLimitCents: 30_000_00 }), 'steps.3.lowerLimitCents SCALE_NOT_ASCENDING'],
    ['has a rate above 100 %', scaleWith(4, { rateBasisPoints: 10_001 }), 'steps.4.rateBasisPoints NOT_A_RATE'],
    ['has a negative rate', scaleWith(0, { rateBasisPoints: -1 }), 'steps.0.rateBasisPoints NOT_A_RATE'],
    ['has a fraction of a cent', scaleWith(1, { lowerLimitCents: 0.5 }), 'steps.1.lowerLimitCents NOT_AN_AMOUNT'],
    ['has a rate that falls', scaleWith(4, { rateBasisPoints: 375 }), 'steps.4.rateBasisPoints SCALE_RATE_FALLS'],
  ])('cannot be saved when it %s', (_, scale, expected) => {
    expect(codesOf(validateStateScale(scale))).toContain(expected)
  })

  it('tells the right amount where the tax at a limit is a cent off', () => {
    expect(validateStateScale(scaleWith(2, { taxAtLowerLimitCents: 4_794_81 }))).toContainEqual({
      path: 'steps.2.taxAtLowerLimitCents',
      code: 'SCALE_TAX_NOT_CUMULATIVE',
      values: { expectedCents: 4_794_80 },
    })
  })

  it('cannot be saved when a step in the middle is left out', () => {
    const steps = stateScale2025.steps.filter((_, index) => index !== 2)
    expect(validateStateScale({ year: 2025, steps })).toHaveLength(1)
  })

  it('cannot be saved with any single figure changed', () => {
    const keys = ['lowerLimitCents', 'taxAtLowerLimitCents', 'rateBasisPoints'] as const
    const change = fc.record({
      index: fc.integer({ min: 0, max: stateScale2026.steps.length - 2 }),
      key: fc.constantFrom(...keys),
      by: fc.integer({ min: -5_000_00, max: 5_000_00 }).filter((by) => Math.abs(by) > 5),
    })
    fc.assert(
      fc.property(change, ({ index, key, by }) => {
        const was = stateScale2026.steps[index]?.[key] ?? 0
        expect(validateStateScale(scaleWith(index, { [key]: was + by })).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a year of contributions', () => {
  it.each<[string, Partial<typeof taxYear2026>, string]>([
    ['a rate above 100 %', { pensionBasisPoints: 10_001 }, 'pensionBasisPoints NOT_A_RATE'],
    ['a negative threshold', { yleThresholdCents: -1 }, 'yleThresholdCents NOT_AN_AMOUNT'],
    [
      'an age range the wrong way round',
      { unemploymentAges: { from: 64, to: 18 } },
      'unemploymentAges NOT_AN_AGE_RANGE',
    ],
    ['an employer factor below one', { employerFactorBasisPoints: 2050 }, 'employerFactorBasisPoints NOT_A_FACTOR'],
    [
      'a monthly bike limit above the yearly one',
      { bikeExemptMonthlyCents: 1_200_01 },
      'bikeExemptMonthlyCents LIMITS_REVERSED',
    ],
    [
      'an Åland rate above 100 %',
      { aland: { ...taxYear2026.aland!, stateScaleReductionBasisPoints: 10_001 } },
      'aland.stateScaleReductionBasisPoints NOT_A_RATE',
    ],
    ['no sensible year', { year: 1926 }, 'year NOT_A_YEAR'],
  ])('cannot be saved with %s', (_, change, expected) => {
    expect(codesOf(validateTaxYear({ ...taxYear2026, ...change }))).toEqual([expected])
  })

  it('may leave out what was not published', () => {
    expect(validateTaxYear({ ...taxYear2026, aland: null, employerFactorBasisPoints: null })).toEqual([])
  })
})

describe('a year of deductions', () => {
  it('cannot be saved when the reductions of the credit overlap', () => {
    const [first, second] = deductions2025.earnedIncomeCreditReductions
    const overlapping = [{ ...first!, toCents: 42_550_01 }, second!]
    expect(codesOf(validateDeductions({ ...deductions2025, earnedIncomeCreditReductions: overlapping }))).toEqual([
      'earnedIncomeCreditReductions.1.fromCents REDUCTIONS_OVERLAP',
    ])
  })

  it('cannot be saved when a reduction ends before it begins or follows an endless one', () => {
    const reversed = [{ basisPoints: 200, fromCents: 50_550_00, toCents: 35_000_00 }]
    const endless = deductions2025.earnedIncomeCreditReductions.toReversed()
    expect(codesOf(validateDeductions({ ...deductions2026, earnedIncomeCreditReductions: reversed }))).toEqual([
      'earnedIncomeCreditReductions.0.toCents LIMITS_REVERSED',
    ])
    expect(codesOf(validateDeductions({ ...deductions2026, earnedIncomeCreditReductions: endless }))).toEqual([
      'earnedIncomeCreditReductions.1.fromCents REDUCTIONS_OVERLAP',
    ])
  })

  it('cannot be saved with an amount or a rate out of bounds', () => {
    const wrong = { ...deductions2026, basicDeductionMaxCents: -1, earnedIncomeCreditBasisPoints: 18_000 }
    expect(codesOf(validateDeductions(wrong))).toEqual([
      'basicDeductionMaxCents NOT_AN_AMOUNT',
      'earnedIncomeCreditBasisPoints NOT_A_RATE',
    ])
  })
})

describe('a municipality', () => {
  it('cannot be saved without a name or with a rate above 100 %', () => {
    const [row] = shippedTaxTables.municipalities
    expect(codesOf(validateMunicipalRates({ ...row!, name: ' ', municipalBasisPoints: 12_000 }))).toEqual([
      'municipalBasisPoints NOT_A_RATE',
      'name NAME_MISSING',
    ])
  })
})
