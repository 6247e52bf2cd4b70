import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { orders } from '../contract.ts'
import { legacyOrders } from '../legacy-contract.ts'
import { orderLinks } from '../link-contract.ts'
import { nudgeSettings } from '../nudge-contract.ts'
import { orderHandlers } from './handlers.ts'
import { startLeases } from './lease-job.ts'
import { legacyOrdersHandlers } from './legacy/legacy-import.ts'
import { nudgeSettingsHandlers } from './nudges/nudge-settings.ts'
import { orderLinkHandlers } from './store/token-handlers.ts'

export const ordersFeature: Feature = {
  name: 'orders',
  calls: [
    calls('orders', orders, orderHandlers),
    calls('order links', orderLinks, orderLinkHandlers),
    calls('legacy-orders', legacyOrders, legacyOrdersHandlers),
    calls('nudge settings', nudgeSettings, nudgeSettingsHandlers),
  ],
  jobs: [startLeases],
  tables: ['turn_nudges'],
}
