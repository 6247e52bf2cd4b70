import { taskSummary } from '#features/operations/tasks/today/summary-contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './TasksStrip.module.css'

/** What waits for the staff today, above the page where they begin. */
export function TasksStrip() {
  const t = useTexts('today')
  const { data } = useApi(taskSummary, {})
  const counts = [
    { key: 'all', count: data?.all, search: {} },
    { key: 'late', count: data?.late, search: { late: 'true' } },
    { key: 'mine', count: data?.mine, search: { view: 'MINE' } },
  ] as const
  return (
    <nav className={styles.strip} aria-label={t('strip.title')}>
      {counts.map(({ key, count, search }) => (
        <Link key={key} to={pages.adminTasks} search={search} data-urgent={key === 'late' && count ? true : undefined}>
          <b className="n">{count ?? '–'}</b> {t(`strip.${key}`)}
        </Link>
      ))}
      <Link to={pages.adminTasks}>{t('strip.open')}</Link>
    </nav>
  )
}
