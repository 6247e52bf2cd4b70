import type { Role } from '#features/operations/roles/contract.ts'
import { roleNames } from '#platform/contract/permissions.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** The name of a role: the built-in ones have one in each language, others the name that somebody gave them. */
export function useRoleName(): (name: string) => string {
  const t = useTexts('roles')
  return (name) => ((roleNames as readonly string[]).includes(name) ? t(`names.${name}`) : name)
}

/** Where an assignment counts: its company, its group, or everywhere. */
export function useEmployerName(): (assignment: { employerName: string | null }) => string {
  const t = useTexts('roles')
  return ({ employerName }) => employerName ?? t('holders.everywhere')
}

export const needsCompanies = (role: Pick<Role, 'scopeKind'>) => role.scopeKind !== 'ALL'

/** A permission in people's words: what it is about, and what it lets do. */
export function usePermissionWords() {
  const t = useTexts('roles')
  return {
    subject: (subject: string) => t(`subjects.${subject}`),
    verb: (permission: string) => t(`verbs.${permission.split(':')[1] ?? permission}`),
  }
}
