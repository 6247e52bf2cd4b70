import { describe, expect, it } from 'vitest'
import { containsPersonalIdentityCode, maskPersonalIdentityCodes } from './personal-identity-code.ts'

describe('a personal identity code', () => {
  it.each([
    '131052-308T',
    'henkilötunnukseni on 131052-308T, kiitos',
    '131052-308t',
    '131052\u2013308T',
    '(131052Y308T)',
    '131052+308T',
    '010203A9024',
    '010203B9024',
    'a@b 290200A901C',
  ])('is found in %j', (text) => {
    expect(containsPersonalIdentityCode(text)).toBe(true)
  })

  it.each([
    '',
    '131052-308U',
    '321052-308T',
    '131352-308T',
    'A131052-308T',
    '131052-308T1',
    '131052308T',
    '131052G308T',
    '290201A901C',
    '+358401234567',
    '1234567-1',
    'FI2112345600000785',
  ])('is not seen in %j', (text) => {
    expect(containsPersonalIdentityCode(text)).toBe(false)
  })

  it('is masked and the rest of the text stays', () => {
    expect(maskPersonalIdentityCodes('131052-308T ja 131052-308U ja 131052-308T.')).toBe(
      '[***] ja 131052-308U ja [***].',
    )
  })
})
