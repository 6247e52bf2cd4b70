// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { generalTerms } from '../../rules.ts'
import en from '../../texts/pages/calculator/en.json' with { type: 'json' }
import fi from '../../texts/pages/calculator/fi.json' with { type: 'json' }
import sv from '../../texts/pages/calculator/sv.json' with { type: 'json' }
import { Assumptions } from './Assumptions.tsx'

afterEach(cleanup)

const basis = { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT }

it.each(['fi', 'sv', 'en'] as const)(
  'says only of confirmed tables whose calculation they follow, with the day of the comparison: %s',
  (language) => {
    const copy = { fi, sv, en }[language]
    const [claim] = copy.result.confirmed.split('{day}') as [string]
    const shown = (change: object) => {
      const props = { assumptions: [], copy, language, basis: { ...basis, ...change } }
      return render(<Assumptions {...props} />).container.textContent ?? ''
    }
    expect(shown({})).not.toContain(claim)
    const words = shown({ confirmedOn: '2026-11-20' })
    expect(words).toContain(claim)
    expect(words).toContain('2026')
  },
)
