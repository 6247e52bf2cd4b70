import { ConsentView } from '#platform/web/shell/ConsentView.tsx'
import { type Language, languages } from '../pages.ts'
import { Icon } from './Icon.tsx'
import { hrefOf, type ShellTexts, type Site } from './site.ts'

/** The announcement about the end of the tax exemption; dismissing it lasts a day. */
export function Announcement({ site }: { site: Site }) {
  const { banner } = site.texts
  return (
    <section className="banner" aria-label={banner.label} data-announcement>
      <div className="wrap">
        <p>
          {banner.text} <span>{banner.more} </span>
          <a href={hrefOf(site, '/tiedote-pyoraedusta')}>{banner.link}</a>
        </p>
        <button type="button" aria-label={banner.close} data-dismiss hidden>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}

/** One offer per other language, in that language; the script shows the one that the visitor chose earlier. */
export function LanguageOffers({ site, all }: { site: Site; all: Record<Language, ShellTexts> }) {
  return languages
    .filter((language) => language !== site.language)
    .map((language) => {
      const { offer } = all[language]
      const path = site.page === 'notFound' ? '/' : undefined
      return (
        <section
          key={language}
          className="banner offer"
          lang={language}
          aria-label={offer.label}
          data-offer={language}
          hidden
        >
          <div className="wrap">
            <p>
              {offer.text}{' '}
              <a href={path} data-offer-link>
                {offer.link}
              </a>
            </p>
            <button type="button" aria-label={offer.close} data-dismiss>
              <Icon name="close" />
            </button>
          </div>
        </section>
      )
    })
}

/** Shown while the health check fails; the live region is in the page from the start so that it is announced. */
export function ConnectionBar({ site }: { site: Site }) {
  const { health } = site.texts
  return (
    <div role="alert" data-connection>
      <template>
        <div className="bar">
          <Icon name="alert" /> {health.text}{' '}
          <a href="?" data-reload>
            {health.link}
          </a>
        </div>
      </template>
    </div>
  )
}

/** Replaces the page's content while the browser has no network. */
export function OfflineView({ site }: { site: Site }) {
  const { offline } = site.texts
  return (
    <main className="wrap offline" data-offline hidden tabIndex={-1}>
      <h1>{offline.heading}</h1>
      <p className="lead">{offline.text}</p>
      <p className="cta">
        <button type="button" className="btn btn-s" data-reload>
          {offline.retry}
        </button>
      </p>
    </main>
  )
}

/** Hidden until the script finds no answer given before. */
export function Consent({ site }: { site: Site }) {
  return (
    <ConsentView
      t={site.t}
      hrefOf={(path) => hrefOf(site, path)}
      answer={(given) => ({ 'data-answer': given }) as object}
      data-consent
      hidden
    />
  )
}

/** Appears past 400 px of scrolling. */
export function BackToTop({ site }: { site: Site }) {
  return (
    <a className="totop btn btn-s" href="#top" data-to-top hidden>
      <Icon name="up" /> <span className="vh">{site.texts.backToTop}</span>
    </a>
  )
}
