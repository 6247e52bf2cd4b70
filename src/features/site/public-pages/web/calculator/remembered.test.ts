import { afterEach, expect, it, vi } from 'vitest'
import { startingInputs } from './remembered.ts'

/** A browser that remembers these inputs and was opened at this address. */
function opened(remembered: string | null, hash: string) {
  vi.useFakeTimers({ now: new Date('2026-05-31T22:30:00Z') })
  vi.stubGlobal('location', { hash })
  vi.stubGlobal('localStorage', { getItem: () => remembered, setItem: () => undefined, removeItem: () => undefined })
  return startingInputs()
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the calculator opens on today’s date in Finland, also where an earlier day is remembered', () => {
  expect(opened(null, '').commitment).toBe('1.6.2026')
  expect(opened('hinta=1000&paiva=2.1.2025', '')).toMatchObject({ price: '1000', commitment: '1.6.2026' })
})

it('the calculator keeps the day of an address that somebody was given', () => {
  expect(opened(null, '#hinta=1000&paiva=2.1.2025').commitment).toBe('2.1.2025')
})
