import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { leaseChanges } from '../contract.ts'
import { applyPaymentChanges } from './apply-job.ts'
import { leaseChangesHandlers } from './handlers.ts'
import { followVatRates } from './vat-job.ts'

export const leaseChangesFeature: Feature = {
  name: 'lease-changes',
  calls: [calls('lease-changes', leaseChanges, leaseChangesHandlers)],
  jobs: [applyPaymentChanges, followVatRates],
  tables: ['payment_changes'],
}
