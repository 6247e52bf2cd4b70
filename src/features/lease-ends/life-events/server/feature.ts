import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { lifeEventCalls } from '../contract.ts'
import { lifeEventHandlers } from './handlers.ts'

export const lifeEventsFeature: Feature = {
  name: 'life-events',
  calls: [calls('life events', lifeEventCalls, lifeEventHandlers)],
}
