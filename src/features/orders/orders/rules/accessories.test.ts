import { expect, test } from 'vitest'
import { isOutsideBenefit } from './accessories.ts'

test.each([
  ['Satulalaukku', true],
  ['Ortlieb Back-Roller laukut', true],
  ['Juomapullo', true],
  ['Pulloteline', false],
  ['Cykelväska', true],
  ['Bag', true],
  ['Phone holder', false],
  ['Lukko', false],
  ['Kypärä', false],
  ['Lokasuojat', false],
  ['Nastarenkaat', false],
])('%s is outside the benefit: %s', (name, expected) => {
  expect(isOutsideBenefit(name)).toBe(expected)
})
