import { aboutOf } from '#features/operations/tasks/about.ts'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** What tells a task from the others of its kind, for buttons and boxes beside it. */
export function useTaskName(): (task: StaffTask) => string {
  const t = useTexts('tasks')
  return (task) => [t(`does.${task.action}`), task.about && aboutOf(task), task.orderNumber].filter(Boolean).join(' · ')
}
