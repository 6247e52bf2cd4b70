import { describe, expect, it } from 'vitest'
import { agrees, differenceOf, nextToClose, refusalOfClosing, refusalOfFiling, refusalOfOpening } from './periods.ts'

const books = { today: '2026-11-03', first: '2026-08', closedThrough: '2026-09' }

describe('a month of the books', () => {
  it('is closed once, after its last day, when every earlier month with vouchers is closed', () => {
    expect(refusalOfClosing('2026-10', 'OPEN', books)).toBeNull()
    expect(refusalOfClosing('2026-09', 'CLOSED', books)).toBe('PERIOD_CLOSED')
    expect(refusalOfClosing('2026-11', 'OPEN', books)).toBe('PERIOD_NOT_OVER')
    expect(refusalOfClosing('2026-10', 'OPEN', { ...books, today: '2026-10-31' })).toBe('PERIOD_NOT_OVER')
    expect(refusalOfClosing('2026-10', 'OPEN', { ...books, closedThrough: '2026-08' })).toBe('PERIOD_OUT_OF_ORDER')
    expect(nextToClose({ ...books, closedThrough: null })).toBe('2026-08')
    expect(nextToClose({ ...books, first: null, closedThrough: null })).toBeNull()
  })

  it('is opened again only as the last closed one, and never once its return has been filed', () => {
    expect(refusalOfOpening('2026-09', 'CLOSED', books)).toBeNull()
    expect(refusalOfOpening('2026-08', 'CLOSED', books)).toBe('PERIOD_OUT_OF_ORDER')
    expect(refusalOfOpening('2026-09', 'FILED', books)).toBe('PERIOD_FILED')
    expect(refusalOfOpening('2026-10', 'OPEN', books)).toBe('PERIOD_NOT_CLOSED')
    expect([refusalOfFiling('CLOSED'), refusalOfFiling('OPEN'), refusalOfFiling('FILED')]).toEqual([
      null,
      'PERIOD_NOT_CLOSED',
      'PERIOD_FILED',
    ])
  })

  it('does not agree with a bank of which nothing is known, unless the ledger has nothing of it either', () => {
    const check = (ledgerCents: number, comparedCents: number | null) =>
      ({ kind: 'BANK', ledgerCents, comparedCents }) as const
    expect(differenceOf(check(100, 40))).toBe(60)
    expect(differenceOf(check(100, null))).toBeNull()
    const explained = [{ part: 'OPENING', cents: -40 }] as const
    expect(differenceOf({ ...check(60, 100), explained })).toBe(0)
    expect(differenceOf({ ...check(75, 100), explained })).toBe(15)
    expect([agrees(check(100, null)), agrees(check(0, null)), agrees(check(5, 5))]).toEqual([false, true, true])
  })
})
