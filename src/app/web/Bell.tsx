import { lazy } from 'react'
import { looksForNew } from '#features/ground/notifications/rules.ts'
import { rolesOf, useUser } from '#platform/web/api/user.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

// Fetched only for those who look for notifications; most visitors never need it.
const NotificationBell = lazy(() =>
  import('#features/ground/notifications/web/NotificationBell.tsx').then((m) => ({ default: m.NotificationBell })),
)
const TasksBell = lazy(() =>
  import('#features/operations/tasks/web/TasksBell.tsx').then((m) => ({ default: m.TasksBell })),
)

/** The bell of those on the employer's side, who look for news, and that of an employee, of what waits for them. */
export function Bell() {
  const user = useUser()
  const roles = user ? rolesOf(user) : new Set<string>()
  const Own = looksForNew(roles) ? NotificationBell : roles.has('BIKE_BENEFICIARY') ? TasksBell : null
  if (!Own) return null
  return (
    <OptionalBoundary>
      <Own />
    </OptionalBoundary>
  )
}
