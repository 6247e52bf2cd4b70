import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { keep, kept } from '#platform/web/words/browser-memory.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Notices.module.css'

const BACK_TO_TOP_PX = 400

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
