import { useVisitor } from './user.ts'

/** The company of somebody who has roles in one alone. */
export function useOnlyCompany(): string | null {
  const visitor = useVisitor()
  if (visitor.kind !== 'user') return null
  const { userRoles } = visitor.user
  const companyIds = new Set(userRoles.map(({ companyId, groupCompanyId }) => companyId ?? groupCompanyId))
  return companyIds.size === 1 ? (userRoles[0]?.companyId ?? null) : null
}
