import { roles } from '#features/operations/roles/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { RoleSees } from './RoleSees.tsx'

/** What a built-in role sees, by its name; nothing for who may not read roles. */
export function RoleSeesNamed({ name }: { name: string }) {
  const may = useMay()
  const all = useApi(roles.list, { enabled: may('role:read') && may('permission:read') })
  const role = all.data?.items.find((one) => one.builtIn && one.name === name)
  return role ? <RoleSees key={role.id} role={role} /> : null
}
