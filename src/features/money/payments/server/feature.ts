import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { payments } from '../contract.ts'
import { paymentHandlers } from './handlers.ts'
import { askOldAttempts, remindOfInvoices } from './jobs.ts'
import { sendRefunds } from './refund-job.ts'

export const paymentsFeature: Feature = {
  name: 'payments',
  calls: [calls('payments', payments, paymentHandlers)],
  jobs: [askOldAttempts, sendRefunds, remindOfInvoices],
  tables: ['paytrail_attempts', 'paytrail_refunds'],
}
