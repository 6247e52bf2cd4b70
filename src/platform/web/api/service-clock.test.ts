import { afterEach, expect, it } from 'vitest'
import { helsinkiDay } from '#platform/values/days.ts'
import { serviceDay, serviceNow, setClockBy } from './service-clock.ts'

const answerAt = (at: string | null) => new Response(null, { headers: at ? { 'x-service-time': at } : {} })
afterEach(() => void setClockBy(answerAt(new Date().toISOString())))

it('counts the day of the server, whatever the browser believes, and follows its clock when that is moved', () => {
  setClockBy(answerAt('2026-03-15T21:59:00.000Z'))
  expect(serviceDay()).toBe('2026-03-15')
  setClockBy(answerAt('2029-12-31T22:00:30.000Z'))
  expect(serviceDay()).toBe('2030-01-01')
})

it('keeps what it knows when an answer says nothing of the time', () => {
  setClockBy(answerAt('2026-03-15T10:00:00.000Z'))
  setClockBy(answerAt(null))
  setClockBy(answerAt('yesterday'))
  expect(helsinkiDay(serviceNow())).toBe('2026-03-15')
})
