import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareMonth } from './comparison.ts'

const nothing = { instalmentCents: 0, feeCents: 0, correctionCents: 0, creditCents: 0 }

it('explains fees, other lessors and what changed since', () => {
  const billed = { ...nothing, instalmentCents: 20_000, feeCents: 4_500 }
  expect(compareMonth(billed, { ownCents: 10_000, othersCents: 8_000 })).toEqual({
    invoicedCents: 24_500,
    payrollCents: 18_000,
    differenceCents: 6_500,
    parts: [
      { kind: 'FEES', cents: 4_500 },
      { kind: 'OTHER_LESSORS', cents: -8_000 },
      { kind: 'CHANGES', cents: 10_000 },
    ],
  })
})

it('has nothing to explain where invoice and payroll agree', () => {
  const same = compareMonth({ ...nothing, instalmentCents: 10_000 }, { ownCents: 10_000, othersCents: 0 })
  expect(same).toMatchObject({ differenceCents: 0, parts: [] })
})

it('adds up to the difference, whatever was billed', () => {
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 })
  const billed = fc.record({ instalmentCents: cents, feeCents: cents, correctionCents: cents, creditCents: cents })
  fc.assert(
    fc.property(billed, fc.record({ ownCents: cents, othersCents: cents }), (invoice, payroll) => {
      const { differenceCents, invoicedCents, payrollCents, parts } = compareMonth(invoice, payroll)
      expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(differenceCents)
      expect(invoicedCents - payrollCents).toBe(differenceCents)
    }),
    { seed: 1 },
  )
})
