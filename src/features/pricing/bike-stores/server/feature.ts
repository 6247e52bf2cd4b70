import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { bikeStores } from '../contract.ts'
import { settleBankAccounts } from './bank-account-job.ts'
import { bikeStoresHandlers } from './handlers.ts'

export const bikeStoresFeature: Feature = {
  name: 'bike-stores',
  calls: [calls('bike-stores', bikeStores, bikeStoresHandlers)],
  jobs: [settleBankAccounts],
  tables: ['bike_store_groups', 'bike_stores'],
}
