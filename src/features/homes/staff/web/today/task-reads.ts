import { today } from '#features/operations/tasks/today/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { refreshReads } from '#platform/web/api/api.ts'

/** What an act of the staff's day makes old. */
export const taskReads: readonly EndpointSpec[] = [today.list, today.summary]

export const refreshTasks = (): Promise<unknown> => refreshReads(taskReads)
