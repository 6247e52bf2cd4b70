import { beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  fileOf,
  fillPage,
  languages,
  publicPageNames,
  unlistedPages,
} from '#features/site/public-pages/pages.ts'
import { signedInAddresses } from '#features/site/public-pages/signed-in-navigation.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { everyScreen as screens } from '../../web/admin-screens.ts'
import { renderSite } from '../../web/site.tsx'

const assets = {
  boot: '/assets/boot.js',
  modules: ['/assets/shell.js'],
  preloads: [],
  prefetches: [],
  fonts: ['/assets/a.woff2'],
  styles: 'a{}',
}
const origin = 'https://pyora.example'
const files = new Map<string, string>()

beforeAll(() => {
  for (const { file, text } of renderSite(() => assets)) files.set(file, fillPage(text, { origin, brand: demoBrand }))
})

function words(html: string): number {
  const main = /<main id="sisalto"[\s\S]*?<\/main>/.exec(html)?.[0] ?? ''
  const text = main.replace(/<(script|style|template|svg)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')
  return text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length
}

const every = languages.flatMap((language) =>
  [...publicPageNames, 'notFound' as const].map((page) => ({ page, language, file: fileOf(page, language) })),
)

describe('prerendered pages', () => {
  it.each(every)('$file reads without scripts in at least 150 words of its own', ({ file }) => {
    expect(words(files.get(file) ?? '')).toBeGreaterThanOrEqual(150)
  })

  it.each(every)('$file leaves no placeholder and has one heading of the first level', ({ file }) => {
    const html = files.get(file) ?? ''
    expect(html).not.toMatch(/__[A-Z_]+__|\{\w+\}[^"]*<\/(p|h1|h2|li|dd)>/)
    // The views that a script puts in the page's place stand hidden, each with a heading of its own.
    const shown = html.replace(/<main class="wrap offline"[\s\S]*?<\/main>|<div[^>]* data-open[\s\S]*?<\/h1>/g, '')
    expect(shown.match(/<h1/g)).toHaveLength(1)
  })

  it.each(every)('$file runs no inline script and asks no other host', ({ file }) => {
    const html = files.get(file) ?? ''
    const inline = [...html.matchAll(/<script(?![^>]*(?:src=|type="application\/))[^>]*>/g)]
    expect(inline).toEqual([])
    expect(html).not.toMatch(/\son\w+="/)
    expect(html).not.toMatch(
      /<(?:script|img|link rel="(?:stylesheet|preload|icon|manifest)")[^>]*(?:src|href)="https?:/,
    )
  })

  it.each(every.filter(({ page }) => !unlistedPages.includes(page)))(
    '$file names its address and its other languages',
    ({ page, language, file }) => {
      if (page === 'notFound') return
      const html = files.get(file) ?? ''
      expect(html).toContain(`<link rel="canonical" href="${origin}${addressOf(page, language)}"/>`)
      for (const other of languages) {
        expect(html).toContain(`hreflang="${other}" href="${origin}${addressOf(page, other)}"`)
      }
      expect(html).toContain('hreflang="x-default"')
      expect(html).toContain(`<html lang="${language}"`)
    },
  )

  it('gives home the brand as title and the easiest bike benefit as description', () => {
    const home = files.get('fi/index.html')
    expect(home).toContain('<title>Poljin</title>')
    expect(home).toContain('<meta name="description" content="Suomen helpoin polkupyöräetu"/>')
  })

  it('gives the questions as structured data that a machine can read', () => {
    const html = files.get('fi/usein-kysytyt-kysymykset.html') ?? ''
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    const faq = blocks.map(([, json = '']) => JSON.parse(json)).find((block) => block['@type'] === 'FAQPage')
    expect(faq.mainEntity.length).toBeGreaterThan(20)
    expect(faq.mainEntity[0].acceptedAnswer.text).not.toMatch(/\]\(|\*\*/)
  })

  it('lists every findable page in the site map', () => {
    const listed = [...(files.get('sitemap.xml') ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)
    expect(listed).toHaveLength(15 * 3)
    expect(listed).toContain(`${origin}/sv/laskuri`)
    expect(listed).toContain(`${origin}/turvallisuus`)
    expect(listed).not.toContain(`${origin}/huoltokatkos`)
  })

  it('offers signed-in people the pages that exist and no others', () => {
    const navigation = /<template id="signed-in">([\s\S]*?)<details/.exec(files.get('en/index.html') ?? '')?.[1] ?? ''
    const offered = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    const there = ['/en/laskuri', ...screens.map(({ path }) => path)]
    expect(offered.length).toBeGreaterThan(3)
    expect(offered.filter((address) => !there.includes(address ?? ''))).toEqual([])
    const kept = Object.values(signedInAddresses).filter((address) => there.includes(address))
    expect(offered).toEqual(expect.arrayContaining(kept))
  })

  it('hides header, footer and cookie question on the maintenance page, but not the announcement', () => {
    const html = files.get('fi/huoltokatkos.html') ?? ''
    for (const part of ['class="hdr"', 'class="ftr"', 'data-consent', 'data-to-top']) {
      expect(html).not.toContain(part)
    }
    expect(html).toContain('data-announcement')
  })
})
