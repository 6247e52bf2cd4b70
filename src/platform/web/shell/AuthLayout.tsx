import type { ReactNode } from 'react'
import { Illustration } from '#platform/web/parts/Illustration.tsx'
import { phoneAddress } from '#platform/web/router/phone-address.ts'
import { SkipLink } from '#platform/web/router/SkipLink.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { Announcement } from './Announcement.tsx'
import { useBrand } from './brand.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import styles from './Layouts.module.css'
import { Wordmark } from './Wordmark.tsx'

/** Signing in and joining: the form at the left, the bicycle on its road at the right. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTexts()
  const language = useLanguage()
  const brand = useBrand()
  return (
    <>
      <SkipLink />
      <Announcement />
      <div className={styles.auth}>
        <div className={styles.form}>
          <header className={styles.authHead}>
            <a
              className={styles.logo}
              href={publicAddress('/', language)}
              aria-label={t('shell.home', { name: brand.name })}
            >
              <Wordmark />
            </a>
            <LanguageMenu />
          </header>
          <main id="sisalto" className={styles.authMain} tabIndex={-1}>
            {children}
          </main>
          <footer className={`sm t2 ${styles.authFoot}`}>
            <span>{brand.legalName}</span>
            <a href={publicAddress('/tietosuojaseloste', language)}>{t('nav.privacy')}</a>
            <a href={publicAddress('/saavutettavuus', language)}>{t('nav.accessibility')}</a>
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
