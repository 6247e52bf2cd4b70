import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { CloseButton } from '#platform/web/controls/CloseButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Toasts.module.css'
import { dismissToast, type Toast, type ToastKind, undoByKey, undoFromToast, useToasts } from './toasts.ts'

const icons: Record<ToastKind, typeof IconCheck> = {
  ok: IconCheck,
  danger: IconAlertTriangle,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTexts()
  const Icon = icons[toast.kind]
  return (
    <div className={`${styles.toast} ${styles[toast.kind]}`}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{toast.title}</b>
        {toast.text && <div className="t2">{toast.text}</div>}
        {toast.undo && (
          <div>
            <button
              type="button"
              className={styles.undo}
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={() => undoFromToast(toast)}
            >
              {t('actions.undo')}
            </button>
            <span className={`${styles.keys} muted`}>{t('actions.undoKeys')}</span>
          </div>
        )}
      </div>
      <CloseButton aria-label={t('actions.closeMessage')} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

/** More would cover what the page shows; the rest are counted. */
const SHOWN_AT_ONCE = 2

/** Where toasts appear: top right, on phones at the bottom, read out by screen readers as they come. */
export function Toasts() {
  const t = useTexts()
  const toasts = useToasts()
  useEffect(() => {
    window.addEventListener('keydown', undoByKey)
    return () => window.removeEventListener('keydown', undoByKey)
  }, [])
  const more = toasts.length - SHOWN_AT_ONCE
  return (
    <div className={`${styles.place} no-print`} role="status" aria-live="polite">
      {more > 0 && <p className={styles.more}>{t('shell.moreMessages', { count: more })}</p>}
      {toasts.slice(-SHOWN_AT_ONCE).map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
