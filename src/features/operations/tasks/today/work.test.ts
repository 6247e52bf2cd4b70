import { expect, it } from 'vitest'
import { linkOf } from '../links.ts'
import { taskActions, taskKinds } from '../rules.ts'
import { bySort, staffActions } from './work.ts'

it('names as the staff’s every kind of task of which they have the act or a page', () => {
  const link = (action: (typeof taskActions)[number]) =>
    linkOf({ action, id: 'x', companyId: 'c', orderId: 'o', month: '2026-10' }, { isStaff: true })
  const own = taskActions.filter((action) => taskKinds[action].awaited === 'STAFF' || link(action).startsWith('/admin'))
  expect(staffActions.toSorted()).toEqual(own.toSorted())
})

it('sorts what has no day last, whichever way', () => {
  const task = (due: string | null) => ({ due, since: '2026-11-02T08:00:00.000Z', companyName: null })
  const days = (sort: 'due' | '-due') =>
    [task(null), task('2026-11-03'), task('2026-11-02')].toSorted(bySort(sort)).map(({ due }) => due)
  expect(days('due')).toEqual(['2026-11-02', '2026-11-03', null])
  expect(days('-due')).toEqual(['2026-11-03', '2026-11-02', null])
})
