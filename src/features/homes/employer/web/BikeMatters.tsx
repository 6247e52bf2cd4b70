import { useState } from 'react'
import { aboutOf } from '#features/operations/tasks/about.ts'
import { tasks } from '#features/operations/tasks/contract.ts'
import { byLastDay } from '#features/operations/tasks/rules.ts'
import { workOf } from '#features/operations/tasks/today/work.ts'
import { TaskLinks } from '#features/operations/tasks/web/TaskLinks.tsx'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { PageTurner } from '#platform/web/table/PageTurner.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './BikeMatters.module.css'
import { type MatterKind, type Matters, PAGE_ROWS, useMatterSources } from './open-matters.ts'

/** /tyonantaja/pyorat: what goes on with the people's bicycles, what awaits the employer first. */
export function BikeMatters() {
  const t = useTexts('employees')
  const sources = useMatterSources()
  return (
    <div className="wrap stack-lg">
      <PageHead
        title={t('matters.title')}
        lead={t('matters.lead')}
        above={<Link to={pages.employer}>{t('matters.back')}</Link>}
      />
      <Waiting />
      {sources.map(({ kind, useMatters }) => (
        <Group key={kind} kind={kind} useMatters={useMatters} />
      ))}
    </div>
  )
}

/** What awaits the employer, the most urgent as the page's one act. */
function Waiting() {
  const t = useTexts('employees')
  const does = useTexts('tasks')
  const language = useLanguage()
  const { data } = useApi(tasks.list, {})
  if (!data) return null
  const [first, ...rest] = data.data.filter(({ action }) => workOf[action] === 'BIKES').toSorted(byLastDay)
  return (
    <section className="card stack-md" aria-labelledby="bikes-waiting">
      <h2 id="bikes-waiting">{t('matters.waits')}</h2>
      {first ? (
        <div>
          <PrimaryButton component="a" href={first.link}>
            {[does(`does.${first.action}`), aboutOf(first)].filter(Boolean).join(': ')}
          </PrimaryButton>
          {first.due && <p className="sm t2">{does('page.by', { day: formatDayIn(first.due, language) })}</p>}
        </div>
      ) : (
        <p className="t2">{t('matters.nothingWaits')}</p>
      )}
      {rest.length > 0 && (
        <div className={styles.rest}>
          <TaskLinks tasks={rest} />
        </div>
      )}
    </section>
  )
}

/** One kind of matter: what is open, page by page, and the way to all of them. */
function Group({ kind, useMatters }: { kind: MatterKind; useMatters: (page: number) => Matters }) {
  const t = useTexts('employees')
  const [page, setPage] = useState(1)
  const { to, rows, total } = useMatters(page)
  const title = t(`matters.${kind}`)
  return (
    <section className="stack-sm" aria-labelledby={`bikes-${kind}`}>
      <h2 id={`bikes-${kind}`}>{total > 0 ? t('matters.counted', { what: title, count: total }) : title}</h2>
      {rows?.length === 0 && <p className="t2">{t('matters.nothingOpen')}</p>}
      {rows && rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={row.link}>{row.name}</Link>
              <span>{row.what}</span>
              {row.waitsFor && <span className="sm t2">{t('matters.waitsFor', { who: row.waitsFor })}</span>}
            </li>
          ))}
        </ul>
      )}
      <PageTurner label={title} page={page} size={PAGE_ROWS} total={total} turn={setPage} />
      <p className="sm">
        <Link to={to}>{t('matters.all', { what: title })}</Link>
      </p>
    </section>
  )
}
