import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { identityChanges } from '../contract.ts'
import { proofs } from '../proof-contract.ts'
import { identityChangesHandlers } from './handlers.ts'
import { settleIdentityChanges } from './job.ts'
import { proofHandlers } from './proof-handlers.ts'

export const identityChangesFeature: Feature = {
  name: 'identity-changes',
  calls: [calls('identity', identityChanges, identityChangesHandlers), calls('proofs', proofs, proofHandlers)],
  jobs: [settleIdentityChanges],
  tables: ['identity_changes'],
}
