import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { banking } from '../contract.ts'
import { bankingHandlers } from './handlers.ts'
import { settleOnline } from './matching/settlements.ts'
import { takeInBankInbox } from './statements/inbox-job.ts'

export const bankingFeature: Feature = {
  name: 'banking',
  calls: [calls('banking', banking, bankingHandlers)],
  jobs: [takeInBankInbox, settleOnline],
  tables: [
    'bank_doubts',
    'bank_entries',
    'bank_files',
    'bank_statements',
    'payment_files',
    'payment_orders',
    'payment_settlements',
  ],
}
