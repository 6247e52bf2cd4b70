import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  addressOf,
  fileOf,
  type Language,
  languages,
  type PrerenderedPage,
  publicPageNames,
  savedProofOf,
  unlistedPages,
} from '#features/site/public-pages/pages.ts'
import { type SignedInLink, signedInAddresses } from '#features/site/public-pages/signed-in-navigation.ts'
import en from '#features/site/public-pages/texts/en.json' with { type: 'json' }
import fi from '#features/site/public-pages/texts/fi.json' with { type: 'json' }
import sv from '#features/site/public-pages/texts/sv.json' with { type: 'json' }
import { copyOf } from '#features/site/public-pages/web/copy-texts.ts'
import { PageDocument, type SiteAssets } from '#features/site/public-pages/web/Document.tsx'
import { exampleValues } from '#features/site/public-pages/web/example.ts'
import { type ProofCopy, SavedProofPage } from '#features/site/public-pages/web/ProofForm.tsx'
import { pageContent } from '#features/site/public-pages/web/page-content.tsx'
import type { ShellTexts, Site } from '#features/site/public-pages/web/site.ts'
import platformEn from '#platform/texts/en.json' with { type: 'json' }
import platformFi from '#platform/texts/fi.json' with { type: 'json' }
import platformSv from '#platform/texts/sv.json' with { type: 'json' }
import wordmark from '#platform/web/brand/wordmark.svg?raw'
import type { Texts } from '#platform/web/words/i18n.ts'
import { translate } from '#platform/web/words/translate.ts'

export type PageAssets = (page: PrerenderedPage) => SiteAssets

export interface SiteFile {
  file: string
  text: string
}

const texts: Record<Language, ShellTexts> = { fi, en, sv }
const sharedTexts = { fi: platformFi, en: platformEn, sv: platformSv }

/** What both front ends say, as the signed-in pages find it. */
const sharedIn =
  (language: Language): Texts =>
  (key, values) =>
    translate({ platform: sharedTexts[language] }, language, ['platform'], key, values) ?? key

/** The lists of addresses, as text: as modules they would draw the whole application into this build. */
const screens = Object.values(
  import.meta.glob<string>(['./*screens.ts*', '../../features/*/*/web/*screens.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('')

/** A link to a page that does not exist stays hidden until it does; the calculator is a page of this site. */
const builtLinks = (Object.keys(signedInAddresses) as SignedInLink[]).filter(
  (link) => link === 'calculator' || screens.includes(`path: '${signedInAddresses[link]}'`),
)

/** The wordmark's shapes as a symbol that header and footer refer to. */
const wordmarkSymbol = `<symbol id="wordmark" viewBox="60 -830 2804 1050" fill="currentColor">${wordmark
  .replace(/^[\s\S]*?<svg[^>]*>/, '')
  .replace(/<\/svg>\s*$/, '')}</symbol>`

/** React writes two attribute names in its own spelling; simple readers of HTML look for the usual one. */
function plainNames(markup: string): string {
  return markup.replaceAll(' hrefLang="', ' hreflang="').replaceAll(' charSet="', ' charset="')
}

const siteOf = (page: PrerenderedPage, language: Language): Site => ({
  page,
  language,
  texts: texts[language],
  t: sharedIn(language),
  values: exampleValues(language),
  signedInLinks: builtLinks,
})

/** The page that verifies receipts, as one file without its script, which the build puts in. */
function savedProof(language: Language, { styles }: SiteAssets): string {
  // The fonts of the service are not there when it is opened.
  const own = styles.replace(/@font-face\s*\{[^}]*\}/g, '')
  const copy = copyOf('proof', language) as ProofCopy
  const page = <SavedProofPage site={siteOf('proof', language)} copy={copy} styles={own} />
  return `<!doctype html>${plainNames(renderToStaticMarkup(page))}\n`
}

function document(page: PrerenderedPage, language: Language, assets: SiteAssets): string {
  const site = siteOf(page, language)
  const copy = copyOf(page, language)
  const { content, data }: { content: ReactNode; data?: ReactNode } = pageContent(site, copy)
  const markup = renderToStaticMarkup(
    <PageDocument site={site} copy={copy} all={texts} assets={assets} wordmark={wordmarkSymbol} data={data}>
      {content}
    </PageDocument>,
  )
  return `<!doctype html>${plainNames(markup)}\n`
}

function sitemap(): string {
  const listed = publicPageNames.filter((page) => !unlistedPages.includes(page))
  const entries = languages.flatMap((language) =>
    listed.map((page) => {
      const links = languages.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="__ORIGIN__${addressOf(page, other)}"/>`,
      )
      return `<url><loc>__ORIGIN__${addressOf(page, language)}</loc>${links.join('')}</url>`
    }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

const robots = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /liity/
Disallow: /reset/
Disallow: /runkonumero-ja-toimitus/
Disallow: /liike/
Disallow: /rahoittaja/
Disallow: /asetukset/
Disallow: /aloitus/

Sitemap: __ORIGIN__/sitemap.xml
`

function manifest(): string {
  const icons = [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ]
  return JSON.stringify({
    name: '__BRAND_NAME__',
    short_name: '__BRAND_NAME__',
    description: fi.siteDescription,
    lang: 'fi',
    start_url: '/',
    display: 'browser',
    background_color: '#FBFAF5',
    theme_color: '#143C2D',
    icons,
  })
}

/** Every file of the public site that is text: pages in three languages, site map, robots, manifest. */
export function renderSite(assetsOf: PageAssets): SiteFile[] {
  const pages: PrerenderedPage[] = [...publicPageNames, 'notFound']
  return [
    ...languages.flatMap((language) =>
      pages.map((page) => ({ file: fileOf(page, language), text: document(page, language, assetsOf(page)) })),
    ),
    ...languages.map((language) => ({
      file: savedProofOf(language).slice(1),
      text: savedProof(language, assetsOf('proof')),
    })),
    { file: 'sitemap.xml', text: sitemap() },
    { file: 'robots.txt', text: robots },
    { file: 'site.webmanifest', text: manifest() },
  ]
}
