import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rfReference } from '#features/money/payments/rules/payment-codes.ts'
import { isReferenceNumber, referenceNumberFrom } from '#platform/values/identifiers.ts'
import { canonicalReference, isCreditorReference } from '#platform/values/typed/references.ts'
import { referencesIn, spellingsOf } from './references.ts'

describe('payment references', () => {
  it('compare alike in every way of writing one', () => {
    for (const text of ['1232', '00000000000000001232', 'RF11 1232', 'rf111232', ' 1 232 '])
      expect(canonicalReference(text)).toBe('1232')
    expect(canonicalReference('')).toBeNull()
    expect(canonicalReference(null)).toBeNull()
    expect(canonicalReference('RF18539007547034')).toBe('539007547034')
    expect(canonicalReference('RF98ABC1')).toBe('RF98ABC1')
  })

  it('are found in free text, in groups, in RF form and beside each other', () => {
    expect(referencesIn('VIITTEET 1232 JA 13')).toEqual(['1232'])
    expect(referencesIn('Viite RF18 5390 0754 7034, kiitos')).toEqual(['539007547034'])
    expect(referencesIn('lasku 12 32')).toEqual(['1232'])
    expect(referencesIn('ref:RF111232/1245')).toEqual(['1232', '1245'])
    expect(referencesIn('RF19539007547034 ja 1233')).toEqual([])
    expect([referencesIn(null), referencesIn('')]).toEqual([[], []])
    expect(spellingsOf('1232')).toEqual(['1232', 'RF111232'])
    expect(spellingsOf('ABC')).toEqual(['ABC'])
  })

  it('take the RF form with right check digits', () => {
    expect(rfReference('1232')).toBe('RF111232')
    expect(rfReference('0539 0075 4703 4')).toBe('RF18539007547034')
    expect(() => rfReference('12A')).toThrow(RangeError)
    expect(isCreditorReference('RF18 5390 0754 7034')).toBe(true)
    for (const text of ['RF19539007547034', 'RF18', '1232', 'RF18539007547034RF18539007547034'])
      expect(isCreditorReference(text)).toBe(false)
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 10n ** 18n }), (number) => {
        const national = referenceNumberFrom(String(number))
        const rf = rfReference(national)
        expect(isReferenceNumber(rf)).toBe(true)
        expect(isCreditorReference(rf)).toBe(true)
        expect(canonicalReference(rf)).toBe(canonicalReference(national))
      }),
    )
  })
})
