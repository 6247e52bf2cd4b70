import { expect, it } from 'vitest'
import { beforeScripts, preloadLinks } from './preloads.ts'

const before = { fi: '<p>Tiedote</p>', en: '<p>Notice</p>', sv: '<p>Meddelande</p>' }
const none = { fi: [], en: [], sv: [] }
const screens = [
  {
    path: '/tyonantaja/tilaus/$orderId',
    asksForUser: true,
    before,
    scripts: ['assets/order.js'],
    styles: ['assets/order.css'],
    texts: { fi: ['assets/fi.js'], en: ['assets/en.js'], sv: ['assets/sv.js'] },
  },
  { path: '/kirjaudu', asksForUser: false, before, scripts: [], styles: [], texts: { fi: ['a.js'], en: [], sv: [] } },
  { path: '/mybike', asksForUser: true, before, scripts: [], styles: [], texts: none },
  { path: '/admin/laskut', asksForUser: true, before, scripts: [], styles: [], texts: none },
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

it('an everyday page asks early for what its screen reads first', () => {
  const link = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/beneficiary-employee/mine">'
  expect(preloadLinks(screens, '/mybike', 'accessToken=a')).toContain(link)
  expect(preloadLinks(screens, '/mybike')).not.toContain('/api/')
})

it('a page of one thing asks early for that one, and for nothing that is no id', () => {
  const linksOf = (id: string) => preloadLinks(screens, `/tyonantaja/tilaus/${id}`, 'accessToken=a')
  expect(linksOf('0190-a')).toContain('href="/api/orders/0190-a"')
  for (const odd of ['%22%3E%3Cscript%3E', '..%2Fuser', 'a%20b', '$orderId']) {
    expect(linksOf(odd)).toContain('href="/api/user"')
    expect(linksOf(odd)).not.toContain('/api/orders')
  }
})

it('a page shows its frame in the remembered language before its scripts have run', () => {
  expect(beforeScripts(screens, '/kirjaudu', 'language=sv')).toBe('<p>Meddelande</p>')
  expect(beforeScripts(screens, '/kirjaudu')).toBe('<p>Tiedote</p>')
  expect(beforeScripts(screens, '/ei-ole')).toBe('')
})

it('a page that a link in another language leads to is there in that language from the start', () => {
  expect(beforeScripts(screens, '/kirjaudu?language=sv')).toBe('<p>Meddelande</p>')
  expect(beforeScripts(screens, '/kirjaudu?language=sv', 'language=en')).toBe('<p>Notice</p>')
  expect(preloadLinks(screens, '/tyonantaja/tilaus/1?language=sv')).toContain('href="/app/assets/sv.js"')
})

it('the first page of a list is asked for early only where the address does not ask for another', () => {
  expect(preloadLinks(screens, '/admin/laskut', 'accessToken=a')).toContain('href="/api/invoices?page=1&amp;limit=20"')
  expect(preloadLinks(screens, '/admin/laskut?page=2', 'accessToken=a')).not.toContain('/api/invoices')
})
