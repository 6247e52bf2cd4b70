import { taskSummary } from '#features/operations/tasks/today/summary-contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { RailCount } from '#platform/web/shell/AdminLayout.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

/** How much waits for the staff, beside the link of the rail. */
export function TaskCount() {
  const t = useTexts()
  const { data } = useApi(taskSummary, { refetchIntervalMs: 60_000 })
  const count = data?.all ?? 0
  return <RailCount count={count} label={t('rail.tasksWaiting', { count })} />
}
