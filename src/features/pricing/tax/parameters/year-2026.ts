import type { StateScale, TaxDeductions, TaxYear } from '../rules/tax-tables.ts'

/*
 * Sources: the Finnish Tax Administration's decision on withholding for 2026 (deductions, contributions, Åland) and
 * Parliament's answer EV 120/2025 (state scale). Age limits of the pension contribution come from the Employees
 * Pensions Act: the last insured age is 68 for everybody who is at work in 2026. The employer factor stands for
 * pension, health, unemployment, accident and group life insurance of an average employer.
 */

/** Contributions, Yle tax, Åland and limits of the bike benefit in 2026. */
export const taxYear2026: TaxYear = {
  year: 2026,
  pensionBasisPoints: 730,
  pension53To62BasisPoints: 730,
  unemploymentBasisPoints: 89,
  dailyAllowanceBasisPoints: 88,
  dailyAllowanceThresholdCents: 17_255_00,
  healthCareBasisPoints: 110,
  yleBasisPoints: 250,
  yleThresholdCents: 15_150_00,
  yleMaxCents: 160_00,
  pensionAges: { from: 17, to: 68 },
  raisedPensionAges: { from: 53, to: 62 },
  unemploymentAges: { from: 18, to: 64 },
  dailyAllowanceAges: { from: 16, to: 67 },
  yleFromAge: 18,
  employerFactorBasisPoints: 12_050,
  averageMunicipalBasisPoints: 757,
  aland: {
    stateScaleReductionBasisPoints: 1264,
    municipalBasicDeductionMaxCents: 3_925_00,
    municipalBasicDeductionReductionBasisPoints: 840,
    mediaFeeCents: 128_00,
    mediaFeeThresholdCents: 14_000_00,
  },
  bikeExemptYearlyCents: 1_200_00,
  bikeExemptMonthlyCents: 100_00,
}

/** The progressive state scale of 2026. */
export const stateScale2026: StateScale = {
  year: 2026,
  steps: [
    { lowerLimitCents: 0, taxAtLowerLimitCents: 0, rateBasisPoints: 1264 },
    { lowerLimitCents: 22_000_00, taxAtLowerLimitCents: 2_780_80, rateBasisPoints: 1900 },
    { lowerLimitCents: 32_600_00, taxAtLowerLimitCents: 4_794_80, rateBasisPoints: 3025 },
    { lowerLimitCents: 40_100_00, taxAtLowerLimitCents: 7_063_55, rateBasisPoints: 3325 },
    { lowerLimitCents: 52_100_00, taxAtLowerLimitCents: 11_053_55, rateBasisPoints: 3750 },
  ],
}

/** Deductions and the earned income credit of 2026. */
export const deductions2026: TaxDeductions = {
  year: 2026,
  incomeAcquisitionMaxCents: 750_00,
  basicDeductionMaxCents: 4_265_00,
  basicDeductionReductionBasisPoints: 1800,
  earnedIncomeCreditBasisPoints: 1800,
  earnedIncomeCreditMaxCents: 3_430_00,
  earnedIncomeCreditReductions: [{ basisPoints: 200, fromCents: 35_000_00, toCents: 50_550_00 }],
  earnedIncomeCreditPerChildCents: 105_00,
  earnedIncomeCreditAgeAdditionCents: 1_200_00,
  earnedIncomeCreditAge: 65,
  commutingOwnShareCents: 900_00,
  commutingMaxCents: 7_000_00,
}
