import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compactIban,
  formatIban,
  formatReferenceNumber,
  isBusinessId,
  isIban,
  isReferenceNumber,
  isVatNumber,
  referenceNumberFrom,
} from './identifiers.ts'

describe('identifiers with check digits', () => {
  it('knows business ids and VAT numbers', () => {
    expect(isBusinessId('1234567-1')).toBe(true)
    expect(isVatNumber('FI12345671')).toBe(true)
    for (const text of ['1234567-2', '12345671', '1234567–1', '234567-1', ' 1234567-1', '']) {
      expect(isBusinessId(text)).toBe(false)
    }
    for (const text of ['FI12345672', 'SE12345671', '12345671', 'FI1234567-1', ''])
      expect(isVatNumber(text)).toBe(false)
  })

  it('knows IBANs and their two forms', () => {
    expect(isIban('FI21 1234 5600 0007 85')).toBe(true)
    expect(isIban('fi2112345600000785')).toBe(true)
    expect(isIban('DE89370400440532013000')).toBe(true)
    for (const text of ['FI2112345600000786', 'FI21-1234-5600-0007-85', 'FI21', '', 'XX2112345600000785']) {
      expect(isIban(text)).toBe(false)
    }
    expect(compactIban('FI21 1234 5600 0007 85')).toBe('FI2112345600000785')
    expect(formatIban('FI2112345600000785')).toBe('FI21 1234 5600 0007 85')
  })

  it('knows payment references', () => {
    expect(isReferenceNumber('1232')).toBe(true)
    expect(isReferenceNumber('RF34 1234 561')).toBe(true)
    for (const text of ['1233', '12', '', 'abc', 'RF351234561', 'RF18539007547034', '123456789012345678901']) {
      expect(isReferenceNumber(text)).toBe(false)
    }
    expect(formatReferenceNumber('1234561')).toBe('12 34561')
    expect(formatReferenceNumber('nothing')).toBe('nothing')
  })

  it('makes payment references that are valid and break when a digit changes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{2,18}$/), fc.nat(), fc.integer({ min: 1, max: 9 }), (base, at, shift) => {
        const reference = referenceNumberFrom(base)
        expect(reference.startsWith(base)).toBe(true)
        expect(isReferenceNumber(reference)).toBe(true)
        const index = at % reference.length
        const changed = (Number(reference[index]) + shift) % 10
        expect(isReferenceNumber(`${reference.slice(0, index)}${changed}${reference.slice(index + 1)}`)).toBe(false)
      }),
    )
    for (const base of ['12', '012', '12a', '', '1'.repeat(20)]) {
      expect(() => referenceNumberFrom(base)).toThrow(RangeError)
    }
  })
})
