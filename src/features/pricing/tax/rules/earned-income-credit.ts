import { mulDivHalfUp } from '#platform/values/money.ts'
import { reachedAgeBefore } from './ages.ts'
import { centsHalfUp, exactCents, exactShare, smaller } from './exact.ts'
import type { TaxParameters } from './tax-parameters.ts'

/** The addition to the credit for each child; a single parent's is double. */
export function perChildCents(
  { singleParent = false }: { readonly singleParent?: boolean },
  { earnedIncomeCreditPerChildCents }: TaxParameters['deductions'],
): number {
  return (singleParent ? 2 : 1) * earnedIncomeCreditPerChildCents
}

/** The earned income credit before it is used, rounded to cents. */
export function earnedIncomeCreditCents(
  wageCents: number,
  netEarnedCents: number,
  person: { readonly birthYear?: number; readonly children?: number; readonly singleParent?: boolean },
  { deductions, year }: TaxParameters,
): number {
  const isOld = reachedAgeBefore(person.birthYear, year, deductions.earnedIncomeCreditAge)
  const maxCents =
    deductions.earnedIncomeCreditMaxCents +
    (person.children ?? 0) * perChildCents(person, deductions) +
    (isOld ? deductions.earnedIncomeCreditAgeAdditionCents : 0)
  const reductions = deductions.earnedIncomeCreditReductions.reduce((sum, { basisPoints, fromCents, toCents }) => {
    const upToCents = toCents === null ? netEarnedCents : Math.min(netEarnedCents, toCents)
    return sum + exactShare(Math.max(0, upToCents - fromCents), basisPoints)
  }, 0n)
  const credit = smaller(exactShare(wageCents, deductions.earnedIncomeCreditBasisPoints), exactCents(maxCents))
  return centsHalfUp(credit - reductions)
}

/** The taxes the credit can lower, whole cents. */
export interface CreditableTaxes {
  readonly stateCents: number
  readonly municipalCents: number
  readonly churchCents: number
  readonly healthCents: number
}

/**
 * The credit lowers the state tax first. What is left lowers municipal tax, church tax and the health care
 * contribution in proportion to them; the last one takes the rounding, so that the three sum to what is left. No
 * reduction is below zero: of a cent that both others would round to themselves, the church tax gets what remains.
 */
export function afterCredit(taxes: CreditableTaxes, creditCents: number): CreditableTaxes {
  const fromState = Math.min(taxes.stateCents, creditCents)
  const others = taxes.municipalCents + taxes.churchCents + taxes.healthCents
  const left = Math.min(others, creditCents - fromState)
  const stateCents = taxes.stateCents - fromState
  if (left === 0) return { ...taxes, stateCents }
  const fromMunicipal = mulDivHalfUp(left, taxes.municipalCents, others)
  const fromChurch = Math.min(mulDivHalfUp(left, taxes.churchCents, others), left - fromMunicipal)
  return {
    stateCents,
    municipalCents: taxes.municipalCents - fromMunicipal,
    churchCents: taxes.churchCents - fromChurch,
    healthCents: taxes.healthCents - (left - fromMunicipal - fromChurch),
  }
}
