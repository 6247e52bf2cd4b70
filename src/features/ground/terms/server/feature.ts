import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { terms } from '../contract.ts'
import { termsHandlers } from './handlers.ts'

export const termsFeature: Feature = {
  name: 'terms',
  calls: [calls('terms', terms, termsHandlers)],
  tables: ['terms_documents'],
}
