import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { eventLog } from '../contract.ts'
import { eventLogHandlers } from './handlers.ts'

export const eventLogFeature: Feature = {
  name: 'event-log',
  calls: [calls('event-log', eventLog, eventLogHandlers)],
}
