import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { health } from '../contract.ts'
import { healthHandlers } from './handlers.ts'

export const healthFeature: Feature = {
  name: 'health',
  calls: [calls('health', health, healthHandlers)],
}
