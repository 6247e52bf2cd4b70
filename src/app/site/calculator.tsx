import { hydrateRoot } from 'react-dom/client'
import { Calculator, type CalculatorProps } from '#features/public-pages/web/calculator/Calculator.tsx'

const root = document.querySelector('#calculator')
const data = document.querySelector('#calculator-data')

if (root && data?.textContent) {
  const props = JSON.parse(data.textContent) as CalculatorProps
  hydrateRoot(root, <Calculator {...props} />)
}
