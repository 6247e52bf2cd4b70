import { expect, it } from 'vitest'
import { mayLock, monthAfterLocks, visibleMonths } from './month-steps.ts'
import { gapsFrom, monthsFrom } from './months.ts'

it.each([
  [[], [{ from: '2026-12', to: null }]],
  [[{ from: '2026-11', to: null }], []],
  [[{ from: '2026-10', to: '2026-11' }], [{ from: '2026-12', to: null }]],
  [[{ from: '2027-03', to: null }], [{ from: '2026-12', to: '2027-02' }]],
  [
    [
      { from: '2027-02', to: '2027-02' },
      { from: '2026-12', to: '2026-12' },
    ],
    [
      { from: '2027-01', to: '2027-01' },
      { from: '2027-03', to: null },
    ],
  ],
])('besides %j nobody bears %j from 2026-12 on', (periods, gaps) => {
  expect(gapsFrom(periods, '2026-12')).toEqual(gaps)
})

it.each(['2026-01', '2026-09', '2026-10', '2026-11'])(
  'after the lock of %s a report opens with the month that waits, or the newest',
  (last) => {
    const months = { first: '2025-11', locked: monthsFrom('2025-11', last), current: '2026-10' }
    const listed = visibleMonths(months)
    const shown = listed.find((month) => mayLock(month, months) === 'OK') ?? listed[0]
    expect(monthAfterLocks(last, months.current)).toBe(shown)
  },
)
