import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { ownRights, rights } from '../contract.ts'
import { rightsHandlers } from './handlers.ts'
import { eraseConfirmed, replayErasures } from './jobs.ts'
import { ownRightsHandlers } from './own-handlers.ts'
import { retainByClass } from './retain-job.ts'

export const rightsFeature: Feature = {
  name: 'rights',
  calls: [calls('own rights', ownRights, ownRightsHandlers), calls('rights', rights, rightsHandlers)],
  jobs: [eraseConfirmed, retainByClass, replayErasures],
  tables: ['erasures', 'retained_classes', 'retention_looks', 'rights_requests'],
}
