import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import type { BenefitRefusal } from '#features/site/calculator/rules.ts'
import { formatEuros } from '#platform/values/money.ts'
import type { Language } from '../../pages.ts'
import type { Basis } from './basis.ts'
import { type CalculatorCopy, fill, spoken } from './calculator-texts.ts'

/** The price limits that the terms can reach; the table's own may promise more. */
function limitsOf(basis: Basis | null, language: Language): Record<string, string> {
  const reachable = basis && reachablePrices(basis.terms)
  if (!reachable) return {}
  const { lowestCents, highestCents } = reachable
  return { minPrice: formatEuros(lowestCents, language), maxPrice: formatEuros(highestCents, language) }
}

/** What the rules say against a bicycle, for people. */
export function refusalText(
  { details }: BenefitRefusal,
  copy: CalculatorCopy,
  language: Language,
  basis: Basis | null,
): string {
  const spokenValues = Object.entries(details).map(([name, value]) => [name, spoken(name, value, language)] as const)
  const errors = copy.errors as Record<string, string>
  // The figures of a refusal are named after the table's columns; the texts leave the unit out.
  const values = Object.fromEntries(spokenValues.map(([name, value]) => [name.replace(/Cents$/, ''), value]))
  return fill(errors[details.reason] ?? copy.errors.other, { ...values, ...limitsOf(basis, language) })
}
