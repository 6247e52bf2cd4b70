import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { notifications } from '../contract.ts'
import { notificationsHandlers } from './handlers.ts'

export const notificationsFeature: Feature = {
  name: 'notifications',
  calls: [calls('notifications', notifications, notificationsHandlers)],
}
