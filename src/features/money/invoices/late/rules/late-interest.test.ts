import { describe, expect, it } from 'vitest'
import { compensationOf, firstLateDay, halfYearOf, interestOf, type LateBill, nextHalfYear } from './late-interest.ts'

const rates = [
  { fromDay: '2025-01-01', basisPoints: 350 },
  { fromDay: '2025-07-01', basisPoints: 250 },
  { fromDay: '2026-01-01', basisPoints: 250 },
]
const bill = (more: Partial<LateBill> = {}): LateBill => ({
  debtor: 'EMPLOYER',
  sentDay: '2025-06-06',
  dueDay: '2025-06-20',
  owedCents: 1_000_000,
  payments: [],
  ...more,
})
const interest = (of: LateBill, from: string, until: string) => interestOf(of, { from, until, rates })

describe('interest for lateness', () => {
  it('follows the rate of each half-year, eight points above it for a company and seven for a person', () => {
    expect(interest(bill(), '2025-06-21', '2025-07-10')).toEqual([
      { from: '2025-06-21', to: '2025-06-30', days: 10, owedCents: 1_000_000, basisPoints: 1_150, cents: 3_151 },
      { from: '2025-07-01', to: '2025-07-10', days: 10, owedCents: 1_000_000, basisPoints: 1_050, cents: 2_877 },
    ])
    const person = interest(bill({ debtor: 'PERSON' }), '2026-01-01', '2026-01-31')!
    expect(person.map(({ basisPoints, cents }) => [basisPoints, cents])).toEqual([[950, 8_068]])
  })

  it('counts the day of a payment in, and what is left from the next day on', () => {
    const paid = bill({
      payments: [
        { day: '2025-07-15', cents: 600_000 },
        { day: '2025-07-20', cents: 400_000 },
      ],
    })
    const parts = interest(paid, '2025-07-11', '2025-12-31')!
    expect(parts.map(({ from, to, days, owedCents }) => [from, to, days, owedCents])).toEqual([
      ['2025-07-11', '2025-07-15', 5, 1_000_000],
      ['2025-07-16', '2025-07-20', 5, 400_000],
    ])
  })

  it('is unknown where the rate of a half-year is missing, and nothing before it begins', () => {
    expect(interest(bill(), '2026-06-30', '2026-07-01')).toBeNull()
    expect(interest(bill(), '2025-06-21', '2025-06-20')).toEqual([])
    const paid = bill({ payments: [{ day: '2025-06-30', cents: 1_000_000 }] })
    expect(interest(paid, '2025-06-21', '2027-01-01')).toHaveLength(1)
  })

  it('begins on the day after the due day, for a person 30 days after the bill at the earliest', () => {
    expect(firstLateDay(bill())).toBe('2025-06-21')
    expect(firstLateDay(bill({ debtor: 'PERSON' }))).toBe('2025-07-07')
    expect(firstLateDay(bill({ debtor: 'PERSON', dueDay: '2025-08-01' }))).toBe('2025-08-02')
  })
})

it('a company alone owes 40 € for a bill that it pays late', () => {
  expect(compensationOf(bill(), '2025-06-21')).toBe(4_000)
  expect(compensationOf(bill(), '2025-06-20')).toBe(0)
  expect(compensationOf(bill({ debtor: 'PERSON' }), '2025-09-21')).toBe(0)
  expect(compensationOf(bill({ payments: [{ day: '2025-06-21', cents: 1_000_000 }] }), '2025-09-21')).toBe(4_000)
  expect(compensationOf(bill({ payments: [{ day: '2025-06-20', cents: 1_000_000 }] }), '2025-09-21')).toBe(0)
})

it('half-years begin with January and July', () => {
  expect(['2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31'].map(halfYearOf)).toEqual([
    '2026-01-01',
    '2026-01-01',
    '2026-07-01',
    '2026-07-01',
  ])
  expect(['2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31'].map(nextHalfYear)).toEqual([
    '2026-07-01',
    '2026-07-01',
    '2027-01-01',
    '2027-01-01',
  ])
})
