import { useTexts } from '#platform/web/words/i18n.ts'
import { escalationRoles } from '../rules.ts'

/** A role in the reader's words; a person's name as it stands. */
export function useReceiverName(): (to: string) => string {
  const t = useTexts('reminders')
  return (to) => ((escalationRoles as readonly string[]).includes(to) ? t(`role.${to}`) : to)
}
