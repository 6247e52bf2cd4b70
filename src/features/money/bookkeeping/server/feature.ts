import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { leaseAssets } from '../assets/contract.ts'
import { leaseAssetsHandlers } from '../assets/server/handlers.ts'
import { keepLeaseAssets } from '../assets/server/keep-assets.ts'
import { bookkeeping } from '../contract.ts'
import { lateMoney } from '../late/contract.ts'
import { lateMoneyHandlers } from '../late/server/handlers.ts'
import { creditLosses } from '../losses/contract.ts'
import { creditLossesHandlers } from '../losses/server/handlers.ts'
import { bookkeepingHandlers } from './handlers.ts'
import { numberVouchers } from './numbering.ts'

export const bookkeepingFeature: Feature = {
  name: 'bookkeeping',
  calls: [
    calls('bookkeeping', bookkeeping, bookkeepingHandlers),
    calls('late money', lateMoney, lateMoneyHandlers),
    calls('lease assets', leaseAssets, leaseAssetsHandlers),
    calls('credit losses', creditLosses, creditLossesHandlers),
  ],
  jobs: [numberVouchers, keepLeaseAssets],
  tables: [
    'bookkeeping_periods',
    'credit_losses',
    'late_charges',
    'lease_asset_entries',
    'lease_assets',
    'reference_rates',
    'vouchers',
  ],
}
