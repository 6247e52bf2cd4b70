import { UncheckedCount } from '#features/ground/contact-forms/web/UncheckedCount.tsx'
import { PlaceCount, TaskCount } from '#features/operations/tasks/today/web/TaskCount.tsx'
import { pages } from '#platform/contract/pages.ts'

/** How much waits behind a link of the administration's rail. */
export function RailCounts({ to }: { to: string }) {
  if (to === pages.adminTasks) return <TaskCount />
  return to === pages.adminContactForms ? <UncheckedCount /> : <PlaceCount page={to} />
}
