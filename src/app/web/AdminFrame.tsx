import { type ComponentType, lazy, type ReactNode } from 'react'
import { StepUpGate } from '#features/ground/sessions/step-up/web/StepUpGate.tsx'
import { AwaitedContext } from '#platform/web/parts/Awaited.tsx'
import { AdminLayout } from '#platform/web/shell/AdminLayout.tsx'
import { BroughtContext, OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { everyScreen } from './admin-screens.ts'
import { Bell } from './Bell.tsx'
import { useMayOpen } from './may-open.ts'
import { railGroups } from './rail.ts'

const AwaitedTurns = lazy(() =>
  import('#features/ground/reminders/web/AwaitedTurns.tsx').then((m) => ({ default: m.AwaitedTurns })),
)
const AwaitedPart = ({ subjectId, version }: { subjectId: string; version: number }) => (
  <OptionalBoundary>
    <AwaitedTurns key={version} subjectId={subjectId} />
  </OptionalBoundary>
)
const FindAnything = lazy(() =>
  import('#features/operations/finder/web/FindAnything.tsx').then((m) => ({ default: m.FindAnything })),
)
const RailCounts = lazy(() => import('./RailCounts.tsx').then((m) => ({ default: m.RailCounts })))

/** A part that comes later, and whose place stays empty where it does not come. */
function brought<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => (
    <OptionalBoundary>
      <Part {...props} />
    </OptionalBoundary>
  )
}

const parts = {
  ListTools: brought(() => import('#features/operations/list-views/web/SavedViews.tsx').then((m) => m.SavedViews)),
  Alike: brought(() => import('#features/people/companies/web/Alike.tsx').then((m) => m.Alike)),
  RolePages: brought(() => import('./RolePages.tsx').then((m) => m.RolePages)),
  RolePart: brought(() => import('./RolePart.tsx').then((m) => m.RolePart)),
}

/** What waits behind a link of the administration's rail. */
const countOf = (to: string) => (
  <OptionalBoundary>
    <RailCounts to={to} />
  </OptionalBoundary>
)

/** Around the pages of the administration. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const groups = railGroups(useMayOpen(everyScreen)).map(({ title, stays, items }) => ({
    ...(title ? { title: t(`rail.${title}`) } : {}),
    ...(stays ? { stays } : {}),
    items: items.map(({ to, text }) => ({ to, text: t(`rail.${text}`) })),
  }))
  return (
    <AdminLayout
      menu={t('rail.menu')}
      groups={groups}
      countOf={countOf}
      find={
        <OptionalBoundary>
          <FindAnything pages={groups.flatMap(({ items }) => items)} />
        </OptionalBoundary>
      }
      bell={<Bell />}
    >
      <AwaitedContext value={AwaitedPart}>
        <BroughtContext value={parts}>{children}</BroughtContext>
      </AwaitedContext>
      <StepUpGate />
    </AdminLayout>
  )
}
