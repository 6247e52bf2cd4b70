import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { ownBenefit } from '../contract.ts'
import { ownBenefitHandlers } from './handlers.ts'

export const employeeHomeFeature: Feature = {
  name: 'employee-home',
  calls: [calls('own benefit', ownBenefit, ownBenefitHandlers)],
}
