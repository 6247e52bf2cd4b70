import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { payrollDeductions } from '../contract.ts'
import { endDeductions } from './end-job.ts'
import { payrollDeductionsHandlers } from './handlers.ts'

export const payrollDeductionsFeature: Feature = {
  name: 'payroll-deductions',
  calls: [calls('deductions', payrollDeductions, payrollDeductionsHandlers)],
  jobs: [endDeductions],
  tables: ['payroll_deduction_months', 'payroll_deductions'],
}
