import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { companyExits } from '../contract.ts'
import { companyExitHandlers } from './handlers.ts'
import { mergeLeases } from './merge-job.ts'
import { takeBackLeases } from './take-back-job.ts'

export const companyExitsFeature: Feature = {
  name: 'company-exits',
  calls: [calls('company exits', companyExits, companyExitHandlers)],
  jobs: [takeBackLeases, mergeLeases],
  tables: ['company_exit_leases', 'company_exits'],
}
