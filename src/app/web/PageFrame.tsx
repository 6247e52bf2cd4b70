import type { ReactNode } from 'react'
import { StepUpGate } from '#features/ground/sessions/step-up/web/StepUpGate.tsx'
import { useVisitor } from '#platform/web/api/user.ts'
import { PageLayout } from '#platform/web/shell/PageLayout.tsx'
import { Bell } from './Bell.tsx'
import { useMayOpen } from './may-open.ts'
import { headerLinks } from './navigation.ts'

interface Props {
  narrow?: boolean
  children: ReactNode
}

/** Around the pages of people: header, page, footer. */
export function PageFrame({ narrow = false, children }: Props) {
  const links = headerLinks(useVisitor(), useMayOpen())
  return (
    <PageLayout links={links} narrow={narrow} bell={<Bell />}>
      {children}
      <StepUpGate />
    </PageLayout>
  )
}

/** Around the pages that a link from a message opens. */
export function TokenFrame({ children }: Props) {
  return <PageFrame narrow>{children}</PageFrame>
}
