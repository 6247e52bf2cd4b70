import { expect, it } from 'vitest'
import { businessIdOf, companyNameKey } from './party-ids.ts'

it('a company’s id is one in every way of writing it', () => {
  for (const text of [
    '1234567-1',
    '12345671',
    'FI12345671',
    'fi 1234567-1',
    '003712345671',
    '00371234567100001',
    ' 1234567\u20111 ',
    '1234567\u00A0-\u00A01',
  ])
    expect(businessIdOf(text)).toBe('1234567-1')
  expect(businessIdOf('123456-1')).toBe('0123456-1')
  for (const text of ['', null, '123', 'SE556012579001', '1234567-12', 'Asiakas 12345671'])
    expect(businessIdOf(text)).toBeNull()
})

it('a company’s name is compared without its form, capitals and marks', () => {
  expect(new Set(['Poljin Oy', 'POLJIN OY', 'Oy Poljin Ab', 'poljin', 'Poljin  Oyj.'].map(companyNameKey)).size).toBe(1)
  expect(companyNameKey('Poljin Lahti Oy')).not.toBe(companyNameKey('Poljin Oy'))
})
