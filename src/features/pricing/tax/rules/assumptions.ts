/**
 * What a calculation took for granted, as a code with values; every language has a text for each code. The name of a
 * value tells its unit: …Cents whole cents, …BasisPoints hundredths of a percent, …Day a day, the rest plain.
 */
export interface Assumption {
  readonly code: AssumptionCode
  readonly values: Readonly<Record<string, number | string>>
}

/** All codes of the tax engine and the benefit calculator. */
export const assumptionCodes = [
  'YEAR_FALLBACK',
  'MUNICIPAL_RATES_YEAR',
  'ALAND_RULES_YEAR',
  'EMPLOYER_FACTOR_YEAR',
  'AVERAGE_MUNICIPALITY',
  'TAX_RATES',
  'ALAND_RULES',
  'AGE_18_TO_52',
  'AGE_REACHED_IN_YEAR',
  'CHILDREN_COUNTED',
  'AUTOMATIC_DEDUCTIONS_ONLY',
  'TAX_PERCENT_GIVEN',
  'TAX_PERCENT_LOW',
  'MARGINAL_RATE',
  'INSTALMENT_VAT',
  'TWELVE_EQUAL_PAYS',
  'LEASE_TERMS',
  'CAMPAIGN_APPLIED',
  'LEASE_START_ASSUMED',
  'REGIME_TAXABLE',
  'REGIME_EXEMPT_GRANDFATHERED',
  'REGIME_EXEMPT_2025',
  'REGIME_ENDS_DURING_LEASE',
  'BENEFIT_VALUE',
  'SAME_TAX_RULES_FOR_TERM',
  'CONTRIBUTIONS_ON_UNREDUCED_PAY',
  'EMPLOYER_FACTOR',
  'VAT_NOT_DEDUCTED',
  'VAT_DEDUCTED',
  'BUY_YOURSELF_INCLUDES_SERVICE',
  'FAIR_VALUE_AT_END',
  'PRICE_ABOVE_LIMIT',
] as const

export type AssumptionCode = (typeof assumptionCodes)[number]

/** One assumption. */
export function assume(code: AssumptionCode, values: Assumption['values'] = {}): Assumption {
  return { code, values }
}

/** The assumptions in their order, each code with the same values once. */
export function distinctAssumptions(assumptions: readonly Assumption[]): Assumption[] {
  const seen = new Map(assumptions.map((assumption) => [JSON.stringify(assumption), assumption]))
  return [...seen.values()]
}
