// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { formatEuros } from '#platform/values/money.ts'
import { generalTerms } from '../../rules.ts'
import en from '../../texts/pages/calculator/en.json' with { type: 'json' }
import fi from '../../texts/pages/calculator/fi.json' with { type: 'json' }
import sv from '../../texts/pages/calculator/sv.json' with { type: 'json' }
import { defaultInputs } from './inputs.ts'
import { outcomeOf } from './outcome.ts'
import { PriceCard } from './PriceCard.tsx'

afterEach(cleanup)

const terms = { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT }

/** The card of the calculator's own example, with what stands in the row of a term. */
function shown(language: 'fi' | 'sv' | 'en', change: object = {}) {
  const copy = { fi, sv, en }[language]
  const benefit = { ...outcomeOf(defaultInputs, terms, 2026)!.benefit!, ...change }
  render(<PriceCard benefit={benefit} model={defaultInputs.model} copy={copy} language={language} orderHref="/" />)
  const inRow = (term: string) => screen.queryByText(term)?.parentElement?.textContent ?? null
  return { benefit, result: copy.result, inRow, money: (cents: number) => formatEuros(cents, language) }
}

it.each(['fi', 'sv', 'en'] as const)(
  'shows what it costs at most, tax at the fair value included, beside the total: %s',
  (language) => {
    const { benefit, result, inRow, money } = shown(language)
    expect(benefit.possibleTax.taxCents).toBeGreaterThan(0)
    expect(inRow(result.total)).toBe(`${result.total}${money(benefit.totalToOwnCents)}`)
    const worst = benefit.totalToOwnCents + benefit.possibleTax.taxCents
    expect(inRow(result.worstCase)).toBe(`${result.worstCase}${money(worst)}`)
  },
)

it('has one total where no tax can come on top', () => {
  const { result, inRow } = shown('fi', { possibleTax: { fairValueCents: 0, taxableCents: 0, taxCents: 0 } })
  expect(inRow(result.total)).not.toBeNull()
  expect(inRow(result.worstCase)).toBeNull()
})
