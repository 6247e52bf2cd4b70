import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { billing } from '../contract.ts'
import { billingHandlers } from './handlers.ts'
import { continueBilling, startMonthlyBilling } from './run-job.ts'

export const billingFeature: Feature = {
  name: 'billing',
  calls: [calls('billing', billing, billingHandlers)],
  jobs: [startMonthlyBilling, continueBilling],
  tables: ['billing_runs'],
}
