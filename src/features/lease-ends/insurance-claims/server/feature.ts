import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { insuranceClaims } from '../contract.ts'
import { callOffNewBikes } from './ended-job.ts'
import { insuranceClaimHandlers } from './handlers.ts'
import { emptyOldClaims } from './retention-job.ts'

export const insuranceClaimsFeature: Feature = {
  name: 'insurance-claims',
  calls: [calls('insurance-claims', insuranceClaims, insuranceClaimHandlers)],
  jobs: [callOffNewBikes, emptyOldClaims],
  tables: ['claim_proof_lists', 'insurance_claim_photos', 'insurance_claims'],
}
