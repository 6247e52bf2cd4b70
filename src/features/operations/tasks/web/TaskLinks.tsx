import { isLate } from '#features/operations/tasks/rules.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { aboutOf } from '../about.ts'
import type { Task } from '../contract.ts'
import styles from './Tasks.module.css'

/** By when a task has to be done; without a last day since when it waits. */
function LastDay({ task }: { task: Task }) {
  const { due, since } = task
  const t = useTexts('tasks')
  const language = useLanguage()
  if (due === null)
    return (
      <span className="sm muted">{t('page.from', { day: formatDayIn(helsinkiDay(new Date(since)), language) })}</span>
    )
  const isBehind = isLate(task, serviceDay())
  return (
    <span className={`sm ${isBehind ? styles.late : 'muted'}`}>
      {t(isBehind ? 'page.late' : 'page.by', { day: formatDayIn(due, language) })}
    </span>
  )
}

/** Tasks, each a link to where it is done with its last day. Nobody is told their own name. */
export function TaskLinks({ tasks: shown }: { tasks: readonly Task[] }) {
  const t = useTexts('tasks')
  const user = useUser()
  const ownName = user && `${user.firstName} ${user.lastName}`
  return (
    <ul>
      {shown.map((task) => (
        <li key={task.id}>
          <Link to={task.link}>
            {t(`does.${task.action}`)}
            {task.about && task.about !== ownName && <span>: {aboutOf(task)}</span>}
          </Link>
          <LastDay task={task} />
        </li>
      ))}
    </ul>
  )
}
