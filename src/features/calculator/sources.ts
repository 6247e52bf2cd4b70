import type { AssumptionCode } from '#features/tax/rules/assumptions.ts'

/** Where assumptions come from, with the address where a reader can check them; null for what has none of its own. */
export const sourceAddresses = {
  /** Parliament's answer that repealed the exemption. */
  bikeBenefitAct: 'https://www.eduskunta.fi/valtiopaivaasiakirjat/EV+120/2025',
  incomeTaxAct: 'https://www.finlex.fi/fi/laki/ajantasa/1992/19921535',
  /** Named without a link: no page was read that says it. */
  taxAdministration: null,
  municipalRates: null,
  vatAct: 'https://www.finlex.fi/fi/laki/ajantasa/1993/19931501',
  contributions: null,
  terms: null,
  given: null,
  calculator: null,
  employerPolicy: null,
} as const

export type SourceCode = keyof typeof sourceAddresses

const sources: Record<AssumptionCode, SourceCode> = {
  YEAR_FALLBACK: 'calculator',
  MUNICIPAL_RATES_YEAR: 'municipalRates',
  ALAND_RULES_YEAR: 'taxAdministration',
  EMPLOYER_FACTOR_YEAR: 'contributions',
  AVERAGE_MUNICIPALITY: 'municipalRates',
  TAX_RATES: 'taxAdministration',
  ALAND_RULES: 'taxAdministration',
  AGE_18_TO_52: 'given',
  AGE_REACHED_IN_YEAR: 'given',
  CHILDREN_COUNTED: 'incomeTaxAct',
  AUTOMATIC_DEDUCTIONS_ONLY: 'incomeTaxAct',
  TAX_PERCENT_GIVEN: 'given',
  TAX_PERCENT_LOW: 'calculator',
  MARGINAL_RATE: 'calculator',
  INSTALMENT_VAT: 'vatAct',
  TWELVE_EQUAL_PAYS: 'calculator',
  LEASE_TERMS: 'terms',
  CAMPAIGN_APPLIED: 'terms',
  LEASE_START_ASSUMED: 'calculator',
  REGIME_TAXABLE: 'bikeBenefitAct',
  REGIME_EXEMPT_GRANDFATHERED: 'bikeBenefitAct',
  REGIME_EXEMPT_2025: 'bikeBenefitAct',
  REGIME_ENDS_DURING_LEASE: 'bikeBenefitAct',
  BENEFIT_VALUE: 'terms',
  SAME_TAX_RULES_FOR_TERM: 'calculator',
  CONTRIBUTIONS_ON_UNREDUCED_PAY: 'contributions',
  EMPLOYER_FACTOR: 'contributions',
  VAT_NOT_DEDUCTED: 'vatAct',
  VAT_DEDUCTED: 'vatAct',
  BUY_YOURSELF_INCLUDES_SERVICE: 'calculator',
  FAIR_VALUE_AT_END: 'calculator',
  PRICE_ABOVE_LIMIT: 'employerPolicy',
}

/** The source of an assumption, so that none stands without one. */
export function sourceOf(code: AssumptionCode): SourceCode {
  return sources[code]
}
