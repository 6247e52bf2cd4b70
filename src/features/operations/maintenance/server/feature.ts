import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { maintenance } from '../contract.ts'
import { maintenanceHandlers } from './handlers.ts'

export const maintenanceFeature: Feature = {
  name: 'maintenance',
  calls: [calls('maintenance', maintenance, maintenanceHandlers)],
}
