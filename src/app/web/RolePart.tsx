import { PagesOfRolesContext } from '#features/operations/roles/web/pages-of-roles.ts'
import { RoleSeesNamed } from '#features/operations/roles/web/RoleSeesNamed.tsx'
import { usePagesOfRoles } from './pages-of-roles.ts'

/** What a role sees, beside the form that gives it. */
export function RolePart({ role }: { role: string }) {
  const pagesOf = usePagesOfRoles()
  return (
    <PagesOfRolesContext value={pagesOf}>
      <RoleSeesNamed name={role} />
    </PagesOfRolesContext>
  )
}
