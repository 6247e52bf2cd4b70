import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { reporting } from '../contract.ts'
import { callForLocks } from './call-job.ts'
import { reportingHandlers } from './handlers.ts'
import { lockLargeMonths } from './lock-job.ts'

export const reportingFeature: Feature = {
  name: 'reporting',
  calls: [calls('reporting', reporting, reportingHandlers)],
  jobs: [lockLargeMonths, callForLocks],
  tables: [
    'payroll_collections',
    'payroll_lock_runs',
    'payroll_month_calls',
    'payroll_months',
    'payroll_payers',
    'payroll_rows',
  ],
}
