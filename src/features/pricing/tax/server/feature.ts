import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { provinceTaxTable, stateIncomeTaxTable, taxpayerDeductionsTable, taxTable } from '../contract.ts'
import { taxYears } from '../years-contract.ts'
import {
  provinceTaxTableHandlers,
  stateIncomeTaxTableHandlers,
  taxpayerDeductionsTableHandlers,
  taxTableHandlers,
} from './handlers.ts'
import { taxYearsHandlers } from './years.ts'

export const taxFeature: Feature = {
  name: 'tax',
  calls: [
    calls('province-tax-table', provinceTaxTable, provinceTaxTableHandlers),
    calls('tax-table', taxTable, taxTableHandlers),
    calls('state-income-tax-table', stateIncomeTaxTable, stateIncomeTaxTableHandlers),
    calls('taxpayer-deductions-table', taxpayerDeductionsTable, taxpayerDeductionsTableHandlers),
    calls('tax-years', taxYears, taxYearsHandlers),
  ],
  tables: [
    'province_tax_tables',
    'state_income_tax_tables',
    'tax_confirmations',
    'tax_tables',
    'taxpayer_deduction_tables',
  ],
}
