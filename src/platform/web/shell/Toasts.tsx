import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { CloseButton } from '#platform/web/controls/CloseButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Toasts.module.css'
import { dismissToast, type Toast, type ToastKind, useToasts } from './toasts.ts'

const icons: Record<ToastKind, typeof IconCheck> = {
  ok: IconCheck,
  danger: IconAlertTriangle,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTexts()
  const Icon = icons[toast.kind]
  const undo = () => {
    toast.undo?.()
    dismissToast(toast.id)
  }
  return (
    <div className={`${styles.toast} ${styles[toast.kind]}`}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{toast.title}</b>
        {toast.text && <div className="t2">{toast.text}</div>}
        {toast.undo && (
          <button type="button" className={styles.undo} onClick={undo}>
            {t('actions.undo')}
          </button>
        )}
      </div>
      <CloseButton aria-label={t('actions.closeMessage')} onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

/** Where toasts appear: top right, read out by screen readers as they come. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div className={`${styles.place} no-print`} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
