import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { tasks } from '#features/operations/tasks/contract.ts'
import { byLastDay, type TaskAction } from '#features/operations/tasks/rules.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { TaskLinks } from './TaskLinks.tsx'
import styles from './Tasks.module.css'

const SHOWN = 5

interface Props {
  /** What the page itself shows already. */
  except?: readonly TaskAction[]
  /** The fewest tasks for which the card is worth its place. */
  from?: number
}

/** What waits for the reader, on the page where they begin. */
export function TasksCard({ except = [], from = 1 }: Props) {
  const t = useTexts('tasks')
  const { data } = useApi(tasks.list, {})
  const isNarrow = useMediaQuery('(max-width: 899px)', undefined, { getInitialValueInEffect: false })
  const waiting = (data?.data.filter((task) => !except.includes(task.action)) ?? []).toSorted(byLastDay)
  const counts = data?.counts.filter(({ action }) => !except.includes(action)) ?? []
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const toSign = waiting.filter((task) => task.action === 'signAsEmployer').length
  if (waiting.length < from) return null
  // What the page itself is about comes first on a phone's screen.
  const isFolded = isNarrow && data?.data.some((task) => except.includes(task.action))
  return (
    <Frame folded={isFolded ? t('page.others', { count }) : null} count={count}>
      <TaskLinks tasks={waiting.slice(0, SHOWN)} />
      {toSign > 1 && (
        <Button component={Link} to={pages.employerSignAll} size="sm" className="above">
          {t('page.signAll', { count: toSign })}
        </Button>
      )}
      {waiting.length > SHOWN && (
        <details>
          <summary className="sm t2">{t('page.more', { count: count - SHOWN })}</summary>
          <TaskLinks tasks={waiting.slice(SHOWN)} />
          {count > waiting.length && <p className="sm t2">{t('page.unnamed', { count: count - waiting.length })}</p>}
        </details>
      )}
    </Frame>
  )
}

/** The card, or one line that opens to it. */
function Frame({ folded, count, children }: { folded: string | null; count: number; children: ReactNode }) {
  const t = useTexts('tasks')
  if (folded)
    return (
      <details className={`card ${styles.card}`}>
        <summary>{folded}</summary>
        {children}
      </details>
    )
  return (
    <section className={`card ${styles.card}`} aria-labelledby="tasks">
      <h2 id="tasks">{t('page.card', { count })}</h2>
      {children}
    </section>
  )
}
