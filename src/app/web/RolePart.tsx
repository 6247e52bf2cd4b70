import { RoleSeesNamed } from '#features/operations/roles/web/RoleSeesNamed.tsx'
import { BroughtContext } from '#platform/web/shell/OptionalBoundary.tsx'
import { RolePages } from './RolePages.tsx'

/** What a role sees, beside the form that gives it. */
export function RolePart({ role }: { role: string }) {
  return (
    <BroughtContext value={{ RolePages }}>
      <RoleSeesNamed name={role} />
    </BroughtContext>
  )
}
