import { employerBikes } from '#features/calculator/employer-bikes.ts'
import { type BenefitRefusal, type BikeBenefit, bikeBenefit } from '#features/calculator/rules.ts'
import type { EmployerYear } from '#features/tax/rules/benefit-employer-cost.ts'
import { parametersFor, type TaxParameters } from '#features/tax/rules/tax-parameters.ts'
import { parseDayInput } from '#platform/days.ts'
import type { Basis } from './basis.ts'
import { benefitInputOf, errorsOf, type Inputs } from './inputs.ts'

export interface Outcome {
  benefit?: BikeBenefit
  employer?: { perBike: EmployerYear; all: EmployerYear }
  refusal?: BenefitRefusal
}

function parametersOf(inputs: Inputs, { tables }: Basis, year: number): TaxParameters | null {
  const found = parametersFor(year, tables, inputs.municipality || null)
  return found.ok ? found.parameters : null
}

/** What the fields come to; nothing while one of them is wrong, so that the last right result can stay in view. */
export function outcomeOf(inputs: Inputs, basis: Basis, year: number): Outcome | null {
  const parameters = parametersOf(inputs, basis, year)
  const commitmentDay = parseDayInput(inputs.commitment)
  if (!parameters || !commitmentDay || Object.keys(errorsOf(inputs)).length > 0) return null
  if (inputs.view === 'employer') {
    const asked = { bikes: Number(inputs.bikes), model: inputs.model, commitmentDay }
    return { employer: employerBikes(asked, basis.terms, parameters) }
  }
  const input = benefitInputOf(inputs, year)
  if (!input) return null
  const limit = basis.maxPriceCents === undefined ? {} : { maxPriceCents: basis.maxPriceCents }
  const result = bikeBenefit(input, basis.terms, parameters, limit)
  return result.ok ? { benefit: result } : { refusal: result }
}
