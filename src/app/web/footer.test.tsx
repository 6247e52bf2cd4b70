// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileOf, fillPage, languages } from '#features/site/public-pages/pages.ts'
import en from '#platform/texts/en.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import sv from '#platform/texts/sv.json' with { type: 'json' }
import { demoBrand } from '#platform/values/brand.ts'
import { PageLayout } from '#platform/web/shell/PageLayout.tsx'
import { startTexts } from '#platform/web/words/i18n.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { renderSite } from './site.tsx'

const assets = { boot: '/b.js', modules: [], preloads: [], prefetches: [], fonts: [], styles: '' }
const pages = new Map(renderSite(() => assets).map(({ file, text }) => [file, text]))
const texts = { fi, en, sv }

/** The footer of the public home page as the server sends it. */
function publicFooter(language: 'fi' | 'en' | 'sv'): Element {
  const html = fillPage(pages.get(fileOf('home', language)) ?? '', { origin: 'https://x.example', brand: demoBrand })
  return new DOMParser().parseFromString(html, 'text/html').querySelector('footer')!
}

const linksOf = (footer: Element) =>
  [...footer.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
const partsOf = (footer: Element) =>
  [...footer.querySelectorAll('h2, p, .legal > *')].map((part) => part.textContent?.trim())

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe.each(languages)('the footer in %s', (language) => {
  it('says the same and leads to the same pages before and after signing in', async () => {
    const load = (one: keyof typeof texts) => async () => ({ default: { platform: texts[one] } })
    await startTexts({ fi: load('fi'), sv: load('sv'), en: load('en') }, language)
    showPage(<PageLayout links={[]}>page</PageLayout>)
    const own = screen.getByRole('contentinfo')
    const site = publicFooter(language)
    expect(linksOf(site).length).toBeGreaterThan(15)
    expect(linksOf(own).map(([, to]) => to)).toEqual(linksOf(site).map(([, to]) => to))
    expect(partsOf(own)).toEqual(partsOf(site))
    expect(own.className.split(' ')).toEqual(expect.arrayContaining(['ftr']))
  })
})

it('asks about cookies again when the footer’s button is pressed, and a refusal forgets the calculator’s figures', async () => {
  await speakFinnish({ platform: fi })
  localStorage.setItem('poljin.consent', 'accepted')
  localStorage.setItem('poljin.calculator', '{}')
  showPage(<PageLayout links={[]}>page</PageLayout>)
  expect(screen.queryByRole('region', { name: fi.consent.label })).toBeNull()
  const again = screen.getByRole('button', { name: fi.footer.cookieSettings })
  again.focus()
  fireEvent.click(again)
  const reject = within(screen.getByRole('region', { name: fi.consent.label })).getByRole('button', {
    name: fi.consent.reject,
  })
  expect(document.activeElement).toBe(reject)
  fireEvent.click(reject)
  expect(localStorage.getItem('poljin.consent')).toBe('rejected')
  expect(localStorage.getItem('poljin.calculator')).toBeNull()
  expect(document.activeElement).toBe(again)
})
