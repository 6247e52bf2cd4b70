import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { outbox } from '../contract.ts'
import { outboxHandlers } from './handlers.ts'

export const outboxFeature: Feature = {
  name: 'outbox',
  calls: [calls('outbox', outbox, outboxHandlers)],
}
