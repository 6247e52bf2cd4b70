import { describe, expect, it } from 'vitest'
import { deductionColumns, stateScaleColumns, taxYearColumns, toWire } from '../columns.ts'
import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'
import { shippedTaxTables } from './shipped.ts'

/*
 * The shipped tables in euros and percents, as they are read in the sources: the Tax Administration's withholding
 * decisions for 2025 and 2026 and its list of municipal and parish rates for 2026, Parliament's answer EV 120/2025 (the
 * scale of 2026), the Income Tax Act on the bicycle benefit, the Employees Pensions Act on ages.
 */
const { years, stateScales, deductions, municipalities } = shippedTaxTables
const ofYear = <Row extends { readonly year: number }>(rows: readonly Row[], year: number): Row => {
  const found = rows.filter((row) => row.year === year)
  if (found.length !== 1) throw new Error(`${found.length} rows of ${year}`)
  return found[0]!
}
const step = (lowerLimit: number, taxAtLowerLimit: number, rate: number) => ({ lowerLimit, taxAtLowerLimit, rate })
const sameInBothYears = {
  yle: 2.5,
  yleThreshold: 15_150,
  yleMax: 160,
  pensionAges: { from: 17, to: 68 },
  raisedPensionAges: { from: 53, to: 62 },
  unemploymentAges: { from: 18, to: 64 },
  dailyAllowanceAges: { from: 16, to: 67 },
  yleFromAge: 18,
  bikeExemptYearly: 1_200,
  bikeExemptMonthly: 100,
}

describe('the shipped figures', () => {
  it('are of 2025 and 2026, the municipal rates of 2026', () => {
    for (const rows of [years, stateScales, deductions]) expect(rows.map(({ year }) => year)).toEqual([2025, 2026])
    expect([...new Set(municipalities.map(({ year }) => year))]).toEqual([2026])
  })

  it('of the contributions are those of the withholding decisions', () => {
    expect(toWire<TaxYear>(taxYearColumns, ofYear(years, 2025))).toEqual({
      ...sameInBothYears,
      year: 2025,
      pension: 7.15,
      pension53To62: 8.65,
      unemployment: 0.59,
      dailyAllowance: 0.84,
      dailyAllowanceThreshold: 16_862,
      healthCare: 1.06,
      employerFactor: null,
      averageMunicipal: null,
      aland: null,
    })
    expect(toWire<TaxYear>(taxYearColumns, ofYear(years, 2026))).toEqual({
      ...sameInBothYears,
      year: 2026,
      pension: 7.3,
      pension53To62: 7.3,
      unemployment: 0.89,
      dailyAllowance: 0.88,
      dailyAllowanceThreshold: 17_255,
      healthCare: 1.1,
      employerFactor: 120.5,
      averageMunicipal: 7.57,
      aland: {
        stateScaleReduction: 12.64,
        municipalBasicDeductionMax: 3_925,
        municipalBasicDeductionReduction: 8.4,
        mediaFee: 128,
        mediaFeeThreshold: 14_000,
      },
    })
  })

  it('of the state scales are those of the withholding decision and of EV 120/2025', () => {
    expect(toWire<StateScale>(stateScaleColumns, ofYear(stateScales, 2025)).steps).toEqual([
      step(0, 0, 12.64),
      step(21_200, 2_679.68, 19),
      step(31_500, 4_636.68, 30.25),
      step(52_100, 10_868.18, 34),
      step(88_200, 23_142.18, 41.75),
      step(150_000, 48_943.68, 44.25),
    ])
    expect(toWire<StateScale>(stateScaleColumns, ofYear(stateScales, 2026)).steps).toEqual([
      step(0, 0, 12.64),
      step(22_000, 2_780.8, 19),
      step(32_600, 4_794.8, 30.25),
      step(40_100, 7_063.55, 33.25),
      step(52_100, 11_053.55, 37.5),
    ])
  })

  it('of the deductions are those of the withholding decisions', () => {
    const same = {
      incomeAcquisitionMax: 750,
      basicDeductionReduction: 18,
      earnedIncomeCredit: 18,
      earnedIncomeCreditAgeAddition: 1_200,
      earnedIncomeCreditAge: 65,
      commutingOwnShare: 900,
      commutingMax: 7_000,
    }
    expect(toWire<TaxDeductions>(deductionColumns, ofYear(deductions, 2025))).toEqual({
      ...same,
      year: 2025,
      basicDeductionMax: 4_115,
      earnedIncomeCreditMax: 3_225,
      earnedIncomeCreditReductions: [
        { percent: 2.22, from: 24_250, to: 42_550 },
        { percent: 3.44, from: 42_550, to: null },
      ],
      earnedIncomeCreditPerChild: 50,
    })
    expect(toWire<TaxDeductions>(deductionColumns, ofYear(deductions, 2026))).toEqual({
      ...same,
      year: 2026,
      basicDeductionMax: 4_265,
      earnedIncomeCreditMax: 3_430,
      earnedIncomeCreditReductions: [{ percent: 2, from: 35_000, to: 50_550 }],
      earnedIncomeCreditPerChild: 105,
    })
  })

  it('of the municipalities add up to the published list, row by row in its order', () => {
    const keys = ['municipalBasisPoints', 'evangelicalLutheranBasisPoints', 'orthodoxBasisPoints'] as const
    const sums = keys.map((key) => municipalities.reduce((sum, row) => sum + row[key], 0))
    const byPlace = keys.map((key) => municipalities.reduce((sum, row, index) => sum + (index + 1) * row[key], 0))
    expect(sums).toEqual([286_990, 51_125, 60_375])
    expect(byPlace).toEqual([43_858_220, 7_926_365, 9_379_400])
    expect(municipalities.filter(({ isAland }) => isAland).map(({ name }) => name)).toEqual([
      'Brändö',
      'Eckerö',
      'Finström',
      'Föglö',
      'Geta',
      'Hammarland',
      'Jomala',
      'Kumlinge',
      'Kökar',
      'Lemland',
      'Lumparland',
      'Maarianhamina',
      'Saltvik',
      'Sottunga',
      'Sund',
      'Vårdö',
    ])
    const compare = new Intl.Collator('fi').compare
    const names = municipalities.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(compare))
    expect([names.length, names[0], names.at(-1)]).toEqual([308, 'Akaa', 'Äänekoski'])
  })
})
