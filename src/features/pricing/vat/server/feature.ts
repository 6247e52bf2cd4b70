import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { vat } from '../contract.ts'
import { vatHandlers } from './handlers.ts'

export const vatFeature: Feature = {
  name: 'vat',
  calls: [calls('vat', vat, vatHandlers)],
}
