import { describe, expect, it } from 'vitest'
import { addBankDays, bankDayFrom, bankDayUntil, easterSunday, isBankDay } from './bank-days.ts'

describe('bank days', () => {
  it('knows Easter of years whose day is published', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ])
  })

  it('are closed on weekends and on the holidays of 2026', () => {
    const closed = [
      '2026-01-01',
      '2026-01-06',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-06-19',
      '2026-12-24',
      '2026-12-25',
      '2026-11-21',
      '2026-11-22',
    ]
    expect(closed.filter(isBankDay)).toEqual([])
    expect(
      ['2026-01-02', '2026-04-02', '2026-06-18', '2026-12-23', '2026-12-28'].filter((day) => !isBankDay(day)),
    ).toEqual([])
  })

  it('are found forwards, backwards and by count over a long holiday', () => {
    expect(bankDayFrom('2026-04-03')).toBe('2026-04-07')
    expect(bankDayUntil('2026-04-06')).toBe('2026-04-02')
    expect(bankDayUntil('2026-05-31')).toBe('2026-05-29')
    expect(addBankDays('2026-04-01', 2)).toBe('2026-04-07')
  })
})
