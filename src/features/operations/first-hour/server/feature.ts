import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { firstHour } from '../contract.ts'
import { firstHourHandlers } from './handlers.ts'

export const firstHourFeature: Feature = {
  name: 'first-hour',
  calls: [calls('first-hour', firstHour, firstHourHandlers)],
}
