import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { registration } from '../contract.ts'
import { registrationHandlers } from './handlers.ts'

export const registrationFeature: Feature = {
  name: 'registration',
  calls: [calls('join', registration, registrationHandlers)],
  tables: ['link_openings'],
}
