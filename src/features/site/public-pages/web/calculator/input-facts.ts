import { parseDayInput } from '#platform/values/days.ts'
import { formatEuros, parseEuroInput } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import { type CalculatorCopy, spoken } from './calculator-texts.ts'
import { birthYears, type Inputs, parsePercent } from './inputs.ts'

/** A name and its value. */
export type Fact = readonly [name: string, value: string]

function money(text: string, language: Language): string {
  const cents = text.trim() === '' ? 0 : parseEuroInput(text)
  return cents === null ? text : formatEuros(cents, language)
}

function personFacts(inputs: Inputs, { form }: CalculatorCopy, language: Language, year: number): Fact[] {
  const age: Fact[] = [
    [form.age, birthYears(inputs.age, year, form)],
    [
      form.children,
      inputs.singleParent === '1' && inputs.children !== '0'
        ? `${inputs.children}, ${form.singleParentFact}`
        : inputs.children,
    ],
  ]
  if (inputs.taxBy === 'card') {
    return [[form.taxPercent, spoken('taxBasisPoints', parsePercent(inputs.taxPercent) ?? 0, language)], ...age]
  }
  const municipality = inputs.municipality || form.averageMunicipality
  return [[form.municipality, municipality], [form.church, form.churches[inputs.church]], ...age]
}

/** The inputs of the chosen view as names and values, for paper. */
export function inputFacts(inputs: Inputs, copy: CalculatorCopy, language: Language, year: number): Fact[] {
  const { form } = copy
  const day = parseDayInput(inputs.commitment)
  const model: Fact[] = [
    [form.model, form.models[inputs.model]],
    [form.commitment, day ? spoken('commitmentDay', day, language) : inputs.commitment],
  ]
  if (inputs.view === 'employer') return [[form.bikes, inputs.bikes], ...model]
  return [
    [form.price, money(inputs.price, language)],
    [form.accessories, money(inputs.accessories, language)],
    [form.pay, money(inputs.pay, language)],
    ...personFacts(inputs, copy, language, year),
    ...model,
  ]
}
