import type { Assumption } from '#features/pricing/tax/rules/assumptions.ts'
import { citedSourceOf } from '#features/site/calculator/sources.ts'
import type { Language } from '../../pages.ts'
import type { Basis } from './basis.ts'
import { assumptionText, type CalculatorCopy, fill, spoken } from './calculator-texts.ts'

interface AssumptionsProps {
  assumptions: readonly Assumption[]
  /** The tables that the figures rest on, once they have come. */
  basis: Basis | null
  copy: CalculatorCopy
  language: Language
}

function Source({ assumption, copy }: { assumption: Assumption; copy: CalculatorCopy }) {
  const { name, address } = citedSourceOf(assumption.code)
  const title = copy.sources[name]
  return (
    <small>
      {copy.result.sourceLabel}: {address ? <a href={address}>{title}</a> : title}
    </small>
  )
}

/** Everything that the figures take for granted, each with its source. */
export function Assumptions({ assumptions, basis, copy, language }: AssumptionsProps) {
  const { isShipped, confirmedOn } = basis ?? {}
  return (
    <details className="card" open>
      <summary>
        <h2>{copy.result.assumptions}</h2>
      </summary>
      <ul className="as">
        {isShipped ? <li>{copy.result.shipped}</li> : null}
        {confirmedOn ? (
          <li>{fill(copy.result.confirmed, { day: spoken('commitmentDay', confirmedOn, language) })}</li>
        ) : null}
        {assumptions.map((assumption) => (
          <li key={JSON.stringify(assumption)}>
            {assumptionText(assumption, copy, language)} <Source assumption={assumption} copy={copy} />
          </li>
        ))}
      </ul>
    </details>
  )
}
