import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'

/*
 * Sources: the Finnish Tax Administration's decision on withholding for 2025 (state scale, deductions, contributions)
 * and its pages on the bicycle benefit. Age limits of the pension contribution come from the Employees Pensions Act.
 * No employer factor, average municipal rate or Åland row of 2025 is on file: the selection of parameters takes the
 * nearest year that has them and says so.
 */

/** Contributions, Yle tax and limits of the bike benefit in 2025. */
export const taxYear2025: TaxYear = {
  year: 2025,
  pensionBasisPoints: 715,
  pension53To62BasisPoints: 865,
  unemploymentBasisPoints: 59,
  dailyAllowanceBasisPoints: 84,
  dailyAllowanceThresholdCents: 16_862_00,
  healthCareBasisPoints: 106,
  yleBasisPoints: 250,
  yleThresholdCents: 15_150_00,
  yleMaxCents: 160_00,
  pensionAges: { from: 17, to: 68 },
  raisedPensionAges: { from: 53, to: 62 },
  unemploymentAges: { from: 18, to: 64 },
  dailyAllowanceAges: { from: 16, to: 67 },
  yleFromAge: 18,
  employerFactorBasisPoints: null,
  averageMunicipalBasisPoints: null,
  aland: null,
  bikeExemptYearlyCents: 1_200_00,
  bikeExemptMonthlyCents: 100_00,
}

/** The progressive state scale of 2025. */
export const stateScale2025: StateScale = {
  year: 2025,
  steps: [
    { lowerLimitCents: 0, taxAtLowerLimitCents: 0, rateBasisPoints: 1264 },
    { lowerLimitCents: 21_200_00, taxAtLowerLimitCents: 2_679_68, rateBasisPoints: 1900 },
    { lowerLimitCents: 31_500_00, taxAtLowerLimitCents: 4_636_68, rateBasisPoints: 3025 },
    { lowerLimitCents: 52_100_00, taxAtLowerLimitCents: 10_868_18, rateBasisPoints: 3400 },
    { lowerLimitCents: 88_200_00, taxAtLowerLimitCents: 23_142_18, rateBasisPoints: 4175 },
    { lowerLimitCents: 150_000_00, taxAtLowerLimitCents: 48_943_68, rateBasisPoints: 4425 },
  ],
}

/** Deductions and the earned income credit of 2025. */
export const deductions2025: TaxDeductions = {
  year: 2025,
  incomeAcquisitionMaxCents: 750_00,
  basicDeductionMaxCents: 4_115_00,
  basicDeductionReductionBasisPoints: 1800,
  earnedIncomeCreditBasisPoints: 1800,
  earnedIncomeCreditMaxCents: 3_225_00,
  earnedIncomeCreditReductions: [
    { basisPoints: 222, fromCents: 24_250_00, toCents: 42_550_00 },
    { basisPoints: 344, fromCents: 42_550_00, toCents: null },
  ],
  earnedIncomeCreditPerChildCents: 50_00,
  earnedIncomeCreditAgeAdditionCents: 1_200_00,
  earnedIncomeCreditAge: 65,
  commutingOwnShareCents: 900_00,
  commutingMaxCents: 7_000_00,
}
