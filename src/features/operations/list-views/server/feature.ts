import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { listViews } from '../contract.ts'
import { listViewsHandlers } from './handlers.ts'

export const listViewsFeature: Feature = {
  name: 'list-views',
  calls: [calls('list views', listViews, listViewsHandlers)],
  tables: ['list_views'],
}
