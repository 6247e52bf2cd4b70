import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { reminders } from '../contract.ts'
import { remindersHandlers } from './handlers.ts'

export const remindersFeature: Feature = {
  name: 'reminders',
  calls: [calls('reminders', reminders, remindersHandlers)],
  tables: ['turn_escalations'],
}
