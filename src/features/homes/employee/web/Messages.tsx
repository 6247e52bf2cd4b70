import { notifications } from '#features/ground/notifications/contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Messages.module.css'

const SHOWN = 5

/** The person's own notices, newest first; nothing stands here as long as there are none. */
export function Messages() {
  const t = useTexts('orders')
  const may = useMay()
  const found = useApi(notifications.list, { query: { limit: SHOWN }, enabled: may('notification:read') })
  const mark = useApiAction(notifications.markAsRead, { refresh: [notifications.list] })
  const list = found.data?.notifications ?? []
  if (list.length === 0) return null
  const unread = list.filter((one) => !one.read)
  return (
    <section>
      <div className={styles.row2}>
        <h2>{t('messages.title')}</h2>
        {unread.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={mark.isPending}
            onClick={() => mark.mutate({ body: { notificationIds: unread.map(({ id }) => id) } })}
          >
            {t('messages.markRead')}
          </Button>
        )}
      </div>
      <ul className={styles.notices}>
        {list.map((one) => (
          <li key={one.id}>
            <span className={styles.row2}>
              <b>{one.title}</b>
              {!one.read && <StatusPill holder="employee">{t('messages.new')}</StatusPill>}
            </span>
            <span className="sm t2">{one.message}</span>
            <span className="xs muted">
              <Instant at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
