import { lazy, type ReactNode } from 'react'
import { StepUpGate } from '#features/ground/sessions/step-up/web/StepUpGate.tsx'
import { pages } from '#platform/contract/pages.ts'
import { AdminLayout } from '#platform/web/shell/AdminLayout.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Bell } from './Bell.tsx'
import { useMayOpen } from './may-open.ts'
import { railGroups } from './navigation.ts'

const UncheckedCount = lazy(() =>
  import('#features/ground/contact-forms/web/UncheckedCount.tsx').then((m) => ({ default: m.UncheckedCount })),
)

const TaskCount = lazy(() =>
  import('#features/operations/tasks/today/web/TaskCount.tsx').then((m) => ({ default: m.TaskCount })),
)

/** What waits behind a link of the administration's rail. */
function countOf(to: string) {
  if (to !== pages.adminContactForms && to !== pages.adminTasks) return null
  return <OptionalBoundary>{to === pages.adminTasks ? <TaskCount /> : <UncheckedCount />}</OptionalBoundary>
}

/** Around the pages of the administration. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const groups = railGroups(useMayOpen()).map(({ title, items }) => ({
    ...(title ? { title: t(`rail.${title}`) } : {}),
    items: items.map(({ to, text }) => ({ to, text: t(`rail.${text}`) })),
  }))
  return (
    <AdminLayout menu={t('rail.menu')} groups={groups} countOf={countOf} bell={<Bell />}>
      {children}
      <StepUpGate />
    </AdminLayout>
  )
}
