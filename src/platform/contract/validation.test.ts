import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, isPhone, isWebLink, isWebsiteUrl, normaliseEmail, normalisePhone, searchText } from './validation.ts'

describe('an e-mail address', () => {
  it.each([
    'a@b.fi',
    'first.last@company.example',
    'first+tag@sub.domain.example',
    "o'hara_x-1@company.example",
    'FIRST@COMPANY.EXAMPLE',
    'a@xn--hkki-loaa.example',
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'plain',
    '@company.example',
    'a@',
    'a@company',
    'a@company.f',
    'a@company.f1',
    '.a@company.example',
    'a.@company.example',
    'a..b@company.example',
    'a@company..example',
    'a@.company.example',
    'a@company.example.',
    'a@-company.example',
    'a@company-.example',
    'a b@company.example',
    ' a@company.example',
    'a@company.example\n',
    'a@b@company.example',
    'a,b@company.example',
    '"a"@company.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'ä@company.example',
    `${'a'.repeat(65)}@company.example`,
    `a@${'b.'.repeat(126)}example`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('is compared trimmed and in lower case', () => {
    for (const typed of [
      ' First.Last@Company.Example ',
      'mailto:first.last@company.example',
      '<First.Last@company.example>',
    ])
      expect(normaliseEmail(typed)).toBe('first.last@company.example')
  })

  it('never has a leading dot, a doubled dot or a blank', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '1', '.', '@', '-', ' ', '+', '_'), maxLength: 20 })
    fc.assert(
      fc.property(text, (candidate) => {
        if (!isEmail(candidate)) return
        expect(candidate).not.toMatch(/^\.|\.\.|\s|\.@|@.*@/)
        expect(candidate).toMatch(/@.*\.[A-Za-z]{2,}$/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a website address', () => {
  it.each([
    'http://store.example.fi',
    'https://www.store.fi',
    'www.store.fi',
    'WWW.Store.FI',
    'https://store.museum',
    'https://store.fi/tarjous/pyora?id=1#kuva',
    'https://store.fi:8443/polku',
    'https://store.fi?x=1',
    'https://verkkovelo.example/b',
    'www.Store.EXAMPLE',
  ])('may be %s', (text) => {
    expect(isWebsiteUrl(text)).toBe(true)
  })

  it.each([
    '',
    'store.fi',
    'ftp://store.fi',
    'http:/store.fi',
    'https://store',
    'https://store.f',
    'https://store.helsinki',
    'https://.example',
    'https://example',
    'www.fi',
    'www.',
    'https://',
    'https://store.fi/a b',
    'https://user@store.fi',
    'https://user:secret@store.fi',
    'https://-store.fi',
    'https://store..fi',
    'https://10.0.0.1',
    'https://localhost:3000',
    'javascript:alert(1)',
    ' https://store.fi',
    'https://store.fi\n',
  ])('is not %j', (text) => {
    expect(isWebsiteUrl(text)).toBe(false)
  })
})

describe('a link to a page', () => {
  it.each(['https://store.fi/pyora', 'www.store.fi', 'https://pyora.helsinki/a?b#c', 'https://verkkovelo.example/b'])(
    'may be %s',
    (text) => {
      expect(isWebLink(text)).toBe(true)
    },
  )

  it.each(['', 'store.fi/pyora', 'ftp://store.fi', 'https://store', 'https://user@store.fi', 'javascript:alert(1)'])(
    'is not %j',
    (text) => {
      expect(isWebLink(text)).toBe(false)
    },
  )
})

describe('a phone number', () => {
  it.each(['+358401234567', '0401234567', '0123456', '+358123456', '012345678901234', '+35812345678901234'])(
    'may be %s',
    (text) => {
      expect(isPhone(text)).toBe(true)
    },
  )

  it.each([
    '',
    '012345',
    '+35812345',
    '0123456789012345',
    '+358123456789012345',
    '401234567',
    '+46701234567',
    '358401234567',
    '040 123 4567',
    '040-1234567',
    '0401234567x',
    '0401234567\n',
  ])('is not stored as %j', (text) => {
    expect(isPhone(text)).toBe(false)
  })

  it.each([
    ['040 123 4567', '0401234567'],
    ['+358 40 123 4567', '+358401234567'],
    [' +358\u00a040\u00a01234567 ', '+358401234567'],
    ['40 123 4567', '0401234567'],
    ['50123456', '050123456'],
    ['45678901234567', '045678901234567'],
    ['00358 40 123 4567', '+358401234567'],
    ['+358 (0)40 123 4567', '+358401234567'],
    ['040-123 4567', '0401234567'],
    ['040.123.4567', '0401234567'],
    ['(040) 1234567', '0401234567'],
    ['tel:+358401234567', '+358401234567'],
    ["'0401234567", '0401234567'],
  ])('%j becomes %s', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored)
  })

  it.each(['', '   ', '4012345', '456789012345678', '301234567', '+46 70 123 4567', '+358', '040 ABC 4567'])(
    '%j is refused with the message of the specification',
    (typed) => {
      expect(() => normalisePhone(typed)).toThrow(new Error('Unsupported phone number format'))
    },
  )

  it('is valid once normalised, and normalising again changes nothing', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+ '.split('')), maxLength: 20 })
    const plausible = fc.tuple(fc.constantFrom('+358', '0', '4', '5', '3'), fc.stringMatching(/^[\d ]{6,15}$/))
    fc.assert(
      fc.property(
        fc.oneof(
          typed,
          plausible.map((parts) => parts.join('')),
        ),
        (text) => {
          let stored: string
          try {
            stored = normalisePhone(text)
          } catch (error) {
            expect((error as Error).message).toBe('Unsupported phone number format')
            return
          }
          expect(isPhone(stored)).toBe(true)
          expect(normalisePhone(stored)).toBe(stored)
        },
      ),
    )
  })
})

describe('search text', () => {
  it('is trimmed, and blanks alone are no search', () => {
    expect(searchText('  kampi ')).toBe('kampi')
    expect(searchText(' a  b ')).toBe('a  b')
    for (const nothing of ['', '   ', '\u00a0', null, undefined]) expect(searchText(nothing)).toBeUndefined()
  })
})
