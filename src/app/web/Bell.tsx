import { lazy } from 'react'
import { looksForNew } from '#features/ground/notifications/rules.ts'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

// Fetched only for those who look for notifications; most visitors never need it.
const NotificationBell = lazy(() =>
  import('#features/ground/notifications/web/NotificationBell.tsx').then((m) => ({ default: m.NotificationBell })),
)

/** The bell of those who look for news. */
export function Bell() {
  const user = useUser()
  if (!user || !looksForNew(rolesOf(user))) return null
  return (
    <OptionalBoundary>
      <NotificationBell />
    </OptionalBoundary>
  )
}
