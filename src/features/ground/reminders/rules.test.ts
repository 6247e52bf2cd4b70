import { expect, it } from 'vitest'
import { mayEscalate, restsUntil } from './rules.ts'

it('is brought to somebody else when we are late ourselves, or after two reminders of another', () => {
  const ours = (due: string | null) => mayEscalate({ awaited: 'STAFF', due, nudges: 5 }, '2026-11-10')
  expect([ours('2026-11-09'), ours('2026-11-10'), ours(null)]).toEqual([true, false, false])
  const theirs = (nudges: number) => mayEscalate({ awaited: 'EMPLOYER', due: '2026-01-01', nudges }, '2026-11-10')
  expect([theirs(1), theirs(2)]).toEqual([false, true])
})

it('rests for a day after somebody was told', () => {
  const told = new Date('2026-11-09T10:00:00Z')
  const next = new Date('2026-11-10T10:00:00Z')
  expect(restsUntil(told, new Date(next.getTime() - 1))).toEqual(next)
  expect([restsUntil(told, next), restsUntil(null, next)]).toEqual([null, null])
})
