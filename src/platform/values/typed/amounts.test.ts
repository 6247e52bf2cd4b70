import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amounts.ts'

const centsOf = (text: string, decimal?: '.' | ',') => {
  const found = readAmount(text, decimal)
  return found.kind === 'ONE' ? found.cents : found.kind === 'TWO' ? found.readings : null
}

describe('an amount of a file', () => {
  it('is read as programs and tables write it', () => {
    const same = [
      '1234,50',
      '1234.5',
      '1 234,50',
      '1\u00A0234,50',
      '1\u202F234,50 €',
      '1.234,50',
      '1,234.50',
      "1'234.50",
      'EUR 1234,500',
      '001234.50',
    ]
    expect(same.map((text) => centsOf(text))).toEqual(same.map(() => 123_450))
    expect(['-12,00', '\u221212,00', '12,00-', '- 12'].map((text) => centsOf(text))).toEqual([
      -1200, -1200, -1200, -1200,
    ])
    expect(['1.234.567', '0,500', '12.', '0'].map((text) => centsOf(text))).toEqual([123_456_700, 50, 1200, 0])
  })

  it('has both readings where it has two, and none is chosen', () => {
    expect(centsOf('1,234')).toEqual([123_400, 123])
    expect(centsOf('2.790')).toEqual([279_000, 279])
    expect(centsOf('-1.234', '.')).toEqual([-123_400, -123])
  })

  it('takes zeros behind the cents as decimals where the format prescribes the sign', () => {
    expect(centsOf('390,440', ',')).toBe(39_044)
    expect(centsOf('300.000', '.')).toBe(30_000)
    expect(centsOf('390,440', '.')).toEqual([39_044_000, 39_044])
    expect(centsOf('2390,440')).toBe(239_044)
  })

  it('is none where a cent is broken, digits are grouped oddly or letters stand in it', () => {
    for (const text of [
      '',
      '1234.567',
      '12 34',
      '1.23.456',
      '1 234,567',
      '1,2.3',
      '1.234,5678',
      'abc',
      '1e5',
      '--1',
      '-1-',
      '9'.repeat(20),
    ])
      expect(centsOf(text)).toBeNull()
  })

  it('never throws, and reads what it writes', () => {
    fc.assert(fc.property(fc.string(), (text) => void readAmount(text)))
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        const digits = String(Math.abs(cents)).padStart(3, '0')
        const text = `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
        expect(centsOf(text)).toBe(cents)
      }),
    )
  })
})
