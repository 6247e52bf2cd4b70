import { renderToString } from 'react-dom/server'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { parametersFor } from '#features/pricing/tax/rules/tax-parameters.ts'
import { type BikeBenefit, bikeBenefit } from '#features/site/calculator/rules.ts'
import { generalTerms } from '../rules.ts'
import { SectionView } from './Blocks.tsx'
import { Calculator, type CalculatorProps } from './calculator/Calculator.tsx'
import type { CalculatorCopy } from './calculator/calculator-texts.ts'
import { benefitInputOf, defaultInputs } from './calculator/inputs.ts'
import { hrefOf, type Site } from './site.ts'

const EXAMPLE_YEAR = 2026

function exampleBenefit(): BikeBenefit {
  const found = parametersFor(EXAMPLE_YEAR, shippedTaxTables, null)
  const input = benefitInputOf(defaultInputs, EXAMPLE_YEAR)
  const result = found.ok && input ? bikeBenefit(input, generalTerms, found.parameters) : null
  if (!result?.ok) throw new Error('The calculator cannot reckon its own example')
  return result
}

/** What the browser needs to take the prerendered calculator over. */
export function calculatorProps(site: Site, copy: CalculatorCopy): CalculatorProps {
  const hrefs = { order: `${hrefOf(site, '/tyontekijalle')}#tilaus`, contact: hrefOf(site, '/ota-yhteytta') }
  const { form, result, compare, employer, errors, assumptions, sources, view, pdf } = copy
  const texts = { form, result, compare, employer, errors, assumptions, sources, view, pdf } as CalculatorCopy
  return { language: site.language, copy: texts, initial: exampleBenefit(), year: EXAMPLE_YEAR, hrefs }
}

/** The calculator, complete with its example before any script runs, and below it how it reckons. */
export function CalculatorPage({ site, copy }: { site: Site; copy: CalculatorCopy }) {
  const markup = renderToString(<Calculator {...calculatorProps(site, copy)} />)
  return (
    <div className="wrap">
      <div className="calc-top">
        <h1>{copy.heading}</h1>
        <p className="t2">{copy.lead}</p>
        <p className="note no-js">{copy.form.noScript}</p>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own component's markup, which the browser takes over. */}
      <div id="calculator" dangerouslySetInnerHTML={{ __html: markup }} />
      <div className="calc-more">
        {copy.sections.map((section) => (
          <SectionView key={section.id} site={site} section={section} />
        ))}
      </div>
    </div>
  )
}
