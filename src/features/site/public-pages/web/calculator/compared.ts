import { type BenefitRefusal, type BikeBenefit, bikeBenefit } from '#features/site/calculator/rules.ts'
import type { Basis } from './basis.ts'
import { benefitInputOf, type Inputs, moneyOf } from './inputs.ts'
import { groundsOf, parametersOf } from './outcome.ts'

/** The fields of each bicycle of a comparison; the first is the one that is reckoned anyway. */
export const bikeFields = [
  { name: 'name', price: 'price', accessories: 'accessories' },
  { name: 'name2', price: 'price2', accessories: 'accessories2' },
  { name: 'name3', price: 'price3', accessories: 'accessories3' },
] as const satisfies readonly Record<string, keyof Inputs>[]

/** One bicycle of a comparison: what it comes to, or why it comes to nothing. */
export type Compared =
  | { readonly problem: 'TYPED' | 'OVER_LIMIT' }
  | { readonly problem: 'REFUSED'; readonly refusal: BenefitRefusal }
  | {
      readonly problem: null
      readonly benefit: BikeBenefit
      /** Bicycle and accessories. */
      readonly priceCents: number
    }

function comparedOf(inputs: Inputs, basis: Basis, year: number): Compared {
  const parameters = parametersOf(inputs, basis, year)
  const input = benefitInputOf(inputs, year)
  if (!parameters || !input || moneyOf(inputs.price) === null || moneyOf(inputs.accessories) === null)
    return { problem: 'TYPED' }
  const priceCents = input.priceCents + input.accessoriesCents
  const benefit = bikeBenefit(input, basis.terms, parameters, groundsOf(basis))
  if (!benefit.ok) return { problem: 'REFUSED', refusal: benefit }
  if (benefit.isRefused) return { problem: 'OVER_LIMIT' }
  return { problem: null, benefit, priceCents }
}

/** The bicycles that are compared, in the order of their fields. */
export function comparisonOf(inputs: Inputs, basis: Basis, year: number): Compared[] {
  return bikeFields
    .slice(0, Number(inputs.compare))
    .map(({ price, accessories }) =>
      comparedOf({ ...inputs, price: inputs[price], accessories: inputs[accessories] }, basis, year),
    )
}
