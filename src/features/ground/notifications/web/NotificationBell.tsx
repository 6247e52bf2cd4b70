import { lazy, Suspense, useState } from 'react'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { ErrorFace } from '#platform/web/api/Loaded.tsx'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { BellFrame } from '#platform/web/shell/BellFrame.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { notifications } from '../contract.ts'
import { DROPDOWN_LIMIT, DROPDOWN_SHOWN, looksForNew, seesBell } from '../rules.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './Notifications.module.css'
import { useUnread } from './use-unread.ts'

const NotificationDialog = lazy(() =>
  import('./NotificationDialog.tsx').then((m) => ({ default: m.NotificationDialog })),
)

/** What the dialog shows: the list, or one notification. */
export type Shown = { readonly kind: 'list' } | { readonly kind: 'one'; readonly id: string }

const BADGE_MAX = 99

/**
 * The employer admin's bell for the header. Everybody on the employer's side looks for something new, so that their
 * lists are fresh; the bell itself is the admin's.
 */
export function NotificationBell() {
  const user = useUser()
  const roles = user ? rolesOf(user) : new Set<string>()
  const { unread, setUnread } = useUnread(looksForNew(roles))
  return seesBell(roles) ? <Bell unread={unread} setUnread={setUnread} /> : null
}

function useBellLabel(unread: number): string {
  const t = useTexts('notifications')
  if (unread === 0) return t('bell.label')
  return unread > BADGE_MAX ? t('bell.labelOver') : t('bell.labelUnread', { count: unread })
}

function Bell({ unread, setUnread }: { unread: number; setUnread: (count: number) => void }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const label = useBellLabel(unread)
  return (
    <>
      <BellFrame label={label} count={unread}>
        {(close) => (
          <Latest
            unread={unread}
            setUnread={setUnread}
            show={(next) => {
              close()
              setShown(next)
            }}
          />
        )}
      </BellFrame>
      {shown && (
        <Suspense>
          <NotificationDialog shown={shown} show={setShown} close={() => setShown(null)} setUnread={setUnread} />
        </Suspense>
      )}
    </>
  )
}

interface LatestProps {
  unread: number
  setUnread: (count: number) => void
  show: (shown: Shown) => void
}

function Latest({ unread, setUnread, show }: LatestProps) {
  const t = useTexts('notifications')
  const list = useApi(notifications.list, { query: { page: 1, limit: DROPDOWN_LIMIT } })
  const markAll = useApiAction(notifications.markAsRead, {
    refresh: [notifications.list],
    handles: 'all',
    onSuccess: (reply) => setUnread(reply.unreadCount),
  })
  const latest = (list.data?.notifications ?? []).slice(0, DROPDOWN_SHOWN)
  return (
    <>
      <div className={styles.head}>
        <b>{t('bell.title')}</b>
        {unread > 0 && (
          <button type="button" className={styles.plain} onClick={() => markAll.mutate({ body: {} })}>
            {t('bell.markAll')}
          </button>
        )}
      </div>
      {list.error && !list.data ? (
        <ErrorFace error={list.error} retry={list.refetch} busy={list.isFetching} />
      ) : (
        latest.length === 0 && (
          <p className={`sm t2 ${styles.none}`}>{t(list.isPending ? 'states.loading' : 'bell.empty')}</p>
        )
      )}
      <ul>
        {latest.map((one) => (
          <li key={one.id}>
            <NotificationRow one={one} open={() => show({ kind: 'one', id: one.id })} />
          </li>
        ))}
      </ul>
      <button type="button" className={styles.all} onClick={() => show({ kind: 'list' })}>
        {t('bell.showAll')}
      </button>
    </>
  )
}
