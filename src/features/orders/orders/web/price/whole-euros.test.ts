import { expect, test } from 'vitest'
import { formatWholeEuros } from './whole-euros.ts'

test.each([
  ['fi', '2 124 €'],
  ['sv', '2 124 €'],
  ['en', '€2,124'],
] as const)('whole euros are written as money is in %s', (language, shown) => {
  expect(formatWholeEuros(2124.4, language).replace(/\s/gu, ' ')).toBe(shown)
})
