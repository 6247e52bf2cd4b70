import { expect, it } from 'vitest'
import { differencesOf } from '#testing/money/invoice-differences.ts'

it('prices and posts 3,000 random invoices as an independent count does (a million: npm run bench -- invoices)', () => {
  expect(differencesOf({ invoices: 3_000, seed: 1 })).toEqual([])
})
