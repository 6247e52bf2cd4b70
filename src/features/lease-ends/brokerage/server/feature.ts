import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { brokerage } from '../contract.ts'
import { brokerageHandlers } from './handlers.ts'
import { followBrokerages } from './jobs.ts'

export const brokerageFeature: Feature = {
  name: 'brokerage',
  calls: [calls('brokerage', brokerage, brokerageHandlers)],
  jobs: [followBrokerages],
  tables: ['bike_brokerage_photos', 'bike_brokerages', 'transfer_signatures'],
}
