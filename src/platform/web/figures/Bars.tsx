import { IconAlertTriangle } from '@tabler/icons-react'
import { loadIfReachable, useConnection } from '#platform/web/api/use-connection.ts'
import { loginAddress } from '#platform/web/router/next-path.ts'
import styles from '#platform/web/shell/Notices.module.css'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The red bar while the health check fails. */
export function ConnectionBar() {
  const t = useTexts()
  const { connected } = useConnection()
  if (connected) return null
  return (
    <div className={styles.red} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('shell.disconnected')}</span>
      <a
        href={window.location.href}
        onClick={(event) => {
          event.preventDefault()
          void loadIfReachable()
        }}
      >
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
