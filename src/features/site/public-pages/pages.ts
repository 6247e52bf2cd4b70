/** The public pages: their addresses in three languages and the files that the build writes for them. */
export { fillPage } from './fill-page.ts'

export const languages = ['fi', 'en', 'sv'] as const
export type Language = (typeof languages)[number]

/** Every public page and its path, which is the same Finnish word in every language. */
export const pagePaths = {
  home: '/',
  employers: '/tyonantajalle',
  employees: '/tyontekijalle',
  stores: '/pyoraliikkeelle',
  calculator: '/laskuri',
  faq: '/usein-kysytyt-kysymykset',
  contact: '/ota-yhteytta',
  media: '/medialle',
  company: '/yritystiedot',
  privacy: '/tietosuojaseloste',
  disclaimer: '/vastuuvapauslauseke',
  taxNotice: '/tiedote-pyoraedusta',
  accessibility: '/saavutettavuus',
  security: '/turvallisuus',
  proof: '/todiste',
  maintenance: '/huoltokatkos',
} as const

export type PublicPage = keyof typeof pagePaths

/** What is prerendered: the public pages and the page for an unknown address. */
export type PrerenderedPage = PublicPage | 'notFound'

export const publicPageNames = Object.keys(pagePaths) as PublicPage[]

/** Pages that search engines should not list. */
export const unlistedPages: readonly PrerenderedPage[] = ['maintenance', 'notFound']

/** The address of a page in a language: Finnish has no prefix, `/en` and `/sv` are the other homes. */
export function addressOf(page: PublicPage, language: Language): string {
  return localAddress(pagePaths[page], language)
}

/** Puts the language's prefix before a Finnish public path. */
export function localAddress(path: string, language: Language): string {
  if (language === 'fi') return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/** The file of a page below `dist/site`. */
export function fileOf(page: PrerenderedPage, language: Language): string {
  if (page === 'notFound') return `${language}/404.html`
  return `${language}/${pagePaths[page] === '/' ? 'index' : pagePaths[page].slice(1)}.html`
}

/** The page that verifies receipts as one file, to be downloaded and kept. */
export function savedProofOf(language: Language): string {
  return `/todiste-${language}.html`
}

/** Every address that answers with a prerendered page, and the file below `dist/site` that holds it. */
export const publicPages: readonly { path: string; file: string; language: Language; page: PublicPage }[] =
  languages.flatMap((language) =>
    publicPageNames.map((page) => ({
      path: addressOf(page, language),
      file: fileOf(page, language),
      language,
      page,
    })),
  )

/** Files at the root of `dist/site` that carry placeholders and so pass through `fillPage` as the pages do. */
export const publicFiles: readonly { path: string; file: string; contentType: string }[] = [
  ...languages.map((language) => ({
    path: savedProofOf(language),
    file: savedProofOf(language).slice(1),
    contentType: 'application/octet-stream',
  })),
  { path: '/sitemap.xml', file: 'sitemap.xml', contentType: 'application/xml; charset=utf-8' },
  { path: '/robots.txt', file: 'robots.txt', contentType: 'text/plain; charset=utf-8' },
  { path: '/site.webmanifest', file: 'site.webmanifest', contentType: 'application/manifest+json; charset=utf-8' },
]

/** The language that an address names: its prefix, else Finnish. */
export function languageOfPath(path: string): Language {
  const prefix = path.split('/')[1]
  return languages.find((language) => language !== 'fi' && language === prefix) ?? 'fi'
}

/** The 404 page's file for an unknown address, in the language of the address. */
export function notFoundFile(path: string): string {
  return fileOf('notFound', languageOfPath(path))
}
