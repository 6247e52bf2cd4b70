import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { places } from '../contract.ts'
import { placesHandlers } from './handlers.ts'

export const placesFeature: Feature = {
  name: 'places',
  calls: [calls('places', places, placesHandlers)],
}
