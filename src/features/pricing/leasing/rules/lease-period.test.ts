import { describe, expect, it } from 'vitest'
import { leaseEnd, leaseStart } from './lease-period.ts'

describe('the period of a lease', () => {
  it.each([
    ['2026-03-15', '2026-03-10', '2026-04-01'],
    ['2026-03-10', '2026-04-02', '2026-05-01'],
    ['2026-03-31', '2026-03-31', '2026-04-01'],
    ['2026-04-01', '2026-03-31', '2026-05-01'],
    ['2026-12-31', '2026-12-01', '2027-01-01'],
  ])('with the frame number known on %s and the delivery on %s starts on %s', (frame, delivery, start) => {
    expect(leaseStart(frame, delivery)).toBe(start)
  })

  it.each([
    ['2026-04-01', 1, '2026-04-30'],
    ['2026-04-01', 40, '2029-07-31'],
    ['2026-03-01', 12, '2027-02-28'],
    ['2027-03-01', 12, '2028-02-29'],
  ])('from %s over %i months ends on %s', (start, months, end) => {
    expect(leaseEnd(start, months)).toBe(end)
  })

  it.each([0, -1, 1.5])('has no length of %s months', (months) => {
    expect(() => leaseEnd('2026-04-01', months)).toThrow(RangeError)
  })
})
