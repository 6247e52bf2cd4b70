import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { lessorHome } from '../contract.ts'
import { lessorHomeHandlers } from './handlers.ts'

export const lessorHomeFeature: Feature = {
  name: 'lessor-home',
  calls: [calls('lessor home', lessorHome, lessorHomeHandlers)],
}
