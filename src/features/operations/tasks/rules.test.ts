import { describe, expect, it } from 'vitest'
import { byUrgency, isAskedFor, isLate } from './rules.ts'

const today = '2026-11-24'
const task = (since: string, due: string | null = null) => ({
  since: `${since}T08:00:00.000Z`,
  due,
  action: 'payInvoice' as const,
  companyId: 'a',
})

describe('the order of tasks', () => {
  it('begins with the latest, then goes from the longest wait on, whatever is due later', () => {
    const latest = task('2026-11-20', '2026-11-01')
    const late = task('2026-10-01', '2026-11-23')
    const oldest = task('2026-09-01')
    const dueToday = task('2026-11-02', today)
    const youngest = task('2026-11-23', '2026-11-25')
    const sorted = [youngest, late, dueToday, oldest, latest].toSorted(byUrgency(today))
    expect(sorted).toEqual([latest, late, oldest, dueToday, youngest])
  })

  it('among equally late ones is that of their wait', () => {
    const [first, second] = [task('2026-11-01', '2026-11-20'), task('2026-11-02', '2026-11-20')]
    expect([second, first].toSorted(byUrgency(today))).toEqual([first, second])
  })
})

it('a task is late from the day after its due day, and never without one', () => {
  expect([null, '2026-11-23', today, '2026-11-25'].map((due) => isLate(task('2026-11-01', due), today))).toEqual([
    false,
    true,
    false,
    false,
  ])
})

it('a list may be narrowed by what is to be done, by company and to what is late, all at once', () => {
  const late = task('2026-11-01', '2026-11-20')
  const asked = (query: Parameters<typeof isAskedFor>[1]) => isAskedFor(late, query, today)
  expect([{}, { action: 'payInvoice' as const, companyId: 'a', late: true }, { late: false }].map(asked)).toEqual([
    true,
    true,
    true,
  ])
  expect([{ action: 'solveCase' as const }, { companyId: 'b' }].map(asked)).toEqual([false, false])
  expect(isAskedFor(task('2026-11-01'), { late: true }, today)).toBe(false)
})
