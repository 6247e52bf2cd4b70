import type { Task } from '#features/tasks/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { type TaskAction, taskActions } from '#features/tasks/rules.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { aboutOf } from './about.ts'
import styles from './Tasks.module.css'

const LATE = 'late'
const isLate = (task: Task) => task.due !== null && task.due < serviceDay()
const isShown = (task: Task, view: string | undefined) =>
  !view || (view === LATE ? isLate(task) : task.action === (view as TaskAction))

/** Tehtävät: what waits for the staff, derived from the states each time. */
export function TasksPage() {
  const t = useTexts('tasks')
  const [at] = useAddressState()
  const { data } = useApi(tasks.list, {})
  return (
    <Register
      title={t('page.title')}
      lead={data?.truncated ? `${t('page.lead')} ${t('page.truncated')}` : t('page.lead')}
      above={<TaskViews all={data?.data ?? []} />}
      from={tasks.list}
      read={(reply) => {
        const rows = reply.data.filter((task) => isShown(task, at.action))
        return { rows, total: rows.length, isEstimate: reply.truncated }
      }}
      paging={false}
      rowKey={(row: Task) => row.id}
      href={(row) => row.link}
      columns={[
        { key: 'task', title: t('page.task'), cell: (row) => t(`does.${row.action}`) },
        { key: 'about', title: t('page.about'), cell: aboutOf },
        { key: 'company', title: t('page.company'), cell: (row) => row.companyName ?? '–' },
        { key: 'order', title: t('page.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
        { key: 'since', title: t('page.since'), cell: (row) => <Instant at={row.since} dayOnly /> },
        { key: 'due', title: t('page.due'), cell: (row) => (row.due ? <Day day={row.due} /> : '–'), choice: true },
      ]}
      empty={{ text: t('page.empty') }}
    />
  )
}

/** The kinds that wait, each with how many. */
function TaskViews({ all }: { all: readonly Task[] }) {
  const t = useTexts('tasks')
  const [at, setAt] = useAddressState()
  const views = [
    { key: undefined, text: t('page.all'), count: all.length },
    { key: LATE, text: t('page.late'), count: all.filter(isLate).length },
    ...taskActions.map((action) => ({
      key: action,
      text: t(`does.${action}`),
      count: all.filter((task) => task.action === action).length,
    })),
  ].filter(({ key, count }) => count > 0 || key === undefined || key === at.action)
  return (
    <nav className={styles.views} aria-label={t('page.views')}>
      {views.map(({ key, text, count }) => (
        <button
          key={text}
          type="button"
          aria-current={at.action === key ? 'true' : undefined}
          onClick={() => setAt({ action: key ?? null })}
        >
          {text} <span className="n">{count}</span>
        </button>
      ))}
    </nav>
  )
}
