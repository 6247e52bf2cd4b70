import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { storeHome } from '../contract.ts'
import { storeHomeHandlers } from './handlers.ts'

export const storeHomeFeature: Feature = {
  name: 'store-home',
  calls: [calls('store home', storeHome, storeHomeHandlers)],
}
