import { notifications } from '#features/ground/notifications/contract.ts'
import { seesBell } from '#features/ground/notifications/rules.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

const SHOWN = 10

/** The notices of whoever has no bell in the header; a notice to everybody leads here. */
export function OwnNotices() {
  const t = useTexts('accounts')
  const user = useUser()
  const roles = user ? rolesOf(user) : new Set<string>()
  const isShown = !seesBell(roles)
  const found = useApi(notifications.list, { query: { limit: SHOWN }, enabled: isShown })
  const mark = useApiAction(notifications.markAsRead, { refresh: [notifications.list] })
  if (!isShown || !found.data) return null
  const list = found.data.notifications
  return (
    <section className={`card ${styles.section}`} aria-labelledby="notices">
      <h2 id="notices">{t('notices.title')}</h2>
      {list.length === 0 && <p className="t2">{t('notices.empty')}</p>}
      <ul className={styles.sessions}>
        {list.map((notice) => (
          <li key={notice.id} className="sm">
            {notice.link ? <Link to={notice.link}>{notice.title}</Link> : <b>{notice.title}</b>}{' '}
            {!notice.read && <StatusPill holder="employee">{t('notices.new')}</StatusPill>}
            <p className="t2">{notice.message}</p>
            <span className="xs muted">
              <Instant at={notice.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {list.some((notice) => !notice.read) && (
        <div className={styles.actions}>
          <Button loading={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            {t('notices.markAll')}
          </Button>
        </div>
      )}
    </section>
  )
}
