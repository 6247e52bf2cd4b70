import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { employees } from '../contract.ts'
import { removeAbsenceReasons } from './absence-job.ts'
import { employeesHandlers } from './handlers.ts'

export const employeesFeature: Feature = {
  name: 'employees',
  calls: [calls('employees', employees, employeesHandlers)],
  jobs: [removeAbsenceReasons],
}
