import type { AssumptionCode } from '#features/pricing/tax/rules/assumptions.ts'
import type { Day } from '#platform/values/days.ts'

/** A page outside the service that a text may cite. Its title is its own, in its own language. */
interface OutsideSource {
  readonly title: string
  /** The page that says it; null while none was found. */
  readonly address: string | null
  /** The day on which somebody read there what our texts state; null until then, and then no public text cites it. */
  readonly readOn: Day | null
  /** How new the text was by its own words, where a stored copy was read and not the page of that day. */
  readonly copyOf?: string
}

export const outsideSources = {
  /** Parliament's answer that repealed the exemption. */
  bikeBenefitAct: {
    title: 'Eduskunnan vastaus EV 120/2025',
    address: 'https://www.eduskunta.fi/FI/vaski/EduskunnanVastaus/Sivut/EV_120+2025.aspx',
    readOn: '2026-11-23',
  },
  /** The Incomes Register's page on the bicycle benefit and the commuter ticket. */
  incomesRegister: {
    title: 'Tulorekisteri: polkupyöräetu ja työsuhdematkalippu',
    address:
      'https://www.vero.fi/tulorekisteri/yritykset-ja-organisaatiot/suorituksen-maksajat/palkkatiedot/luontoisedut/polkupyoraetu-ja-tyosuhdematkalippu',
    readOn: '2026-11-23',
  },
  bikeBenefitTransition: { title: 'Laki 1141/2025, siirtymäsäännös', address: null, readOn: null },
  incomeTaxAct: { title: 'Tuloverolaki 1535/1992: lapset ja vähennykset', address: null, readOn: null },
  taxAdministration: { title: 'Verohallinto: ennakonpidätyksen perusteet', address: null, readOn: null },
  municipalRates: { title: 'Verohallinto: kuntien tuloveroprosentit', address: null, readOn: null },
  /** Sections 1 and 2 of a stored copy: interest on a debt is paid by this Act unless something else is agreed. */
  interestAct: {
    title: 'Korkolaki 633/1982',
    address: 'https://www.finlex.fi/fi/laki/ajantasa/1982/19820633',
    readOn: '2026-11-24',
    copyOf: 'SDK 1036/2023',
  },
  vatAct: { title: 'Arvonlisäverolaki 1501/1993', address: null, readOn: null },
  contributions: { title: 'Palkansaajan ja työnantajan maksut 2026', address: null, readOn: null },
} as const satisfies Record<string, OutsideSource>

export type OutsideSourceCode = keyof typeof outsideSources
/** Where assumptions come from: a page outside, or the service and its user. */
type SourceCode = OutsideSourceCode | 'terms' | 'given' | 'calculator' | 'employerPolicy'

const isOutside = (code: SourceCode): code is OutsideSourceCode => Object.hasOwn(outsideSources, code)

/** The names of sources in the calculator's texts. */
type CitedName = Exclude<SourceCode, OutsideSourceCode> | 'bikeBenefitAct' | 'unread'

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
  REGIME_EXEMPT_GRANDFATHERED: 'bikeBenefitTransition',
  REGIME_EXEMPT_2025: 'bikeBenefitTransition',
  REGIME_ENDS_DURING_LEASE: 'bikeBenefitTransition',
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

/** What a page may cite as the source of an assumption: one of the service's own, or a page that somebody has read. */
export function citedSourceOf(code: AssumptionCode): { name: CitedName; address: string | null } {
  const source = sources[code]
  if (!isOutside(source)) return { name: source, address: null }
  const { address, readOn } = outsideSources[source]
  return address && readOn ? { name: source as CitedName, address } : { name: 'unread', address: null }
}
