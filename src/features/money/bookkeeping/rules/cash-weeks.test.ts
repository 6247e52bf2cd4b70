import { expect, it } from 'vitest'
import { cashWeeksOf } from './cash-weeks.ts'

const due = (day: string, dueInCents: number, dueOutCents = 0, onItsWayCents = 0) => ({
  day,
  dueInCents,
  dueOutCents,
  onItsWayCents,
})

it('puts each day into what is overdue, its week from Monday on, or later, and loses nothing', () => {
  // 4 November 2026 is a Wednesday.
  const days = [
    due('2026-11-03', 1),
    due('2026-11-04', 2),
    due('2026-11-08', 4),
    due('2026-11-09', 8, 16),
    due('2026-12-27', 32, 0, 64),
    due('2026-12-28', 128),
  ]
  const weeks = cashWeeksOf(days, '2026-11-04')
  expect(weeks.map(({ time, from }) => from ?? time)).toEqual([
    'OVERDUE',
    '2026-11-04',
    ...['2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'],
    'LATER',
  ])
  expect(weeks.map(({ dueInCents }) => dueInCents)).toEqual([1, 6, 8, 0, 0, 0, 0, 0, 32, 128])
  expect([weeks[2]?.dueOutCents, weeks[8]?.onItsWayCents]).toEqual([16, 64])
})

it('begins a week on Monday for a Monday and a Sunday too', () => {
  const starts = (today: string) => cashWeeksOf([], today).map(({ from }) => from)
  expect(starts('2026-11-02').slice(1, 3)).toEqual(['2026-11-02', '2026-11-09'])
  expect(starts('2026-11-08').slice(1, 3)).toEqual(['2026-11-08', '2026-11-09'])
})
