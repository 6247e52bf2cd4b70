import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import type { EmployerYear } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { type BenefitModel, benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import { parametersFor, type TaxParameters } from '#features/pricing/tax/rules/tax-parameters.ts'
import { assumptionsOfFleet } from '#features/site/calculator/assumptions.ts'
import { employerBikes } from '#features/site/calculator/employer-bikes.ts'
import {
  type BenefitOptions,
  type BenefitRefusal,
  type BikeBenefit,
  bikeBenefit,
} from '#features/site/calculator/rules.ts'
import { parseDayInput } from '#platform/values/days.ts'
import type { Basis } from './basis.ts'
import { benefitInputOf, errorsOf, type Inputs } from './inputs.ts'

/** What an employer's bicycles change in its yearly cost, in each model. */
export interface Fleet {
  readonly byModel: Readonly<Record<BenefitModel, { readonly perBike: EmployerYear; readonly all: EmployerYear }>>
  readonly assumptions: readonly Assumption[]
}

export interface Outcome {
  benefit?: BikeBenefit
  fleet?: Fleet
  refusal?: BenefitRefusal
}

export function parametersOf(inputs: Inputs, { tables }: Basis, year: number): TaxParameters | null {
  const found = parametersFor(year, tables, inputs.municipality || null)
  return found.ok ? found.parameters : null
}

function fleetOf(inputs: Inputs, commitmentDay: string, { terms, vat }: Basis, parameters: TaxParameters): Fleet {
  const bikes = Number(inputs.bikes)
  const costs = benefitModels.map((model) => {
    return [model, employerBikes({ bikes, model, commitmentDay }, terms, parameters, vat)] as const
  })
  return {
    byModel: Object.fromEntries(costs) as Fleet['byModel'],
    assumptions: assumptionsOfFleet({ terms, parameters, vat, commitmentDay }),
  }
}

/** What figures rest on besides terms and taxes: VAT, fair values and the employer's limit. */
export const groundsOf = ({ vat, fairValues, maxPriceCents, excess }: Basis): BenefitOptions => ({
  vat,
  ...(fairValues ? { fairValues } : {}),
  ...(maxPriceCents === undefined ? {} : { maxPriceCents, excess: excess ?? 'NO' }),
})

/** What the fields come to; nothing while one of them is wrong, so that the last right result can stay in view. */
export function outcomeOf(inputs: Inputs, basis: Basis, year: number): Outcome | null {
  const parameters = parametersOf(inputs, basis, year)
  const commitmentDay = parseDayInput(inputs.commitment)
  if (!parameters || !commitmentDay || Object.keys(errorsOf(inputs)).length > 0) return null
  if (inputs.view === 'employer') return { fleet: fleetOf(inputs, commitmentDay, basis, parameters) }
  const input = benefitInputOf(inputs, year)
  if (!input) return null
  const result = bikeBenefit(input, basis.terms, parameters, groundsOf(basis))
  return result.ok ? { benefit: result } : { refusal: result }
}
