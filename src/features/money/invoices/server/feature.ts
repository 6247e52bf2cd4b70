import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { invoices } from '../contract.ts'
import { postSuppliesOfDay } from '../ledger/server/supplies.ts'
import { billingSettings } from '../settings-contract.ts'
import { billingSettingsHandlers } from './billing-settings.ts'
import { invoiceHandlers } from './handlers.ts'

export const invoicesFeature: Feature = {
  name: 'invoices',
  calls: [
    calls('invoices', invoices, invoiceHandlers),
    calls('billing settings', billingSettings, billingSettingsHandlers),
  ],
  jobs: [postSuppliesOfDay],
  tables: ['invoice_counters', 'invoice_lines', 'ledger_rows', 'payments'],
}
