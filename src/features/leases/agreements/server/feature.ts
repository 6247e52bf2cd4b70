import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { agreements } from '../contract.ts'
import { signing } from '../signing/contract.ts'
import { signingHandlers } from '../signing/server/handlers.ts'
import { endLeases } from './end-job.ts'
import { agreementHandlers } from './handlers.ts'

export const agreementsFeature: Feature = {
  name: 'agreements',
  calls: [calls('agreements', agreements, agreementHandlers), calls('signing', signing, signingHandlers)],
  jobs: [endLeases],
  tables: ['agreement_endings', 'document_wordings', 'signatures'],
}
