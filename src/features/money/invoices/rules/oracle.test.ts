import { expect, it } from 'vitest'
import { differencesOf } from '#testing/money/invoice-differences.ts'

it('prices and posts 2,000 random invoices, and writes their e-invoices, as an independent count of EN 16931 does (a million: npm run bench -- invoices)', () => {
  expect(differencesOf({ invoices: 2_000, seed: 1, eInvoiceEach: 1 })).toEqual([])
})
