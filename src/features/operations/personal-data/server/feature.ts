import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { ownData, personalData } from '../contract.ts'
import { ownDataHandlers, personalDataHandlers } from './handlers.ts'
import { removeOldCopies } from './job.ts'

export const personalDataFeature: Feature = {
  name: 'personal-data',
  calls: [calls('own data', ownData, ownDataHandlers), calls('personal data', personalData, personalDataHandlers)],
  jobs: [removeOldCopies],
  tables: ['personal_copies'],
}
