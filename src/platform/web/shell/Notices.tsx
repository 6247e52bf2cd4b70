import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keep, kept } from '#platform/web/words/browser-memory.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { type Consent, ConsentView } from './ConsentView.tsx'
import { onAskedAgain } from './consent.ts'
import styles from './Notices.module.css'

const BACK_TO_TOP_PX = 400

/**
 * Asks once about cookies, where it may ask at once, and again when the footer's button is pressed; either answer is kept, and a refusal forgets
 * what the calculator remembers.
 */
export function CookieConsent({ atOnce }: { atOnce: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const [shown, setShown] = useState(() => atOnce && kept('poljin.consent') === null)
  const box = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(
    () =>
      onAskedAgain(() => {
        before.current = document.activeElement
        flushSync(() => setShown(true))
        box.current?.querySelector('button')?.focus()
      }),
    [],
  )
  useEffect(() => {
    const question = box.current
    if (!shown || !question) return
    const height = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--consent-height', `${question.offsetHeight}px`),
    )
    height.observe(question)
    return () => height.disconnect()
  }, [shown])
  if (!shown) return null
  const answer = (given: Consent) => {
    keep('poljin.consent', given)
    if (given === 'rejected') keep('poljin.calculator', null)
    setShown(false)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <ConsentView
      ref={box}
      t={t}
      hrefOf={(path) => publicAddress(path, language)}
      answer={(given) => ({ onClick: () => answer(given) })}
    />
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
