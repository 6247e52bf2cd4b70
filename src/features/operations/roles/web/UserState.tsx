import type { SystemUser } from '#features/operations/accounts/contract.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

export const nameOf = ({ firstName, lastName }: SystemUser) => `${firstName} ${lastName}`

/** Whether a person can sign in. */
export function UserState({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  if (user.deactivated) return <StatusPill holder="trouble">{t('users.deactivated')}</StatusPill>
  if (!user.lastSignedInAt) return <StatusPill holder="employee">{t('users.invited')}</StatusPill>
  return <StatusPill holder="running">{t('users.active')}</StatusPill>
}
