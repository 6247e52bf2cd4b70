import { IconZzz } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useReceiverName } from '#features/ground/reminders/web/receiver-name.ts'
import { aboutOf } from '#features/operations/tasks/about.ts'
import { isLate } from '#features/operations/tasks/rules.ts'
import { type StaffTask, today } from '#features/operations/tasks/today/contract.ts'
import { staffActions, type TaskView, taskViews, workOf, works } from '#features/operations/tasks/today/work.ts'
import { Views } from '#features/orders/orders/desk/web/Views.tsx'
import { companyChoices } from '#features/people/companies/options.ts'
import { daysBetween, helsinkiDay } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import type { Group } from '#platform/web/table/table-types.ts'
import { useChoices } from '#platform/web/table/use-choices.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { isHere } from './acts-here.ts'
import { OwnerCell } from './OwnerCell.tsx'
import { SelectedTasks } from './SelectedTasks.tsx'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import styles from './Today.module.css'
import { useTaskName } from './task-name.ts'
import { useCare } from './use-care.ts'

const EscalateDialog = lazy(() =>
  import('#features/ground/reminders/web/Escalate.tsx').then((m) => ({ default: m.EscalateDialog })),
)
const FirstHourStrip = lazy(() =>
  import('#features/operations/first-hour/web/FirstHourStrip.tsx').then((m) => ({ default: m.FirstHourStrip })),
)
const TaskAct = lazy(() => import('./TaskAct.tsx').then((m) => ({ default: m.TaskAct })))

/** The day by which it should be done, and how it stands with it. */
function Due({ task }: { task: StaffTask }) {
  const t = useTexts('today')
  const today = serviceDay()
  const late = isLate(task, today)
  const roleOrName = useReceiverName()
  const waited = daysBetween(helsinkiDay(new Date(task.since)), today)
  return (
    <span className={late ? styles.late : undefined}>
      <Day day={task.due} />
      <small>
        <span>
          {late
            ? t('page.daysLate', { count: daysBetween(task.due!, today) })
            : waited > 0
              ? t('page.waited', { count: waited })
              : t('page.arrivedToday')}
        </span>
      </small>
      {task.care?.escalatedTo && (
        <small className={styles.escalated}>{t('care.escalatedTo', { to: roleOrName(task.care.escalatedTo) })}</small>
      )}
    </span>
  )
}

/** Until when a task is put off, by whom and why. */
function Asleep({ task }: { task: StaffTask }) {
  const t = useTexts('today')
  const language = useLanguage()
  const snooze = task.care?.snooze
  if (!snooze) return '–'
  return t('care.asleep', { ...snooze, day: formatDayIn(snooze.until, language) })
}

/** The act beside a task, and the way to put it off or to bring it back. */
function RowActions({ task }: { task: StaffTask }) {
  const t = useTexts('today')
  const nameOf = useTaskName()
  const care = useCare()
  const t2 = useTexts('reminders')
  const may = useMay()
  const [open, setOpen] = useState<'act' | 'snooze' | 'escalate' | null>(null)
  const name = nameOf(task)
  const close = () => setOpen(null)
  const wake = async () => {
    if ((await care.wake([task])) > 0) showDone(t('care.woken'))
  }
  const { action } = task
  const act = isHere(action) ? t(`act.${action}`) : null
  const canEscalate =
    may('task:remind') && task.care && !task.care.escalatedTo && task.awaited === 'STAFF' && isLate(task, serviceDay())
  return (
    <span className={styles.rowActions}>
      {act && (
        <Button size="sm" aria-label={t('act.of', { act, name })} onClick={() => setOpen('act')}>
          {act}
        </Button>
      )}
      {canEscalate && (
        <Button
          size="sm"
          aria-label={t2('escalate.of', { act: t2('escalate.act'), name })}
          onClick={() => setOpen('escalate')}
        >
          {t2('escalate.act')}
        </Button>
      )}
      {task.care?.snooze ? (
        <Button size="sm" loading={care.busy} aria-label={t('care.wake', { name })} onClick={() => void wake()}>
          {t('care.wakeShort')}
        </Button>
      ) : (
        task.care && (
          <IconButton aria-label={t('care.snooze', { name })} onClick={() => setOpen('snooze')}>
            <IconZzz size={18} aria-hidden="true" />
          </IconButton>
        )
      )}
      {open === 'act' && isHere(action) && (
        <LaterPart>
          <TaskAct task={task} act={action} close={close} />
        </LaterPart>
      )}
      {open === 'snooze' && <SnoozeDialog rows={[task]} close={close} />}
      {open === 'escalate' && task.care && (
        <LaterPart>
          <EscalateDialog turnId={task.care.turnId} name={name} close={close} refresh={[today.list]} />
        </LaterPart>
      )}
    </span>
  )
}

function columnsOf(t: Texts, does: Texts, view: TaskView): Column<StaffTask>[] {
  return [
    { key: 'task', title: t('page.task'), cell: (row) => does(`does.${row.action}`), sentence: true },
    { key: 'about', inName: true, title: t('page.about'), cell: aboutOf, sentence: true },
    {
      key: 'company',
      inName: true,
      title: t('page.company'),
      cell: (row) => <span className={styles.company}>{row.companyName ?? '–'}</span>,
      sort: 'company',
      choice: true,
    },
    { key: 'order', title: t('page.order'), cell: (row) => row.orderNumber ?? '–', choice: true },
    ...(view === 'SNOOZED'
      ? [
          {
            key: 'asleep',
            title: t('page.reason'),
            cell: (row: StaffTask) => <Asleep task={row} />,
            sentence: true as const,
          },
        ]
      : [{ key: 'due', title: t('page.due'), cell: (row: StaffTask) => <Due task={row} />, sort: 'due' }]),
    { key: 'owner', title: t('page.owner'), cell: (row) => <OwnerCell task={row} /> },
    { key: 'act', title: t('page.act'), cell: (row) => <RowActions task={row} /> },
  ]
}

/** What is late stands first, then each kind of work. */
function groupOf(t: Texts): (task: StaffTask) => Group {
  const today = serviceDay()
  return (task) => {
    if (isLate(task, today)) return { key: 'late', title: t('page.late'), isUrgent: true }
    const work = workOf[task.action]
    return { key: work, title: t(`work.${work}`) }
  }
}

const inGroups = (rows: readonly StaffTask[]) => {
  const today = serviceDay()
  const rank = (task: StaffTask) => (isLate(task, today) ? -1 : works.indexOf(workOf[task.action]))
  return rows.toSorted((left, right) => rank(left) - rank(right))
}

const isView = (text: string | undefined): text is TaskView => (taskViews as readonly string[]).includes(text ?? '')

function useFilters() {
  const t = useTexts('today')
  const does = useTexts('tasks')
  return [
    {
      name: 'action',
      label: t('page.task'),
      options: staffActions.map((action) => ({ value: action, label: does(`does.${action}`) })),
    },
    { name: 'companyId', label: t('page.company'), options: useChoices(...companyChoices) },
  ]
}

/** Tänään: what waits for the staff, by kind of work, what is late first, with who sees to it and the act beside it. */
export function TodayPage() {
  const t = useTexts('today')
  const does = useTexts('tasks')
  const nameOf = useTaskName()
  const [at] = useAddressState()
  const view = isView(at.view) ? at.view : 'ALL'
  const filters = useFilters()
  const isGrouped = !at.sort
  const isNarrowed = at.late || at.action || at.companyId || at.view || at.q
  return (
    <Register
      title={t('page.title')}
      lead={t('page.lead')}
      above={
        <>
          <FirstHour />
          <TodayViews />
        </>
      }
      from={today.list}
      file={today.listFile}
      query={{ view, ...(at.late ? { late: true } : {}) }}
      search={{ name: 'search', hint: t('page.search') }}
      filters={filters}
      read={({ data, total, truncated }) => ({
        rows: isGrouped ? inGroups(data) : data,
        total,
        isEstimate: truncated && Boolean(at.q),
      })}
      paging={false}
      rowKey={(row: StaffTask) => row.id}
      href={(row) => row.link}
      columns={columnsOf(t, does, view)}
      groupOf={isGrouped ? groupOf(t) : undefined}
      selection={{
        labelOf: (row) => nameOf(row),
        actions: (rows, clear) => <SelectedTasks rows={rows} clear={clear} />,
      }}
      empty={{ text: t(isNarrowed ? 'page.narrowed' : 'page.empty') }}
    />
  )
}

/** What an installation lacks before its first order, for who can see to it. */
function FirstHour() {
  const may = useMay()
  if (!may('settings:write')) return null
  return (
    <OptionalBoundary>
      <FirstHourStrip />
    </OptionalBoundary>
  )
}

/** All, what is late, one's own, what nobody has taken, and what is put off; each with how many. */
function TodayViews() {
  const t = useTexts('today')
  const { data } = useApi(today.summary, {})
  const of = (key: string, text: string, count: number | undefined, values: Record<string, string | null>) => ({
    key,
    text,
    count,
    values: { view: null, late: null, ...values },
  })
  return (
    <Views
      label={t('page.views')}
      views={[
        of('all', t('page.all'), data?.all, {}),
        of('late', t('page.late'), data?.late, { late: 'true' }),
        of('mine', t('page.mine'), data?.mine, { view: 'MINE' }),
        of('unowned', t('page.unowned'), data?.unowned, { view: 'UNOWNED' }),
        of('snoozed', t('page.snoozed'), data?.snoozed, { view: 'SNOOZED' }),
      ]}
    />
  )
}
