import { hasText, useTexts } from './i18n.ts'

/** The name of a role in the words of a feature; one that somebody has made goes by the name that it was given. */
export function useRoleNames(namespace: string): (role: string) => string {
  const t = useTexts(namespace)
  return (role) => (hasText(`role.${role}`, namespace) ? t(`role.${role}`) : role)
}
