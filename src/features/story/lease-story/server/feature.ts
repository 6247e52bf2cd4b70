import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { leaseStory } from '../contract.ts'
import { leaseStoryHandlers } from './handlers.ts'

export const leaseStoryFeature: Feature = {
  name: 'lease-story',
  calls: [calls('lease-story', leaseStory, leaseStoryHandlers)],
}
