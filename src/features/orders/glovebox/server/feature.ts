import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { framePhotos } from '../contract.ts'
import { framePhotoHandlers } from './handlers.ts'

export const gloveboxFeature: Feature = {
  name: 'glovebox',
  calls: [calls('frame photos', framePhotos, framePhotoHandlers)],
}
