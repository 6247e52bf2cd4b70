import type { ReactNode } from 'react'
import type { PageCopy } from '../copy.ts'
import { addressOf, type Language, languages, unlistedPages } from '../pages.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Announcement, BackToTop, ConnectionBar, Consent, LanguageOffers, OfflineView } from './Notices.tsx'
import { type ShellTexts, type Site, set } from './site.ts'
import { structuredData } from './structured-data.ts'

/** Addresses of built files. */
export interface SiteAssets {
  boot: string
  modules: string[]
  preloads: string[]
  /** Scripts that come later, fetched when the network is idle. */
  prefetches: string[]
  fonts: string[]
  styles: string
}

interface Props {
  site: Site
  copy: PageCopy
  all: Record<Language, ShellTexts>
  assets: SiteAssets
  wordmark: string
  children: ReactNode
  data?: ReactNode
}

const locales: Record<Language, string> = { fi: 'fi_FI', en: 'en_GB', sv: 'sv_FI' }

function Addresses({ site }: { site: Site }) {
  const { page, language } = site
  if (page === 'notFound') return <meta name="robots" content="noindex" />
  if (unlistedPages.includes(page)) return <meta name="robots" content="noindex" />
  return (
    <>
      <link rel="canonical" href={`__ORIGIN__${addressOf(page, language)}`} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={`__ORIGIN__${addressOf(page, other)}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={`__ORIGIN__${addressOf(page, 'fi')}`} />
      <meta property="og:url" content={`__ORIGIN__${addressOf(page, language)}`} />
    </>
  )
}

function Head({ site, copy, assets }: Pick<Props, 'site' | 'copy' | 'assets'>) {
  const title = set(copy.title, site.values)
  const description = set(copy.description, site.values)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <script src={assets.boot} />
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
      ))}
      <Addresses site={site} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="__BRAND_NAME__" />
      <meta property="og:title" content={site.page === 'home' ? set(copy.heading, site.values) : title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={locales[site.language]} />
      <meta property="og:image" content={`__ORIGIN__/og-${site.language}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={site.texts.siteDescription} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <meta name="theme-color" content="#143C2D" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, inlined so that it costs no request. */}
      <style dangerouslySetInnerHTML={{ __html: assets.styles }} />
      {assets.preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {assets.prefetches.map((href) => (
        <link key={href} rel="prefetch" href={href} as="script" />
      ))}
      {assets.modules.map((href) => (
        <script key={href} type="module" src={href} />
      ))}
      {structuredData(site.page, site.language, copy, site.values).map((value) => (
        <DataBlock key={JSON.stringify(value)} type="application/ld+json" value={value} />
      ))}
    </head>
  )
}

/** A block of JSON; `<` is written so that no value can end the element. */
export function DataBlock({ type, id, value }: { type: string; id?: string; value: unknown }) {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its angle brackets escaped.
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />
}

/** The whole document of a public page. */
export function PageDocument({ site, copy, all, assets, wordmark, children, data }: Props) {
  const bare = site.page === 'maintenance'
  return (
    <html lang={site.language} data-mantine-color-scheme="light" data-page={site.page} id="top">
      <Head site={site} copy={copy} assets={assets} />
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's drawn wordmark, our own file. */}
        <svg className="vh" aria-hidden="true" dangerouslySetInnerHTML={{ __html: wordmark }} />
        <a className="skip" href="#sisalto">
          {site.texts.skip}
        </a>
        {bare ? null : <Header site={site} />}
        <ConnectionBar site={site} />
        <Announcement site={site} />
        {bare ? null : <LanguageOffers site={site} all={all} />}
        <main id="sisalto" tabIndex={-1}>
          {children}
          {bare ? null : <BackToTop site={site} />}
        </main>
        <OfflineView site={site} />
        <div className="progress" data-progress hidden />
        {bare ? null : <Footer site={site} />}
        {bare ? null : <Consent site={site} />}
        {data}
      </body>
    </html>
  )
}
