/**
 * The shapes of the four editable tax tables. Amounts are whole cents a year, percentages basis points
 * (1264 = 12.64 %). Plain values only, so that a row of the database, a row of the form and a shipped
 * parameter are the same thing.
 */

/** First and last age, both inside. */
export interface AgeRange {
  readonly from: number
  readonly to: number
}

/** What holds for residents of Åland instead of the mainland rules. */
export interface AlandRules {
  /** Taken off every rate of the state scale. */
  readonly stateScaleReductionBasisPoints: number
  readonly municipalBasicDeductionMaxCents: number
  readonly municipalBasicDeductionReductionBasisPoints: number
  /** A fixed fee in place of the Yle tax, from the first cent above the threshold. */
  readonly mediaFeeCents: number
  readonly mediaFeeThresholdCents: number
}

/** One row a year: contributions, Yle tax, age limits, limits of the bike benefit. */
export interface TaxYear {
  readonly year: number
  readonly pensionBasisPoints: number
  readonly pension53To62BasisPoints: number
  readonly unemploymentBasisPoints: number
  readonly dailyAllowanceBasisPoints: number
  /** The daily allowance contribution is due on the whole wage once the yearly wage reaches this. */
  readonly dailyAllowanceThresholdCents: number
  readonly healthCareBasisPoints: number
  readonly yleBasisPoints: number
  readonly yleThresholdCents: number
  readonly yleMaxCents: number
  readonly pensionAges: AgeRange
  readonly raisedPensionAges: AgeRange
  readonly unemploymentAges: AgeRange
  readonly dailyAllowanceAges: AgeRange
  readonly yleFromAge: number
  /** Wage with the employer's side costs over the wage, 12050 = 1.205; null where no figure was published. */
  readonly employerFactorBasisPoints: number | null
  readonly averageMunicipalBasisPoints: number | null
  readonly aland: AlandRules | null
  readonly bikeExemptYearlyCents: number
  readonly bikeExemptMonthlyCents: number
}

/** One step of the progressive state scale. */
export interface StateScaleStep {
  readonly lowerLimitCents: number
  readonly taxAtLowerLimitCents: number
  readonly rateBasisPoints: number
}

export interface StateScale {
  readonly year: number
  readonly steps: readonly StateScaleStep[]
}

/** The earned income credit falls by this share of net earned income between two limits. */
export interface CreditReduction {
  readonly basisPoints: number
  readonly fromCents: number
  /** Null: without an upper limit. */
  readonly toCents: number | null
}

/** One row a year: deductions from income and the credit against tax. */
export interface TaxDeductions {
  readonly year: number
  readonly incomeAcquisitionMaxCents: number
  readonly basicDeductionMaxCents: number
  readonly basicDeductionReductionBasisPoints: number
  readonly earnedIncomeCreditBasisPoints: number
  readonly earnedIncomeCreditMaxCents: number
  readonly earnedIncomeCreditReductions: readonly CreditReduction[]
  readonly earnedIncomeCreditPerChildCents: number
  /** For a person who has reached `earnedIncomeCreditAge` before the year begins. */
  readonly earnedIncomeCreditAgeAdditionCents: number
  readonly earnedIncomeCreditAge: number
  readonly commutingOwnShareCents: number
  readonly commutingMaxCents: number
}

/** One row a municipality and year. */
export interface MunicipalRates {
  readonly year: number
  /** The Finnish name. */
  readonly name: string
  readonly isAland: boolean
  readonly municipalBasisPoints: number
  readonly evangelicalLutheranBasisPoints: number
  readonly orthodoxBasisPoints: number
}

/** Everything the four tables hold. */
export interface TaxTables {
  readonly years: readonly TaxYear[]
  readonly stateScales: readonly StateScale[]
  readonly deductions: readonly TaxDeductions[]
  readonly municipalities: readonly MunicipalRates[]
}
