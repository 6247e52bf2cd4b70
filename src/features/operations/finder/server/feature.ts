import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { finder } from '../contract.ts'
import { finderHandlers } from './handlers.ts'

export const finderFeature: Feature = {
  name: 'finder',
  calls: [calls('finder', finder, finderHandlers)],
}
