import { hydrateRoot } from 'react-dom/client'
import { Calculator, type CalculatorProps } from '#features/public-pages/web/calculator/Calculator.tsx'
import { typedInto } from '#features/public-pages/web/calculator/typed.ts'

/** Takes the prerendered calculator over, with what the visitor has already typed into it. */
export function wake(root: Element, data: string): void {
  const props = { ...(JSON.parse(data) as CalculatorProps), typed: typedInto(root) }
  hydrateRoot(root, <Calculator {...props} />)
}
