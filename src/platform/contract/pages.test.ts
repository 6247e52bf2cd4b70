import { expect, expectTypeOf, it } from 'vitest'
import { isPage, pages, pageUrl } from './pages.ts'

it('fills the params and the query of a page', () => {
  expect(pageUrl('employerOrder', { orderId: 'a b' })).toBe('/tyonantaja/tilaus/a%20b')
  expect(pageUrl('reporting', {}, { companyId: 'c', month: '2026-03' })).toBe('/raportointi?companyId=c&month=2026-03')
})

it('names the params that a page needs in its type', () => {
  expectTypeOf(pageUrl<'join'>)
    .parameter(0)
    .toEqualTypeOf<'join'>()
  // @ts-expect-error a page with a param cannot be addressed without it
  expect(() => pageUrl('join')).toThrow('token')
})

it.each(['/kirjaudu', '/kirjaudu/', '/admin/alv', '/mybike/sopimus/x', '/sv/liity/x', '/demo'])(
  '%s is a page',
  (path) => {
    expect(isPage(path)).toBe(true)
  },
)

it.each(['/admin/anything', '/mybike/anything', '/de/liity/x', '/liity', '/tyonantaja/tilaus'])(
  '%s is no page',
  (path) => {
    expect(isPage(path)).toBe(false)
  },
)

it('has each address once', () => {
  expect(new Set(Object.values(pages)).size).toBe(Object.values(pages).length)
})
