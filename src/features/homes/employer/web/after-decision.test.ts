import { expect, test } from 'vitest'
import { tasks } from '#features/operations/tasks/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import { afterDecision } from '#features/people/employees/web/use-bulk.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { onRefresh, refreshReads } from '#platform/web/api/refresh.ts'
import './after-decision.ts'

test('a decision makes the heading and the line of the day old together', async () => {
  const asked: EndpointSpec[] = []
  onRefresh(async (reads) => {
    if (reads !== 'all') asked.push(...reads)
  })
  await refreshReads(afterDecision)
  expect(asked).toEqual(expect.arrayContaining([employees.overview, tasks.list]))
})
