import type { PlaceWaiting } from '#features/operations/places/contract.ts'
import { aboutOf } from '#features/operations/tasks/about.ts'
import { pages } from '#platform/contract/pages.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { FoldedLines } from './FoldedLines.tsx'
import styles from './Places.module.css'

const holders: Readonly<Record<PlaceWaiting['awaited'], Holder>> = {
  EMPLOYEE: 'employee',
  EMPLOYER: 'employer',
  STORE: 'store',
  STAFF: 'staff',
  LESSOR: 'lessor',
}

/** What waits in a place, whoever is awaited: what is due first on top. */
export function WaitingList({
  waiting,
  total,
  companyId,
}: {
  waiting: readonly PlaceWaiting[]
  total: number
  companyId?: string
}) {
  const t = useTexts('places')
  const tasks = useTexts('tasks')
  if (waiting.length === 0) return null
  return (
    <section className={`card ${styles.part}`} aria-labelledby="place-waiting">
      <h2 id="place-waiting">{t('waiting.title')}</h2>
      <FoldedLines lines={waiting} isMore={total > waiting.length}>
        {(one) => (
          <li key={one.id} className={styles.waits}>
            <StatusPill holder={holders[one.awaited]}>{t(`awaited.${one.awaited}`)}</StatusPill>
            <p className={styles.name}>
              {one.link ? (
                <Link to={one.link}>{tasks(`does.${one.action}`)}</Link>
              ) : (
                <span>{tasks(`does.${one.action}`)}</span>
              )}
              {one.about && <small>{aboutOf(one)}</small>}
            </p>
            <p className="sm t2">
              {one.due ? (
                <span>
                  {t('waiting.due')} <Day day={one.due} />
                </span>
              ) : (
                <span>
                  {t('waiting.since')} <Instant at={one.since} dayOnly />
                </span>
              )}
            </p>
          </li>
        )}
      </FoldedLines>
      {total > waiting.length && (
        <p className="sm t2">
          <span>{t('waiting.cut', { total, count: waiting.length })}</span>{' '}
          {companyId && (
            <Link to={pages.adminTasks} search={{ companyId }}>
              {t('waiting.tasks')}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}
