import { expect, test } from 'vitest'
import { chromeOf, needsFullLoad } from './chrome.ts'

test.each([
  '/kirjaudu',
  '/register',
  '/kirjaudu-ulos',
  '/salasanan-palauttaminen',
  '/palauta-salasana',
  '/reset/abc',
  '/liity/abc',
  '/sv/liity/abc',
  '/huoltokatkos',
])('%s shows neither header nor footer but the announcement', (path) => {
  expect(chromeOf(path)).toMatchObject({ header: false, footer: false, extras: false, announcement: true })
})

test.each(['/admin', '/admin/yritykset'])('%s shows nothing of the public chrome', (path) => {
  expect(chromeOf(path)).toMatchObject({ header: false, footer: false, extras: false, announcement: false })
})

test.each(['/mybike', '/tyonantaja', '/raportointi', '/kayttaja', '/administration', '/ei-oikeuksia'])(
  '%s shows everything',
  (path) => {
    expect(chromeOf(path)).toEqual({ header: true, navigation: true, footer: true, extras: true, announcement: true })
  },
)

test('a deactivated person sees an empty header and the footer and nothing more, at every address', () => {
  const bare = { header: true, navigation: false, footer: true, extras: false, announcement: false }
  expect(chromeOf('/deactivated')).toEqual(bare)
  expect(chromeOf('/admin/yritykset', true)).toEqual(bare)
})

test('a token page has a header without links', () => {
  expect(chromeOf('/runkonumero-ja-toimitus/abc')).toMatchObject({ header: true, navigation: false, footer: true })
})

test.each([
  '/laskuri',
  '/bikeBrokerageService',
  '/kayttaja',
  '/',
  '/en',
  '/sv/laskuri',
  '/tyonantajalle',
  '/tietosuojaseloste#cookie',
])('%s is loaded in full', (path) => expect(needsFullLoad(path)).toBe(true))

test.each(['/mybike', '/tyonantaja', '/admin/yritykset', '/raportointi?kuukausi=2026-03'])(
  '%s is drawn in place',
  (path) => {
    expect(needsFullLoad(path)).toBe(false)
  },
)
