import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { absencePlans } from '../contract.ts'
import { absencePlanHandlers } from './handlers.ts'
import { followAbsencePlans } from './jobs.ts'

export const absencePlansFeature: Feature = {
  name: 'absence-plans',
  calls: [calls('absence plans', absencePlans, absencePlanHandlers)],
  jobs: [followAbsencePlans],
  tables: ['absence_plan_months', 'absence_plans'],
}
