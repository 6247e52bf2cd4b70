import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { accounts } from '../contract.ts'
import { removeOldApplications } from './application-retention.ts'
import { accountsHandlers } from './handlers.ts'
import { shutUnusedAccounts } from './inactivity.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  calls: [calls('people', accounts, accountsHandlers)],
  jobs: [removeOldApplications, shutUnusedAccounts],
  tables: ['user_preferences'],
}
