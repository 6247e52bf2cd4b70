import { useState } from 'react'
import { CloseButton } from '#platform/web/controls/CloseButton.tsx'
import { keep, kept } from '#platform/web/words/browser-memory.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { isDismissed } from './dismissal.ts'
import styles from './Notices.module.css'

/** The announcement about the end of the tax exemption; closing it lasts a day. */
export function Announcement() {
  const t = useTexts()
  const language = useLanguage()
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
          {t('announcement.text')} <span>{t('announcement.more')} </span>
          <a href={publicAddress('/tiedote-pyoraedusta', language)}>{t('announcement.link')}</a>
        </p>
        <CloseButton aria-label={t('announcement.close')} onClick={close} />
      </div>
    </section>
  )
}
