import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { figures } from '../contract.ts'
import { figuresHandlers } from './handlers.ts'

export const figuresFeature: Feature = {
  name: 'figures',
  calls: [calls('figures', figures, figuresHandlers)],
}
