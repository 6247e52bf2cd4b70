import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { calculator } from '../contract.ts'
import { calculatorHandlers } from './handlers.ts'

export const calculatorFeature: Feature = {
  name: 'calculator',
  calls: [calls('calculator', calculator, calculatorHandlers)],
}
