import { describe, expect, test } from 'vitest'
import { effectiveMaxPriceCents } from './price-limit.ts'

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
