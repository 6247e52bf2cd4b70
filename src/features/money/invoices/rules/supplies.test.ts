import { expect, it } from 'vitest'
import { taxPositions } from '#features/pricing/vat/tax-positions.ts'
import { invoicePurposes } from '../rules.ts'
import { groundsOf, settablePurposes, supplyOf, usualVatOf } from './supplies.ts'

it('finds a tax position for every kind of line, with its reason, its source and the day it was read', () => {
  for (const purpose of invoicePurposes)
    for (const vatBasisPoints of [0, 2550]) {
      const position = taxPositions[supplyOf({ purpose, vatBasisPoints })]
      expect(position.reason.length, purpose).toBeGreaterThan(20)
      expect(position.source, purpose).toMatch(/\d/)
      expect(position.readOn, purpose).toMatch(/^\d{4}-\d\d-\d\d$/)
      if (vatBasisPoints === 0) expect(position, purpose).toMatchObject({ basis: 'NONE', day: 'NONE' })
    }
})

it('names a ground for whatever bears no tax, and for nothing else', () => {
  for (const position of Object.values(taxPositions))
    expect(position.ground === null, position.reason).toBe(position.basis === 'STANDARD')
  const lines = [
    { purpose: 'RETURN_FEE', vatBasisPoints: 2550 },
    { purpose: 'RETURN_FEE', vatBasisPoints: 0 },
    { purpose: 'DEDUCTIBLE', vatBasisPoints: 0 },
    { purpose: 'OTHER', vatBasisPoints: 0 },
  ] as const
  expect(groundsOf(lines)).toEqual(['DAMAGES', 'COMPENSATION'])
})

it('taxes all purposes at the standard rate but the deductible and the cost of lateness, unless the settings say otherwise', () => {
  expect(invoicePurposes.filter((purpose) => usualVatOf(purpose) === 'NONE')).toEqual(['DEDUCTIBLE', 'LATE'])
  expect(settablePurposes.map(usualVatOf)).toEqual(['STANDARD', 'STANDARD', 'STANDARD', 'STANDARD'])
})
