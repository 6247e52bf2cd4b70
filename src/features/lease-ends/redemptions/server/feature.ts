import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { redemptionPayments, redemptions } from '../contract.ts'
import { redemptionHandlers } from './handlers.ts'
import { followRedemptions, remindOfEnds } from './jobs.ts'
import { redemptionPaymentHandlers } from './payment-handlers.ts'

export const redemptionsFeature: Feature = {
  name: 'redemptions',
  calls: [
    calls('redemptions', redemptions, redemptionHandlers),
    calls('redemption-payments', redemptionPayments, redemptionPaymentHandlers),
  ],
  jobs: [followRedemptions, remindOfEnds],
  tables: ['lease_reminders', 'redemption_offers', 'redemption_payments', 'redemptions'],
}
