import { expect, it } from 'vitest'
import { isTooLong, mondayOf, weeksOf } from './rules.ts'

it('begins each week on its Monday, also where a period begins or ends on a Sunday', () => {
  expect(['2026-11-08', '2026-11-09', '2026-11-15'].map(mondayOf)).toEqual(['2026-11-02', '2026-11-09', '2026-11-09'])
  expect(weeksOf('2026-11-08', '2026-11-16')).toEqual(['2026-11-02', '2026-11-09', '2026-11-16'])
})

it('counts a leap year at once, and not a day more', () => {
  expect([isTooLong('2028-01-01', '2028-12-31'), isTooLong('2028-01-01', '2029-01-01')]).toEqual([false, true])
})
