import { expect, it } from 'vitest'
import { isNudgeDue } from './remind.ts'

const days = { firstDays: 3, secondDays: 7, lastDays: 1 }
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9))
const turn = (values: { dueAt?: Date | null; nudgedAt?: Date | null } = {}) => ({
  since: at(1),
  dueAt: at(15),
  nudgedAt: null,
  ...values,
})

it('a turn is reminded of after each number of days and before its last one, each time once', () => {
  const asked = [3, 4, 5, 8, 13, 14, 20]
  const dueOn = (nudgedAt: Date | null) => asked.filter((day) => isNudgeDue(turn({ nudgedAt }), at(day), days))
  expect(dueOn(null)).toEqual([4, 5, 8, 13, 14, 20])
  expect(dueOn(at(4))).toEqual([8, 13, 14, 20])
  expect(dueOn(at(8))).toEqual([14, 20])
  expect(dueOn(at(14))).toEqual([])
})

it('a turn without a last day has two reminders, and one whose last day is near is reminded of before it', () => {
  expect(isNudgeDue(turn({ dueAt: null, nudgedAt: at(8) }), at(40), days)).toBe(false)
  expect(isNudgeDue(turn({ dueAt: at(3) }), at(2), days)).toBe(true)
  expect(isNudgeDue(turn({ dueAt: at(1) }), at(2), days)).toBe(false)
})
