import { expect, it } from 'vitest'
import { bankItemOf, fitsItem } from '../rules.ts'

it('posts the bank’s own items and nothing that is somebody else’s', () => {
  expect(bankItemOf('BANK_FEE')).toBe('BANK_FEE')
  expect([bankItemOf('NOT_OURS'), bankItemOf('OWN_ACCOUNT'), bankItemOf('RETURNED'), bankItemOf('OTHER')]).toEqual(
    Array.from({ length: 4 }, () => null),
  )
})

it.each([
  ['BANK_FEE', 'DEBIT', 1_250, true],
  ['BANK_FEE', 'CREDIT', 1_250, false],
  ['INTEREST', 'CREDIT', 90_000, true],
  ['INTEREST', 'DEBIT', 90_000, true],
  ['ROUNDING', 'CREDIT', 100, true],
  ['ROUNDING', 'CREDIT', 101, false],
] as const)('a %s by a %s of %i cents fits: %s', (item, direction, amountCents, fits) => {
  expect(fitsItem(item, { direction, amountCents })).toBe(fits)
})
