import { expect, it } from 'vitest'
import { preloadLinks } from './preloads.ts'

const screens = [
  {
    path: '/tyonantaja/tilaus/$orderId',
    asksForUser: true,
    scripts: ['assets/order.js'],
    styles: ['assets/order.css'],
    texts: { fi: ['assets/fi.js'], en: ['assets/en.js'], sv: ['assets/sv.js'] },
  },
  { path: '/kirjaudu', asksForUser: false, scripts: [], styles: [], texts: { fi: ['a.js'], en: [], sv: [] } },
]

it('a page names its screen’s files and the texts of the remembered language', () => {
  const links = preloadLinks(screens, '/tyonantaja/tilaus/1', 'x=1; language=sv')
  expect(links).toContain('<link rel="stylesheet" crossorigin href="/app/assets/order.css">')
  expect(links).toContain('href="/app/assets/order.js"')
  expect(links).toContain('href="/app/assets/sv.js"')
  expect(links).not.toContain('/app/assets/fi.js')
})

it('a page asks early who is signed in when there may be somebody', () => {
  expect(preloadLinks(screens, '/tyonantaja/tilaus/1', 'accessToken=a')).toContain('href="/api/user"')
  expect(preloadLinks(screens, '/tyonantaja/tilaus/1')).not.toContain('/api/user')
  expect(preloadLinks(screens, '/kirjaudu', 'accessToken=a')).not.toContain('/api/user')
})

it('an address without a screen gets nothing', () => {
  expect(preloadLinks(screens, '/tyonantaja')).toBe('')
})
