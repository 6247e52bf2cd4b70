import { type Task, tasks } from '#features/operations/tasks/contract.ts'
import { isLate, taskActions } from '#features/operations/tasks/rules.ts'
import { companyChoices } from '#features/people/companies/options.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { aboutOf } from './about.ts'
import styles from './Tasks.module.css'

const columnsOf = (t: Texts): Column<Task>[] => [
  { key: 'task', title: t('page.task'), cell: (row) => t(`does.${row.action}`) },
  { key: 'about', inName: true, title: t('page.about'), cell: aboutOf },
  { key: 'company', inName: true, title: t('page.company'), cell: (row) => row.companyName ?? '–' },
  { key: 'order', title: t('page.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
  { key: 'since', title: t('page.since'), cell: (row) => <Instant at={row.since} dayOnly /> },
  { key: 'due', title: t('page.due'), cell: (row) => <Due task={row} />, choice: true },
]

/** The day by which it should be done; one that is behind stands out. */
function Due({ task }: { task: Task }) {
  if (!task.due) return '–'
  const day = <Day day={task.due} />
  return isLate(task, serviceDay()) ? <StatusPill holder="trouble">{day}</StatusPill> : day
}

/** The kinds of tasks that wait, each with how many, and the companies. */
function useFilters(all: readonly Task[]) {
  const t = useTexts('tasks')
  const [at] = useAddressState()
  const waiting = Map.groupBy(all, ({ action }) => action)
  const kinds = taskActions
    .filter((action) => waiting.has(action) || action === at.action)
    .map((action) => ({ value: action, label: `${t(`does.${action}`)} (${waiting.get(action)?.length ?? 0})` }))
  const companyOptions = useChoices(...companyChoices)
  return [
    { name: 'action', label: t('page.task'), options: kinds },
    { name: 'companyId', label: t('page.company'), options: companyOptions },
  ]
}

/** Tehtävät: what waits for the staff, derived from the states each time. */
export function TasksPage() {
  const t = useTexts('tasks')
  const [at] = useAddressState()
  const { data } = useApi(tasks.list, {})
  const filters = useFilters(data?.data ?? [])
  const isNarrowed = at.late || at.action || at.companyId
  return (
    <Register
      title={t('page.title')}
      lead={t('page.lead')}
      above={<TaskViews all={data?.data ?? []} />}
      from={tasks.list}
      query={at.late ? { late: true } : {}}
      filters={filters}
      read={({ data: rows, truncated }) => ({ rows, total: rows.length, isEstimate: truncated })}
      paging={false}
      rowKey={(row: Task) => row.id}
      href={(row) => row.link}
      columns={columnsOf(t)}
      // Below the tasks, which would otherwise move down once they are there.
      foot={
        data?.truncated && (
          <tr>
            <td colSpan={columnsOf(t).length}>{t('page.truncated')}</td>
          </tr>
        )
      }
      empty={{ text: t(isNarrowed ? 'page.narrowed' : 'page.empty') }}
    />
  )
}

/** Everything, or what is late. */
function TaskViews({ all }: { all: readonly Task[] }) {
  const t = useTexts('tasks')
  const [at, setAt] = useAddressState()
  const late = all.filter((task) => isLate(task, serviceDay()))
  const views = [
    { key: null, text: t('page.all'), count: all.length },
    { key: 'true', text: t('page.late'), count: late.length },
  ]
  return (
    <nav className={styles.views} aria-label={t('page.views')}>
      {views.map(({ key, text, count }) => (
        <button
          key={text}
          type="button"
          aria-current={(at.late ?? null) === key ? 'true' : undefined}
          onClick={() => setAt({ late: key })}
        >
          {text} <span className="n">{count}</span>
        </button>
      ))}
    </nav>
  )
}
