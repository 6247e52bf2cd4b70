import { lazy, type ReactNode } from 'react'
import { StepUpGate } from '#features/ground/sessions/step-up/web/StepUpGate.tsx'
import { RolePartContext } from '#features/people/companies/web/role-part.ts'
import { useVisitor } from '#platform/web/api/user.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { PageLayout } from '#platform/web/shell/PageLayout.tsx'
import { Bell } from './Bell.tsx'
import { useMayOpen } from './may-open.ts'
import { headerLinks } from './navigation.ts'

const RolePart = lazy(() => import('./RolePart.tsx').then((m) => ({ default: m.RolePart })))
const InvitedRole = ({ role }: { role: string }) => (
  <OptionalBoundary>
    <RolePart role={role} />
  </OptionalBoundary>
)

interface Props {
  narrow?: boolean
  children: ReactNode
}

/** Around the pages of people: header, page, footer. */
export function PageFrame({ narrow = false, children }: Props) {
  const links = headerLinks(useVisitor(), useMayOpen())
  return (
    <PageLayout links={links} narrow={narrow} bell={<Bell />}>
      <RolePartContext value={InvitedRole}>{children}</RolePartContext>
      <StepUpGate />
    </PageLayout>
  )
}

/** Around the pages that a link from a message opens. */
export function TokenFrame({ children }: Props) {
  return <PageFrame narrow>{children}</PageFrame>
}
