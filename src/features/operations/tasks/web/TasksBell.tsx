import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { ErrorFace } from '#platform/web/api/Loaded.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { BellFrame } from '#platform/web/shell/BellFrame.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { tasks } from '../contract.ts'
import { byLastDay } from '../rules.ts'
import { TaskLinks } from './TaskLinks.tsx'
import styles from './Tasks.module.css'

/** The header's bell of an employee: what waits for them, each with its last day, and the way to their messages. */
export function TasksBell() {
  const t = useTexts('tasks')
  const { data, error, isPending, isFetching, refetch } = useApi(tasks.list, {})
  const waiting = (data?.data ?? []).toSorted(byLastDay)
  const count = data?.counts.reduce((sum, one) => sum + one.count, 0) ?? 0
  const label = count === 0 ? t('bell.label') : t('bell.waiting', { count })
  return (
    <BellFrame label={label} count={count}>
      {(close) => (
        <div className={styles.bell} onClickCapture={close}>
          {error && !data ? (
            <ErrorFace error={error} retry={refetch} busy={isFetching} />
          ) : count === 0 ? (
            <p className="sm t2">{t(isPending ? 'states.loading' : 'bell.empty')}</p>
          ) : (
            <>
              <b>{label}</b>
              <TaskLinks tasks={waiting} />
            </>
          )}
          <Link to={pages.account} className="sm">
            {t('bell.messages')}
          </Link>
        </div>
      )}
    </BellFrame>
  )
}
