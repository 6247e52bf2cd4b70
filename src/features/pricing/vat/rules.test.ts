import { expect, it } from 'vitest'
import { rateOn, turnedDays } from './rules.ts'

const rate = (basis_points: number, valid_from: string, valid_to: string | null = null) => ({
  basis_points,
  valid_from,
  valid_to,
})
const usual = rate(2_550, '2024-09-01')

it('a rate that is added turns the days from its first on', () => {
  expect(turnedDays([usual], [usual, rate(2_700, '2027-01-01')])).toEqual([
    { from: '2027-01-01', to: null, before: 2_550, after: 2_700 },
  ])
})

it('a rate for some days turns those alone, and one that is moved the days between', () => {
  expect(turnedDays([usual], [usual, rate(2_700, '2027-01-01', '2027-03-31')])).toEqual([
    { from: '2027-01-01', to: '2027-03-31', before: 2_550, after: 2_700 },
  ])
  expect(turnedDays([usual, rate(2_700, '2027-01-01')], [usual, rate(2_700, '2027-02-01')])).toEqual([
    { from: '2027-01-01', to: '2027-01-31', before: 2_700, after: 2_550 },
  ])
})

it('days without a rate are turned as well, and the same rates turn none', () => {
  expect(turnedDays([usual], [])).toEqual([{ from: '2024-09-01', to: null, before: 2_550, after: null }])
  expect(turnedDays([usual], [usual])).toEqual([])
  expect(turnedDays([usual], [usual, rate(2_550, '2027-01-01')])).toEqual([])
})

it('a rate is valid through its last day, and of those that are valid the one that began last counts', () => {
  const rates = [usual, rate(2_700, '2027-01-01', '2027-03-31')]
  const on = (day: string) => rateOn(rates, day)?.basis_points
  expect(['2024-08-31', '2026-12-31', '2027-01-01', '2027-03-31', '2027-04-01'].map(on)).toEqual([
    undefined,
    2_550,
    2_700,
    2_700,
    2_550,
  ])
})
