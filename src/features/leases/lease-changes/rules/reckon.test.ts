import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rateOn } from '#features/pricing/vat/rules.ts'
import { reckonChanges, turnsBetween, type WantedChange } from './reckon.ts'

const payment = (cents: number) => ({ instalmentCents: cents, lastInstalmentCents: cents, serviceShareCents: 2_200 })
const agreed = { payment: payment(10_001), basisPoints: 2_550 }

it('leaves no cent behind when rates come and go, in whatever order they are entered', () => {
  const rates = fc.array(
    fc.record({ month: fc.integer({ min: 1, max: 11 }), rate: fc.integer({ min: 0, max: 3_000 }) }),
  )
  const cents = fc.integer({ min: 100, max: 99_999 })
  fc.assert(
    fc.property(rates, cents, cents, (entered, base, set) => {
      const start = { payment: payment(base), basisPoints: 2_550 }
      const monthOf = (month: number) => `2027-${String(month).padStart(2, '0')}`
      const changes: WantedChange[] = [
        ...entered.map(({ month, rate }) => ({ from: monthOf(month), to: rate })),
        { from: '2027-06', to: { payment: payment(set), basisPoints: 2_550 } },
        { from: '2027-12', to: 2_550 },
      ]
      const last = reckonChanges(start, changes).at(-1)!
      expect(last.after).toEqual(payment(set))
      const without = reckonChanges(
        start,
        changes.filter(({ to }) => typeof to !== 'number'),
      )
      expect(without.map(({ before, after }) => [before, after])).toEqual([[payment(base), payment(set)]])
    }),
  )
})

it('counts every payment from what was agreed, and leaves out a rate that is paid already', () => {
  const changes = [
    { from: '2027-02', to: 2_550 },
    { from: '2027-01', to: 2_400 },
    { from: '2027-03', to: 2_550 },
  ]
  expect(reckonChanges(agreed, changes).map(({ change, after }) => [change.from, after.instalmentCents])).toEqual([
    ['2027-01', 9_882],
    ['2027-02', 10_001],
  ])
})

it('turns from the month whose first day has another rate, also back to one that another had taken the place of', () => {
  const rates = [
    { basis_points: 2_550, valid_from: '2024-09-01', valid_to: null },
    { basis_points: 2_700, valid_from: '2027-01-15', valid_to: '2027-03-31' },
  ]
  expect(rateOn(rates, '2027-02-01')?.basis_points).toBe(2_700)
  expect(turnsBetween(rates, '2026-12-10', '2027-05-01')).toEqual([
    { from: '2027-02', day: '2027-01-15' },
    { from: '2027-04', day: '2027-04-01' },
  ])
  expect(turnsBetween(rates, '2027-02-02', '2027-03-31')).toEqual([])
})
