import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { intake } from '../contract.ts'
import { intakeHandlers } from './handlers.ts'

export const intakeFeature: Feature = {
  name: 'intake',
  calls: [calls('intake', intake, intakeHandlers)],
}
