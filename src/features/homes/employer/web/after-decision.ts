import { tasks } from '#features/operations/tasks/contract.ts'
import { afterDecision } from '#features/people/employees/web/use-bulk.ts'
import { alsoOld } from '#platform/web/api/api.ts'

// The line of the day counts the applications that the heading counts.
alsoOld(afterDecision, [tasks.list])
