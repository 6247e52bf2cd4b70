import { type ReactNode, useEffect } from 'react'
import { useBrand } from './brand.ts'
import { chromeOf } from './chrome.ts'
import { Footer, phoneAddress } from './Footer.tsx'
import { Header, type HeaderLink, type NavItem } from './Header.tsx'
import { Illustration } from './Illustration.tsx'
import { useTexts } from './i18n.ts'
import styles from './Layouts.module.css'
import { NavLink } from './NavLink.tsx'
import { Announcement, BackToTop, CookieConsent } from './Notices.tsx'
import { usePathname } from './place.ts'
import { LanguageMenu, ThemeToggle, UserMenu } from './Tools.tsx'
import { Wordmark } from './Wordmark.tsx'

function SkipLink() {
  const t = useTexts()
  return (
    <a className="skip" href="#sisalto">
      {t('shell.skip')}
    </a>
  )
}

/** Header, announcement, page, footer. Token pages pass no links and stay narrow. */
export function PageLayout({
  links,
  bell,
  narrow = false,
  deactivated,
  children,
}: {
  links: readonly HeaderLink[]
  bell?: ReactNode
  narrow?: boolean
  /** Draws what surrounds the page of a deactivated person, whatever the address. */
  deactivated?: true
  children: ReactNode
}) {
  const path = usePathname()
  const chrome = chromeOf(path, deactivated)
  return (
    <div className={styles.page}>
      <SkipLink />
      {chrome.header && <Header links={chrome.navigation ? links : []} bell={bell} />}
      {chrome.announcement && <Announcement />}
      <main id="sisalto" className={narrow ? styles.narrow : styles.main} tabIndex={-1}>
        {children}
        {chrome.extras && <BackToTop />}
      </main>
      {chrome.extras && <CookieConsent />}
      {chrome.footer && <Footer />}
    </div>
  )
}

/** Signing in and joining: the form at the left, the bicycle on its road at the right. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTexts()
  const brand = useBrand()
  return (
    <>
      <SkipLink />
      <Announcement />
      <div className={styles.auth}>
        <div className={styles.form}>
          <header className={styles.authHead}>
            <a className={styles.logo} href="/" aria-label={t('shell.home', { name: brand.name })}>
              <Wordmark />
            </a>
            <LanguageMenu />
          </header>
          <main id="sisalto" className={styles.authMain} tabIndex={-1}>
            {children}
          </main>
          <footer className={`sm t2 ${styles.authFoot}`}>
            <span>{brand.legalName}</span>
            <a href="/tietosuojaseloste">{t('nav.privacy')}</a>
            <a href="/saavutettavuus">{t('nav.accessibility')}</a>
            <a className="n" href={phoneAddress(brand.phone)}>
              {brand.phone}
            </a>
          </footer>
        </div>
        <div className={styles.picture}>
          <Illustration name="pyora" width="112%" />
        </div>
      </div>
    </>
  )
}

export interface RailGroup {
  /** A key of the `admin` texts; the first group has none. */
  title?: string
  items: readonly NavItem[]
}

interface AdminProps {
  groups: readonly RailGroup[]
  /** How much waits behind a link of the rail, as a `RailCount`. */
  countOf?: (to: string) => ReactNode
  bell?: ReactNode
  children: ReactNode
}

/** The number of things that wait, and for screen readers what they are. */
export function RailCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="vh">{label}</span>
    </span>
  )
}

function Rail({ groups, countOf }: Pick<AdminProps, 'groups' | 'countOf'>) {
  const t = useTexts()
  const { name } = useBrand()
  const path = usePathname()
  return (
    <nav className={`${styles.rail} no-print`} aria-label={t('admin.menu')}>
      <a className={styles.logo} href="/" aria-label={t('shell.home', { name })}>
        <Wordmark />
      </a>
      {groups.map((group) => (
        <div key={group.title ?? ''}>
          {group.title && <h2>{t(`admin.${group.title}`)}</h2>}
          <ul>
            {group.items.map(({ to, text }) => (
              <li key={to}>
                <NavLink to={to} current={to === '/admin' ? path === to : path === to || path.startsWith(`${to}/`)}>
                  {t(`admin.${text}`)}
                  {countOf?.(to)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The admin area: full width, one rail, dense. */
export function AdminLayout({ groups, countOf, bell, children }: AdminProps) {
  useEffect(() => {
    document.documentElement.dataset.density = 'dense'
    return () => {
      delete document.documentElement.dataset.density
    }
  }, [])
  return (
    <>
      <SkipLink />
      <div className={styles.admin}>
        <Rail groups={groups} {...(countOf ? { countOf } : {})} />
        <div className={styles.desk}>
          <div className={`${styles.deskTools} no-print`}>
            <ThemeToggle />
            <LanguageMenu />
            {bell}
            <UserMenu />
          </div>
          <main id="sisalto" className={styles.deskMain} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
