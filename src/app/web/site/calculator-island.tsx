import { hydrateRoot } from 'react-dom/client'
import { Calculator, type CalculatorProps } from '#features/site/public-pages/web/calculator/Calculator.tsx'
import type { Inputs } from '#features/site/public-pages/web/calculator/inputs.ts'
import { typedInto } from '#features/site/public-pages/web/calculator/typed.ts'
import { bearForeignNodes } from '#platform/web/shell/foreign-nodes.ts'

/** Takes the prerendered calculator over, with what the visitor types into it until it answers itself. */
export function wake(root: Element, data: string): void {
  const typed: Partial<Inputs> = typedInto(root)
  const listening = new AbortController()
  // React takes what a field holds at hydration for its first value, so nobody else would hear of these.
  const options = { capture: true, signal: listening.signal }
  root.addEventListener('input', () => Object.assign(typed, typedInto(root)), options)
  const takeTyped = () => {
    listening.abort()
    return typed
  }
  bearForeignNodes()
  // A translator may have come first: the calculator is then drawn anew, which is no error.
  const onRecoverableError = () => undefined
  hydrateRoot(root, <Calculator {...(JSON.parse(data) as CalculatorProps)} takeTyped={takeTyped} />, {
    onRecoverableError,
  })
}
