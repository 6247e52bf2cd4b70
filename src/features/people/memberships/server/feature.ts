import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { memberships } from '../contract.ts'
import { membershipsHandlers } from './handlers.ts'
import { notifyBonds, removeOldInvitations } from './jobs.ts'

export const membershipsFeature: Feature = {
  name: 'memberships',
  calls: [calls('bonds', memberships, membershipsHandlers)],
  jobs: [removeOldInvitations, notifyBonds],
}
