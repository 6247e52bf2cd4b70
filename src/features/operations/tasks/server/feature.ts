import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { tasks } from '../contract.ts'
import { today } from '../today/contract.ts'
import { todayHandlers } from '../today/server/handlers.ts'
import { tasksHandlers } from './handlers.ts'
import { nudgeTurns } from './nudge-job.ts'
import { tellOnPayrollDay } from './payroll-day-job.ts'
import { refreshOpenTurns } from './refresh-job.ts'

export const tasksFeature: Feature = {
  name: 'tasks',
  calls: [calls('tasks', tasks, tasksHandlers), calls('today', today, todayHandlers)],
  jobs: [nudgeTurns, refreshOpenTurns, tellOnPayrollDay],
  tables: ['task_care'],
}
