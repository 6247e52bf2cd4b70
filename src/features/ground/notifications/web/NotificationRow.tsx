import { serviceNow } from '#platform/web/api/service-clock.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { Notification } from '../contract.ts'
import { agoOf, previewOf } from '../rules.ts'
import styles from './Notifications.module.css'

/** How long ago something came, in words. */
function Ago({ at }: { at: string }) {
  const t = useTexts('notifications')
  const { unit, count } = agoOf(new Date(at), serviceNow())
  return <time dateTime={at}>{unit === 'now' ? t('time.now') : t(`time.${unit}`, { count })}</time>
}

/** One notification in a list; unread ones carry a dot and its word. */
export function NotificationRow({ one, open }: { one: Notification; open: () => void }) {
  const t = useTexts('notifications')
  return (
    <button type="button" className={`${styles.row} ${one.read ? '' : styles.unread}`} onClick={open}>
      <span className={styles.title}>
        {one.title}
        {!one.read && <span className="vh"> {t('dialog.unread')}</span>}
      </span>
      <span className="sm t2">{previewOf(one.message)}</span>
      <span className="xs muted">
        <Ago at={one.createdAt} />
      </span>
    </button>
  )
}
