import type { ReactNode } from 'react'
import { usePathname } from '#platform/web/router/location.ts'
import { SkipLink } from '#platform/web/router/SkipLink.tsx'
import { Announcement } from './Announcement.tsx'
import { chromeOf } from './chrome.ts'
import { Footer } from './Footer.tsx'
import { Header, type HeaderLink } from './Header.tsx'
import styles from './Layouts.module.css'
import { BackToTop, CookieConsent } from './Notices.tsx'

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
      {chrome.footer && <Footer />}
      {chrome.footer && <CookieConsent atOnce={chrome.extras} />}
    </div>
  )
}
