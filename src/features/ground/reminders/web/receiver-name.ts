import { useTexts } from '#platform/web/words/i18n.ts'
import { type EscalationRole, escalationRoles } from '../rules.ts'

/** A role in the reader's words; a person's name as it stands. */
export function useReceiverName(): (to: string) => string {
  const t = useTexts('reminders')
  const isRole = (to: string): to is EscalationRole => (escalationRoles as readonly string[]).includes(to)
  return (to) => (isRole(to) ? t(`role.${to}`) : to)
}
