import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { demo } from '../contract.ts'
import { demoHandlers } from './handlers.ts'

export const demoFeature: Feature = {
  name: 'demo',
  calls: [calls('demo', demo, demoHandlers)],
}
