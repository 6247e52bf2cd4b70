import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loginAddress, safeNext } from './next-path.ts'

const ORIGIN = 'https://poljin.example'

describe('the path after signing in', () => {
  test.each(['/mybike', '/tyonantaja?tab=hallitse', '/admin/yritykset?page=2#rivi', '/raportointi?q=a%2Fb'])(
    'keeps %s',
    (path) => {
      expect(safeNext(path)).toBe(path)
    },
  )

  test.each([
    '',
    'mybike',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /mybike',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/./\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/./%2f/evil.example',
    '/%2e/%5cevil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/kirjaudu',
    '/kirjaudu?next=/kirjaudu',
    '/kirjaudu-ulos',
  ])('refuses %j', (path) => {
    expect(safeNext(path)).toBeNull()
  })

  test('never leaves the origin, whatever is asked for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '@',
      ':',
      '%2f',
      '%5C',
      '%00',
      '\t',
      '\r',
      '\n',
      'evil.example',
      'https:',
      '?',
      '#',
      ' ',
      '\u2028',
      'ä',
      '／',
      '＼',
    )
    const tricks = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 8 })
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          tricks,
          tricks.map((rest) => `/${rest}`),
          fc.webUrl(),
        ),
        (asked) => {
          const next = safeNext(asked)
          if (next === null) return
          expect(new URL(next, ORIGIN).origin).toBe(ORIGIN)
          expect(next).toMatch(/^\/(?![/\\])/)
          expect(safeNext(next)).toBe(next)
        },
      ),
      { numRuns: 20_000 },
    )
  })
})

test('the sign-in address leads back to where one was', () => {
  expect(loginAddress('/mybike?a=1')).toBe('/kirjaudu?next=%2Fmybike%3Fa%3D1')
  expect(loginAddress('/')).toBe('/kirjaudu')
  expect(loginAddress('//evil.example')).toBe('/kirjaudu')
})
