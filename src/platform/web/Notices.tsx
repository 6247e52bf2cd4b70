import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { keep, kept } from './browser-memory.ts'
import { isDismissed } from './dismissal.ts'
import { useTexts } from './i18n.ts'
import styles from './Notices.module.css'
import { loginAddress } from './next-path.ts'
import { useConnection } from './use-connection.ts'

const BACK_TO_TOP_PX = 400

/** The announcement about the end of the tax exemption; closing it lasts a day. */
export function Announcement() {
  const t = useTexts()
  const [closed, setClosed] = useState(() => isDismissed(kept('poljin.announcementDismissedAt'), Date.now()))
  if (closed) return null
  const close = () => {
    keep('poljin.announcementDismissedAt', String(Date.now()))
    setClosed(true)
  }
  return (
    <section className={`${styles.announcement} no-print`} aria-label={t('announcement.label')}>
      <div className="wrap">
        <p>
          {t('announcement.text')} <a href="/tiedote-pyoraedusta">{t('announcement.link')}</a>
        </p>
        <CloseButton aria-label={t('announcement.close')} onClick={close} />
      </div>
    </section>
  )
}

/** Asks once about cookies; either answer is kept. */
export function CookieConsent() {
  const t = useTexts()
  const [answered, setAnswered] = useState(() => kept('poljin.consent') !== null)
  if (answered) return null
  const answer = (given: 'accepted' | 'rejected') => {
    keep('poljin.consent', given)
    setAnswered(true)
  }
  return (
    <section className={`${styles.consent} no-print`} aria-label={t('consent.label')}>
      <p>
        {t('consent.text')} <a href="/tietosuojaseloste#cookie">{t('consent.link')}</a>
      </p>
      <div className="row">
        <Button size="sm" onClick={() => answer('rejected')}>
          {t('consent.reject')}
        </Button>
        <Button size="sm" onClick={() => answer('accepted')}>
          {t('consent.accept')}
        </Button>
      </div>
    </section>
  )
}

/** Appears after 400 px of scrolling. */
export function BackToTop() {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > BACK_TO_TOP_PX)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      className={`${styles.top} no-print`}
      aria-label={t('shell.toTop')}
      onClick={() => window.scrollTo({ top: 0 })}
    >
      <IconArrowUp size={20} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

/** The red bar while the health check fails. */
export function ConnectionBar() {
  const t = useTexts()
  const { connected } = useConnection()
  if (connected) return null
  return (
    <div className={styles.red} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('shell.disconnected')}</span>
      <a href={window.location.href} onClick={() => window.location.reload()}>
        {t('actions.refresh')}
      </a>
    </div>
  )
}

/** The session is over but the page may hold typed text: sign in beside it and go on. */
export function SessionBar({ shown }: { shown: boolean }) {
  const t = useTexts()
  if (!shown) return null
  return (
    <div className={styles.red} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('shell.sessionEnded')}</span>
      <a href={loginAddress(window.location.pathname)} target="_blank" rel="noopener">
        {t('shell.logIn')}
      </a>
    </div>
  )
}
