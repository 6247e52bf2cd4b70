import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { proposals } from '../contract.ts'
import { proposalHandlers } from './handlers.ts'
import { followProposals } from './job.ts'

export const proposalsFeature: Feature = {
  name: 'proposals',
  calls: [calls('proposals', proposals, proposalHandlers)],
  jobs: [followProposals],
  tables: ['proposal_companies', 'proposals'],
}
