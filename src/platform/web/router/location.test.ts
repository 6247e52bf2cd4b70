import { describe, expect, test } from 'vitest'
import { matchPath, stringifySearch } from '#platform/contract/pages.ts'
import { hrefOf, parseSearch } from './location.ts'

test.each([
  ['/mybike', '/mybike', {}],
  ['/mybike', '/mybike/', {}],
  ['/', '/', {}],
  ['/mybike', '/mybike/x', null],
  ['/liity/$token', '/liity/abc', { token: 'abc' }],
  ['/liity/$token', '/liity/', null],
  ['/$language/liity/$token', '/sv/liity/a%2Fb', { language: 'sv', token: 'a/b' }],
  ['/liity/$token', '/liity/%E0%A4%A', { token: '%E0%A4%A' }],
  ['/liity/$token', '/liity/%C3%A4%20a+b', { token: 'ä a+b' }],
  ['/liity/$token', '/liity/a/b', null],
])('%s and %s make %j', (path, pathname, params) => {
  expect(matchPath(path, pathname)).toEqual(params)
})

describe('an address', () => {
  test('is made from a path, its params and a query', () => {
    expect(hrefOf({ to: '/tilaus/$id', params: { id: 'a/b' }, search: { tab: 'ä', page: 2, q: '' } })).toBe(
      '/tilaus/a%2Fb?tab=%C3%A4&page=2',
    )
  })

  test('needs every param', () => {
    expect(() => hrefOf({ to: '/tilaus/$id' })).toThrow('needs id')
  })
})

test.each(['a+b', 'ä ö', 'a%2Fb', '100 %', '#&=?', '__proto__'])(
  '%s comes back from path and query as it was',
  (text) => {
    const address = new URL(hrefOf({ to: '/x/$id', params: { id: text }, search: { q: text } }), 'https://x.example')
    expect(matchPath('/x/$id', address.pathname)).toEqual({ id: text })
    expect(parseSearch(address.search)).toEqual({ q: text })
  },
)

test('a query survives being written and read', () => {
  const values = { q: 'Åsa & co', page: '2' }
  expect(parseSearch(stringifySearch(values))).toEqual(values)
  expect(stringifySearch({ q: null, page: undefined })).toBe('')
})
