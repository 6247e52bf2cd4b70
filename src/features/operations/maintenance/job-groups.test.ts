import { expect, it } from 'vitest'
import { byGroup, jobGroups } from './job-groups.ts'

it('stand in the order of the groups, without those that have none, an unknown one with the records', () => {
  const [payroll, money] = Object.keys(jobGroups).map((group) => jobGroups[group as keyof typeof jobGroups][0])
  const jobs = ['of-a-newer-server', money, payroll].map((name) => ({ name: name ?? '' }))
  const grouped = byGroup(jobs).map(([group, members]) => [group, members.map(({ name }) => name)])
  const [first, second] = Object.keys(jobGroups)
  expect(grouped).toEqual([
    [first, [payroll]],
    [second, [money]],
    ['records', ['of-a-newer-server']],
  ])
})
