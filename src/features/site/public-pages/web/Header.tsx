import { linkIn } from '#platform/contract/link-in.ts'
import { pages } from '#platform/contract/pages.ts'
import { languages, localAddress, pagePaths } from '../pages.ts'
import { signedInAddresses } from '../signed-in-navigation.ts'
import { Icon } from './Icon.tsx'
import { hrefOf, type Site, set } from './site.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

const mainLinks = ['employers', 'employees', 'stores', 'calculator'] as const
const serviceLinks = ['company', 'faq', 'contact'] as const

function NavLink({ site, page }: { site: Site; page: (typeof mainLinks | typeof serviceLinks)[number] }) {
  return (
    <a href={hrefOf(site, pagePaths[page])} aria-current={site.page === page ? 'page' : undefined}>
      {site.texts.nav[page]}
    </a>
  )
}

function LanguageLinks({ site }: { site: Site }) {
  const path = site.page === 'notFound' ? '/' : pagePaths[site.page]
  return languages.map((language) => (
    <li key={language}>
      <a
        href={localAddress(path, language)}
        lang={language}
        hrefLang={language}
        data-language={language}
        aria-current={language === site.language ? 'true' : undefined}
      >
        {site.texts.languageNames[language]}
      </a>
    </li>
  ))
}

/** The links of a signed-in person, of which the page's script shows those that the roles allow. */
function SignedInNavigation({ site }: { site: Site }) {
  return (
    <template id="signed-in">
      {site.signedInLinks.map((name) => (
        <li key={name} data-link={name}>
          <a
            href={name === 'calculator' ? hrefOf(site, '/laskuri') : signedInAddresses[name]}
            aria-current={name === 'calculator' && site.page === 'calculator' ? 'page' : undefined}
          >
            {site.texts.signedIn[name]}
          </a>
        </li>
      ))}
      <details className="drop tool-drop" data-user-menu>
        <summary className="tool">
          <Icon name="person" />
          <span data-first-name>{site.texts.signedIn.userMenu}</span>
        </summary>
        <div className="panel end">
          <p className="sm muted" data-work-email />
          <ul>
            <li>
              <a href="/kayttaja">{site.texts.signedIn.ownDetails}</a>
            </li>
            <li>
              <ThemeToggle site={site} className="plain" />
            </li>
            <li>
              <a href="/kirjaudu-ulos">{site.texts.signedIn.logout}</a>
            </li>
          </ul>
        </div>
      </details>
    </template>
  )
}

function WideNavigation({ site }: { site: Site }) {
  const { texts } = site
  return (
    <nav className="nav" aria-label={texts.nav.label}>
      <ul data-nav="wide">
        {mainLinks.map((page) => (
          <li key={page}>
            <NavLink site={site} page={page} />
          </li>
        ))}
        <li>
          <details className="drop">
            <summary>
              {texts.nav.customerService} <Icon name="down" />
            </summary>
            <ul className="panel">
              {serviceLinks.map((page) => (
                <li key={page}>
                  <NavLink site={site} page={page} />
                </li>
              ))}
            </ul>
          </details>
        </li>
      </ul>
    </nav>
  )
}

/** The whole navigation behind one button, for narrow screens. */
function Burger({ site }: { site: Site }) {
  const { texts } = site
  return (
    <details className="drop tool-drop burger">
      <summary className="tool" aria-label={texts.nav.menu}>
        <Icon name="menu" />
      </summary>
      <div className="panel sheet">
        <nav aria-label={texts.nav.menu}>
          <ul data-nav="narrow">
            {[...mainLinks, ...serviceLinks].map((page) => (
              <li key={page}>
                <NavLink site={site} page={page} />
              </li>
            ))}
          </ul>
        </nav>
        <ul className="langs" aria-label={texts.language}>
          <LanguageLinks site={site} />
        </ul>
      </div>
    </details>
  )
}

/** The header of a public page; its menus open without a script. */
export function Header({ site }: { site: Site }) {
  const { texts } = site
  return (
    <header className="hdr">
      <div className="wrap">
        <a className="logo" href={hrefOf(site, '/')} aria-label={set(texts.homeLink, site.values)}>
          __BRAND_LOGO__
        </a>
        <WideNavigation site={site} />
        <div className="tools">
          <details className="drop tool-drop opt">
            <summary
              className="tool"
              aria-label={`${site.language.toUpperCase()}, ${texts.language}: ${texts.languageNames[site.language]}`}
            >
              <Icon name="globe" />
              {site.language.toUpperCase()}
            </summary>
            <ul className="panel end">
              <LanguageLinks site={site} />
            </ul>
          </details>
          <a className="tool" href={linkIn(site.language, pages.login)} data-login>
            {texts.nav.login}
          </a>
          <Burger site={site} />
        </div>
      </div>
      <SignedInNavigation site={site} />
    </header>
  )
}
