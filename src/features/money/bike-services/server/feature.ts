import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { bikeServices } from '../contract.ts'
import { bikeServiceHandlers } from './handlers.ts'

export const bikeServicesFeature: Feature = {
  name: 'bike-services',
  calls: [calls('bike-services', bikeServices, bikeServiceHandlers)],
  tables: ['service_vouchers'],
}
