import { lazy, type ReactNode } from 'react'
import { StepUpGate } from '#features/ground/sessions/step-up/web/StepUpGate.tsx'
import { PagesOfRolesContext } from '#features/operations/roles/web/pages-of-roles.ts'
import { RolePartContext } from '#features/people/companies/web/role-part.ts'
import { AwaitedContext } from '#platform/web/parts/Awaited.tsx'
import { AdminLayout } from '#platform/web/shell/AdminLayout.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { AlikeContext } from '#platform/web/table/alike.ts'
import { ListToolsContext, type ListToolsProps } from '#platform/web/table/list-tools.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { everyScreen } from './admin-screens.ts'
import { Bell } from './Bell.tsx'
import { useMayOpen } from './may-open.ts'
import { usePagesOfRoles } from './pages-of-roles.ts'
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
const RolePart = lazy(() => import('./RolePart.tsx').then((m) => ({ default: m.RolePart })))
const InvitedRole = ({ role }: { role: string }) => (
  <OptionalBoundary>
    <RolePart role={role} />
  </OptionalBoundary>
)
const ListTools = lazy(() =>
  import('#features/operations/list-views/web/ListTools.tsx').then((m) => ({ default: m.ListTools })),
)
const ToolsOfList = (props: ListToolsProps) => (
  <OptionalBoundary>
    <ListTools {...props} />
  </OptionalBoundary>
)
const Alike = lazy(() => import('#features/people/companies/web/Alike.tsx').then((m) => ({ default: m.Alike })))
const AlikeCompany = ({ companyId }: { companyId: string }) => (
  <OptionalBoundary>
    <Alike companyId={companyId} />
  </OptionalBoundary>
)
const RailCounts = lazy(() => import('./RailCounts.tsx').then((m) => ({ default: m.RailCounts })))

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
  const pagesOf = usePagesOfRoles()
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
        <PagesOfRolesContext value={pagesOf}>
          <RolePartContext value={InvitedRole}>
            <ListToolsContext value={ToolsOfList}>
              <AlikeContext value={AlikeCompany}>{children}</AlikeContext>
            </ListToolsContext>
          </RolePartContext>
        </PagesOfRolesContext>
      </AwaitedContext>
      <StepUpGate />
    </AdminLayout>
  )
}
