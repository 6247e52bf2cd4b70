import { lazy } from 'react'
import { CompanySettingsPage } from '#features/people/companies/web/CompanySettingsPage.tsx'
import { BroughtContext, OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const RoleSees = lazy(() =>
  import('#features/operations/roles/web/RoleSeesNamed.tsx').then((m) => ({ default: m.RoleSeesNamed })),
)
const parts = {
  RolePart: ({ role }: { role: string }) => (
    <OptionalBoundary>
      <RoleSees name={role} />
    </OptionalBoundary>
  ),
}

/** /yritys-asetukset, where an invitation says what its role sees. */
export function SettingsHome() {
  return (
    <BroughtContext value={parts}>
      <CompanySettingsPage />
    </BroughtContext>
  )
}
