import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { leasing } from '../contract.ts'
import { fairValues } from '../fair-value-contract.ts'
import { settleLessorAccounts } from './bank-account-job.ts'
import { fairValueHandlers } from './fair-values.ts'
import { leasingHandlers } from './handlers.ts'

export const leasingFeature: Feature = {
  name: 'leasing',
  calls: [calls('leasing', leasing, leasingHandlers), calls('fair values', fairValues, fairValueHandlers)],
  jobs: [settleLessorAccounts],
}
