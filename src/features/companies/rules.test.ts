import { describe, expect, test } from 'vitest'
import { effectiveMaxPriceCents, staffOnlyChanges } from './rules.ts'

describe('the highest package price', () => {
  const company = { maxPriceCents: 450_000 }

  test('is the company’s when nothing else limits it', () => {
    expect(effectiveMaxPriceCents(company, null, null)).toBe(450_000)
    expect(effectiveMaxPriceCents(company, { maxPriceCents: null }, { maxPriceCents: null })).toBe(450_000)
  })

  test('is the lowest of the three limits, whichever that is', () => {
    expect(effectiveMaxPriceCents(company, { maxPriceCents: 200_000 }, { maxPriceCents: 300_000 })).toBe(200_000)
    expect(effectiveMaxPriceCents(company, { maxPriceCents: 300_000 }, { maxPriceCents: 200_000 })).toBe(200_000)
    expect(effectiveMaxPriceCents(company, { maxPriceCents: 900_000 }, { maxPriceCents: 900_000 })).toBe(450_000)
  })
})

describe('a change by the company’s own people', () => {
  test('may touch contact, policy, signing and payroll', () => {
    const change = {
      contact: { name: 'Uusi' },
      policy: { orderCount: 2 },
      signerUserIds: [],
      twoFactor: 'EVERYONE',
    } as const
    expect(staffOnlyChanges({ ...change, signerUserIds: [] }, {})).toEqual([])
  })

  test('names every field that is agreed with the service', () => {
    const current = { name: 'Yritys Oy', maxPrice: 4500, vatValue: null }
    expect(staffOnlyChanges({ name: 'Muu Oy', maxPrice: 9000, vatValue: 24 }, current)).toEqual([
      'name',
      'maxPrice',
      'vatValue',
    ])
  })

  test('may send such a field back unchanged', () => {
    expect(staffOnlyChanges({ name: 'Yritys Oy', maxPrice: 4500 }, { name: 'Yritys Oy', maxPrice: 4500 })).toEqual([])
  })
})
