import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { returns } from '../contract.ts'
import { returnHandlers } from './handlers.ts'
import { followReturns } from './jobs.ts'

export const returnsFeature: Feature = {
  name: 'returns',
  calls: [calls('returns', returns, returnHandlers)],
  jobs: [followReturns],
  tables: ['bike_return_damages', 'bike_return_photos', 'bike_returns'],
}
